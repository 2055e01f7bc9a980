"""A real browser on a page of another site: it reads the event if the organiser named that site, and else nothing."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.screens import Desk
from tests.browser.venue import Venue

READ = """([address, token]) => fetch(address, token ? {headers: {Authorization: `Bearer ${token}`}} : {})
    .then(answer => answer.json()).catch(() => 'blocked')"""

LISTEN = """address => new Promise(done => {
    const stream = new EventSource(address);
    stream.onmessage = heard => { stream.close(); done(JSON.parse(heard.data).seq); };
    stream.onerror = () => { stream.close(); done('blocked'); };
})"""


@pytest.fixture
def elsewhere() -> Iterator[int]:
    """The port of a website on this computer."""

    class Empty(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def test_a_page_of_a_named_site_reads_what_others_cannot(venue: Venue, chromium: Browser, elsewhere: int) -> None:
    desk = Desk.enrolled(venue, "bushido", ["Ann", "Bob"]).page
    event = f"{venue.base}/e/spring-cup"
    desk.goto(f"{event}/tokens/")
    desk.get_by_label("What the program is called").fill("Club site")
    desk.get_by_role("button", name="Make a token", exact=True).click()
    token = desk.locator("[role=status] .asked").inner_text()
    desk.goto(f"{event}/webhooks/")
    desk.get_by_label("One per line, such as https://club.example").fill(f"http://127.0.0.1:{elsewhere}/")
    desk.get_by_role("button", name="Save the sites").click()
    expect(desk.get_by_text(f"http://127.0.0.1:{elsewhere}", exact=True)).to_be_visible()
    public, api = f"{event}/players.json", f"{venue.base}/api/v1/events/spring-cup/token"
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{elsewhere}/")
        assert [player["name"] for player in page.evaluate(READ, [public, ""])["players"]] == ["Ann", "Bob"]
        assert page.evaluate(READ, [api, token])["name"] == "Club site"  # The browser asks first whether it may.
        assert page.evaluate(LISTEN, f"{venue.base}/live/spring-cup") > 1
        page.goto(f"http://localhost:{elsewhere}/")  # To a browser this is another site.
        assert [page.evaluate(READ, [public, ""]), page.evaluate(READ, [api, token])] == ["blocked", "blocked"]
        assert page.evaluate(LISTEN, f"{venue.base}/live/spring-cup") == "blocked"
