"""Whatever a page does or shows, a program can do or read too: addresses of pages beside the routes of the API."""

from __future__ import annotations

from collections import Counter
from typing import Any

from muster.api.routes import BY_TOKEN, EVERY
from muster.web.urls import urlpatterns

FORMS_OF_PAGES = {
    "who is signed in, and with which link: no token lets anybody in": """sign-out sign-out-device sign-out-others join
        use-link invite-organiser renew staff-remove duty make-token revoke-token make-player-token make-server-token
        revoke-server-token send-password change-password add-account account-link disable-account account-quota
        erase-account add-organiser remove-organiser hand-over""",
    "which browser has which name: a program has its token instead": """pick leave send-code ask-desk not-me answer-name
        release-name""",
    "where browsers of strangers enrol; a program enrols with a token": "send-registration",
    "the computer that the server is on": "choose-address scan-install",
    "a slip on a picture, confirmed by who sees it; a program enters the result itself": "scan-read scanned-book",
    "waiting for something long in a browser; a program waits for its answer": "stop-job",
    "a judge's own choice on their phone; a program decides as the organiser does": "choose-award",
    "two phones on one game outside of any event, without anybody signed in": """open-game sit-down game-tap-both
        game-tap game-share""",
}
"""Forms without a twin, with the reason."""

PAGES = {
    "events": "events.json events",
    "season": "season.json",
    "season-desk": "season",
    "season-report": "season standings",
    "season-table-csv": "season.json",
    "season-statistics": "season-statistics.json",
    "season-statistics-csv": "season-statistics.json",
    "all-statistics": "all-statistics",
    "all-statistics-csv": "all-statistics",
    "my-game": "my-game",
    "both": "my-game",
    "judge-game": "game",
    "watch": "game.json",
    "backup": "backups",
    "everybody": "people",
    "people-log": "people-log",
    "profile": "profile.json person",
    "person-file": "person-file",
    "event": "event.json event",
    "keeping": "export check-record",
    "pairings": "rounds.json rounds",
    "round": "round.json round",
    "standings": "standings.json standings",
    "standings-after": "standings-after.json standings-after",
    "statistics": "statistics.json",
    "statistics-csv": "statistics.json",
    "schedule": "schedule.json schedule",
    "bracket": "bracket.json bracket",
    "players": "players.json players",
    "player": "player.json",
    "player-lists": "lists.json player-lists",
    "rules": "system options",
    "expected": "expected.json",
    "table-terrain": "table-terrain.json",
    "table-terrain-then": "table-terrain-then.json",
    "desk": "event rounds",
    "stream": "overlay-style",
    "print": "sheet",
    "print-sheet": "sheet",
    "log": "log",
    "people": "players",
    "import": "import-players",
    "person": "player",
    "scenarios": "scenarios",
    "own-scenario": "scenarios",
    "scenario": "scenario.json",
    "terrain": "terrain",
    "layout": "terrain layout-look",
    "keying": "round",
    "correct": "correct",
    "tables": "rounds calls rulings",
    "lists": "lists",
    "lists-missing": "lists",
    "list": "player-lists",
    "list-data": "list-data",
    "time": "clock.json",
    "clock": "clock",
    "awards": "awards",
    "me": "me",
    "my-report": "me",
    "my-lists": "my-lists",
    "webhooks": "webhooks-list sites",
}
"""What a page shows, and the routes that provide it."""

SHOWN_ON_PAGES = {
    "signing in, and the links and codes that do it": """sign-in invited invitation private claim devices links tokens
        server-tokens password-sign-in account accounts organisers""",
    "a form and nothing else": "new new-season bring forget register breach lists-import",
    "slips on pictures, and where the codes on paper lead": """scan scanned scanned-slip scanned-picture slip table""",
    "a file that everybody can fetch from the page's own address": """event-calendar season-calendar final-file
        scenario-sheet""",
    "for browsers: how they look, what they keep, what time it is": """worker manifest screen now overlay-standings
        overlay-pairings overlay-table overlay-clock overlay-look overlay-own-style embed-standings embed-pairings
        embed-bracket job job-state address""",
    "a game outside of any event": "play game game-both",
}
"""Pages without an equivalent route, with the reason."""


def listed(reasons: dict[str, str]) -> list[str]:
    return [name for names in reasons.values() for name in names.split()]


def test_every_form_of_a_page_has_its_twin_or_a_reason() -> None:
    forms = {str(pattern.name): _action(pattern) for pattern in urlpatterns if _method(pattern) == "POST"}
    twins = {twin: route for route in BY_TOKEN for twin in route.twins}
    both = Counter([*twins, *listed(FORMS_OF_PAGES)])
    assert set(both) == set(forms) and max(both.values()) == 1
    # A route that needs less permission than its page would be a way around the permissions.
    assert {twin for twin, route in twins.items() if route.action is not forms[twin]} == set()
    assert [route.name for route in BY_TOKEN if route.does is not None and not route.twins] == []


def test_every_page_has_a_route_that_tells_the_same_or_a_reason() -> None:
    routes = {route.name for route in EVERY}
    pages = {str(pattern.name) for pattern in urlpatterns if _method(pattern) == "GET"} - {
        name for name in routes if name.endswith(".json")
    }
    both = Counter([*PAGES, *listed(SHOWN_ON_PAGES)])
    assert set(both) == pages and max(both.values()) == 1
    assert {name for names in PAGES.values() for name in names.split()} <= routes


def _action(pattern: Any) -> object:
    return pattern.callback.action


def _method(pattern: Any) -> object:
    return pattern.callback.method
