"""Long work in the browser: its page, Stop, what comes out of it, and who may look."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from muster.app.events import actions as events
from muster.app.venue import terrain
from muster.core.kit.model import Role
from muster.core.kit.progress import Progress
from muster.web.jobs import Do, Finish, Job, Jobs
from muster.web.site import Site
from muster.web.views.desk import jobs as views
from tests.web.conftest import STAFF, Browser, staff_of, start, text_of


class HeldJobs(Jobs):
    """Work begins when the test says so: until then everybody sees its page."""

    def __init__(self) -> None:
        super().__init__(patience=0)
        self.gates: dict[str, Event] = {}

    def start(self, job: Job, do: Do) -> Job:
        gate = self.gates[job.token] = Event()

        def later(progress: Progress) -> Finish:
            assert gate.wait(120)
            return do(progress)

        return super().start(job, later)


@pytest.fixture
def held(site: Site) -> Site:
    site.jobs = HeldJobs()
    return site


def job_of(site: Site, answer: Any) -> Job:
    assert answer.status_code == 302 and answer["Location"].startswith("/jobs/"), text_of(answer)[:300]
    return site.jobs.get(answer["Location"].split("/")[2])


def ended(site: Site, answer: Any) -> str:
    """The page of a job that has come to its end."""
    job = job_of(site, answer)
    assert isinstance(site.jobs, HeldJobs) and not job.over
    site.jobs.gates[job.token].set()
    assert job.wait(120)
    return f"/jobs/{job.token}/"


def hall(site: Site) -> None:
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    pieces = [terrain.Typed(kind, kind, "4x5", "500") for kind in ("forest", "hill", "obstacle", "rubble")]
    terrain.stock(site.desk, "cup", pieces, STAFF)


def draw(browser: Browser, **fields: str) -> Any:
    sent = {"csrfmiddlewaretoken": browser.token(), "method": "scatter", "once": "a", **fields}
    return browser.post("/e/cup/terrain/draw/", sent)


def test_terrain_for_64_tables_is_watched_and_stopped(held: Site, organiser: Browser, stranger: Browser) -> None:
    hall(held)
    answer = draw(organiser, tables="1-64")
    job = job_of(held, answer)
    page = organiser.get(answer["Location"]).getvalue().decode()
    assert "<progress" in page and '<noscript><meta http-equiv="refresh"' in page and ">Stop</button>" in page
    state = organiser.get(f"{answer['Location']}state/").json()
    assert state["over"] is False and state["words"].endswith("% done")
    # The same form again is the same job, another one is told to wait.
    assert job_of(held, draw(organiser, tables="1-64")) is job
    other = draw(organiser, tables="1-2")
    assert other.status_code == 409 and "“Drawing the tables” is already running." in text_of(other)
    _strangers_neither_see_nor_stop(held, stranger, job)
    organiser.send(f"/jobs/{job.token}/stop/")
    assert "Stopping after this step." in organiser.see(answer["Location"])
    ended(held, answer)
    assert "Stopped. No layout was saved, and every table is as before." in organiser.see(answer["Location"])
    assert not held.open("cup").event.venue.layouts


def _strangers_neither_see_nor_stop(site: Site, stranger: Browser, job: Job) -> None:
    for browser in (stranger, staff_of(site, "cup", Role.MARSHAL, "Mora")):
        for path in (f"/jobs/{job.token}/", f"/jobs/{job.token}/state/"):
            assert browser.get(path).status_code == 403
        sent = {"csrfmiddlewaretoken": browser.token()}
        assert browser.post(f"/jobs/{job.token}/stop/", sent).status_code == 403
        assert draw(browser, tables="1-2", once="b").status_code == 403
    assert not job.stopping and not job.over


def test_a_job_that_ends_while_its_page_is_made_is_still_followed(
    held: Site, organiser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the page would show its progress for ever."""
    hall(held)
    answer, words = draw(organiser, tables="1-2"), views._words

    def late(job: Job) -> str:
        ended(held, answer)
        return words(job)

    monkeypatch.setattr(views, "_words", late)
    page = organiser.get(answer["Location"]).getvalue().decode()
    assert "<progress" in page and "/job." in page and '<noscript><meta http-equiv="refresh"' in page


def test_tables_that_were_drawn_are_on_the_page_the_job_ends_in(held: Site, organiser: Browser) -> None:
    hall(held)
    answer = draw(organiser, tables="1-2")
    assert organiser.get(ended(held, answer))["Location"] == "/e/cup/terrain/"
    assert list(held.open("cup").event.venue.layouts) == ["Table 1", "Table 2"]
    # Sent once more by a browser that never got the answer: drawn once.
    assert organiser.get(ended(held, draw(organiser, tables="1-2"))).status_code == 302
    assert list(held.open("cup").event.venue.layouts) == ["Table 1", "Table 2"]


def test_a_kit_comes_when_it_is_made(held: Site, organiser: Browser) -> None:
    start(held)
    page = ended(held, organiser.get("/e/cup/print/kit/"))
    answer = organiser.get(page)
    assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    assert answer.getvalue().startswith(b"%PDF")
    refused = ended(held, organiser.get("/e/cup/print/bracket/"))
    assert "bracket" in organiser.see(refused, 409)


def test_the_record_is_checked_and_the_verdict_shown(held: Site, organiser: Browser) -> None:
    start(held, played=1)
    sent = {"csrfmiddlewaretoken": organiser.token()}
    page = ended(held, organiser.post("/e/cup/keeping/check/", sent))
    assert "Verified: everything matches." in organiser.see(page)


def test_a_list_with_a_wrong_line_comes_back_whole(held: Site, organiser: Browser) -> None:
    events.create(held.desk, "Cup", "bushido", STAFF, seed="seed")
    sent = {"csrfmiddlewaretoken": organiser.token(), "text": "name\nAnn\nann", "once": "a"}
    page = ended(held, organiser.post("/e/cup/people/import/enrol/", sent))
    assert "nobody was enrolled" in organiser.see(page, 409) or "line 3" in organiser.see(page, 409)
    assert not held.open("cup").event.players
    good = {**sent, "text": "name\nAnn\nBob"}
    assert organiser.get(ended(held, organiser.post("/e/cup/people/import/enrol/", good))).status_code == 302
    assert len(held.open("cup").event.players) == 2


def test_an_event_is_imported_by_a_job(held: Site, organiser: Browser) -> None:
    start(held)
    whole = organiser.post("/e/cup/keeping/export/", {"csrfmiddlewaretoken": organiser.token(), "what": "whole"})
    sent = {
        "csrfmiddlewaretoken": organiser.token(),
        "id": "again",
        "file": SimpleUploadedFile("cup.json", whole.getvalue()),
    }
    page = ended(held, organiser.post("/import/take/", sent))
    assert organiser.get(page)["Location"] == "/e/again/desk/"


def test_a_job_of_an_earlier_run_of_the_server_says_so(organiser: Browser) -> None:
    said = organiser.see("/jobs/nowhere/", 404)
    assert "The server was restarted" in said and "it saved nothing" in said
