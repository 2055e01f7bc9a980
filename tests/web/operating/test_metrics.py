"""What the server counts: the text that Prometheus reads, and sums over processes that come and go."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import ExitStack
from http.client import RemoteDisconnected
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from muster.app.keeping.counted import Counted, counted
from muster.app.ports import JournalName
from muster.core.kit.errors import Busy, Conflict, Refusal, UnknownName
from muster.store.memory import MemoryJournals
from muster.web.operating.metrics import AT_ONCE, FAMILIES, Metrics, listening, page_names, read_all, series, text
from muster.web.operating.under_way import UnderWay
from muster.web.roots import urlpatterns
from tests.cli.conftest import Muster

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? [0-9.e+-]+')


def test_the_text_is_what_prometheus_reads() -> None:
    own = Metrics(series(page_names(urlpatterns)))
    own.answered(UnderWay("1", page="desk", status=200), 0.03)
    own.answered(UnderWay("2", page="desk", status=200), 7.0)
    own.answered(UnderWay("3", page="pick", status=429), 0.001)
    own.answered(UnderWay("4", page="live", status=200, lasting=True), 3600.0)
    own.answered(UnderWay("5", page="made up by somebody", status=299), 0.2)
    own.answered(UnderWay("6"), 90.0)  # Whoever asked has left.
    lines = text(own.read()).splitlines()
    assert [line for line in lines if line[0] != "#" and not LINE.fullmatch(line)] == []
    assert 'muster_requests_total{page="desk",status="200"} 2' in lines
    assert 'muster_requests_total{page="pick",status="429"} 1' in lines
    assert 'muster_requests_total{page="other",status="other"} 2' in lines
    assert (
        'muster_request_seconds_bucket{le="0.05"} 2' in lines and 'muster_request_seconds_bucket{le="+Inf"} 4' in lines
    )
    assert "muster_request_seconds_count 4" in lines and "muster_request_seconds_sum 7.231" in lines
    assert "muster_too_often_total 1" in lines and "muster_appends_total 0" in lines
    for family, (kind, _) in FAMILIES.items():
        assert f"# TYPE {family} {kind}" in lines
    assert "made up" not in "\n".join(lines)


@pytest.mark.skipif(sys.platform == "win32", reason="there is one process there")
def test_sums_never_go_back_when_a_process_is_replaced(tmp_path: Path) -> None:
    import fcntl

    names = series(["desk"])
    first, second = Metrics(names, tmp_path), Metrics(names, tmp_path)
    first.add("muster_appends_total", 3)
    second.add("muster_appends_total", 4)
    first.set("muster_open_streams", 10)
    second.set("muster_open_streams", 20)
    found = read_all(tmp_path)
    assert (found["muster_appends_total"], found["muster_open_streams"]) == (7, 30)
    assert first._file is not None
    fcntl.flock(first._file, fcntl.LOCK_UN)  # As when its process ends.
    found = read_all(tmp_path)
    assert (found["muster_appends_total"], found["muster_open_streams"]) == (7, 20), "nobody follows a dead process"
    third = Metrics(names, tmp_path)
    third.add("muster_appends_total")
    assert read_all(tmp_path)["muster_appends_total"] == 8
    assert len([*tmp_path.glob("*.values")]) == 2, "it took the place of the first"
    other = Metrics(series(["desk", "a page of the next version"]), tmp_path)
    other.add("muster_appends_total")
    assert read_all(tmp_path)["muster_appends_total"] == 9


def test_the_store_is_counted() -> None:
    told: list[Counted] = []

    class Odd(MemoryJournals):
        trouble: Exception | None = None

        def append(self, *_: object) -> None:
            if self.trouble is not None:
                raise self.trouble

    odd = Odd()
    journals = counted(odd, told.append)
    name = JournalName("event", "cup")
    journals.append(name, [], 0)
    broken = Refusal("The disk is full.")
    broken.__cause__ = OSError(28, "full")
    for trouble in (Conflict("first"), Busy("down"), broken, RuntimeError("bug"), UnknownName("event", "x", ())):
        odd.trouble = trouble
        with pytest.raises(type(trouble)):
            journals.append(name, [], 0)
    failed = Counted.FAILED
    assert told == [Counted.APPENDED, Counted.CONFLICT, failed, failed, failed]
    assert journals.listed() == [] and len(told) == 5


def test_the_docs_tell_of_every_number() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "hosting.md").read_text("utf-8")
    table = page.partition("<!-- metrics -->")[2].partition("<!-- /metrics -->")[0]
    assert re.findall(r"^\| `(\w+)", table, re.M) == list(FAMILIES)


def test_they_are_at_an_address_of_their_own() -> None:
    with listening("127.0.0.1", 0, lambda: {"muster_processes": 1.0}) as port:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            assert answer.read().decode().splitlines()[-1] == "muster_processes 1"
        with pytest.raises(HTTPError):
            urlopen(f"http://127.0.0.1:{port}/", timeout=60)
        with (
            pytest.raises(Refusal, match=f"Metrics cannot use port {port} on 127.0.0.1"),
            listening("127.0.0.1", port, dict),
        ):
            pass


def test_who_asks_slowly_or_leaves_early_keeps_nobody_from_asking(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    told = [1.0]
    with listening("127.0.0.1", 0, lambda: {"muster_processes": 1 / told[0]}) as port, ExitStack() as slow:
        for _ in range(2 * AT_ONCE):
            one = slow.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            one.sendall(b"GET /metrics HTTP/1.1\r\nX")
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
            assert answer.status == 200
        assert caplog.records == []
        told[0] = 0.0
        with pytest.raises(RemoteDisconnected):
            urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60)
    assert {one.name for one in caplog.records} == {"muster.web.operating.metrics"}
    assert "127.0.0.1" not in "".join(capfd.readouterr())


def test_a_bad_address_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    muster = Muster(tmp_path, capsys)
    for bad in ("x", "1:", ":", "10.0.0.1:99999", "-5"):
        assert f"--metrics “{bad}” should be a port" in muster.misused("serve", f"--metrics={bad}")
