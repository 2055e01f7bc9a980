"""What happens on a disk of two megabytes, in a process that may mount one: full, read-only, and well again.

Prints as JSON what people were told. `tests/faults/test_disk.py` starts it in a namespace of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from muster.app.past.verify import verify
from muster.app.staff import announcements
from muster.app.views.diagnosis import Diagnosis, Severity
from muster.cli.root import run
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.doctor.examine import examine
from muster.doctor.patient import Patient
from muster.main import SystemClock, Web, backups_of, desk_at
from muster.store.sqlite import FILE, SqliteJournals
from muster.web.site import Site
from tests.web.conftest import Browser, organiser_of, site_in, start, text_of

MOST = 5_000


def full(disk: Path, data: Path) -> Iterator[None]:
    """Until something deletes the file that takes up all the space."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as opened:
        while True:
            opened.write(b"x" * 512)
    yield
    filler.unlink()


def read_only_file(disk: Path, data: Path) -> Iterator[None]:
    subprocess.run(["mount", "--bind", str(data / FILE), str(data / FILE)], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(data / FILE)], check=True)
    yield
    subprocess.run(["umount", "--lazy", str(data / FILE)], check=True)


def read_only_disk(disk: Path, data: Path) -> Iterator[None]:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    yield
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)


FAULTS: dict[str, Callable[[Path, Path], Iterator[None]]] = {
    "full": full,
    "read-only file": read_only_file,
    "read-only disk": read_only_disk,
}


def refused(act: Callable[[], object]) -> str:
    try:
        act()
    except Refusal as refusal:
        return str(refusal)
    return ""


def acted(site: Site) -> tuple[int, str]:
    """How many actions were acknowledged until one was refused, and what that refusal said."""
    for number in range(MOST):
        text = f"{'Tea ' * 20}{number}"
        if said := refused(partial(announcements.announce, site.desk, "cup", text, Actor())):
            return number, said
    return MOST, ""


def answered(browser: Browser, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
    answer = browser.get(path) if form is None else browser.post(path, form)
    return answer.status_code, text_of(answer)


def examined(data: Path) -> Iterator[Diagnosis]:
    """What `muster doctor` finds."""
    return examine(Patient(data, "", lambda: desk_at(data), SystemClock().now(), port=0))


def main() -> None:
    disk, what = Path(sys.argv[1]), sys.argv[2]
    data = disk / "data"
    site = site_in(data)
    start(site)
    organiser = organiser_of(site)
    form = {"text": "Lunch", "csrfmiddlewaretoken": organiser.token()}
    link = f"/sign-in/{site.sign_in.token()}/"
    before = site.open("cup").last
    assert isinstance(site.desk.journals, SqliteJournals)
    if what != "full":
        site.desk.journals.close()  # What is open for writing stays so.
    with contextmanager(FAULTS[what])(disk, data):
        done, said = acted(site)
        told = {
            "said": said,
            "form": answered(organiser, "/e/cup/announce/", form),
            "page": answered(organiser, "/e/cup/desk/"),
            "sign_in": answered(Browser(site), link),
            "backup": refused(lambda: backups_of(data).save(disk / "b.zip", site.desk.clock.now())),
            "export": run(desk_at, ["--data", str(data), "export", "cup", "-o", str(disk / "e.json")], Web()),
            "must be fixed": [
                f"{one.check}: {one.found}" for one in examined(data) if one.verdict is Severity.MUST_FIX
            ],
            "left": sorted(path.name for path in disk.iterdir() if path.name not in ("data", "filler")),
        }
    after = desk_at(data).open("cup")
    told["entries"] = (after.last, before + done)
    told["verified"] = verify(after, "seed").ok
    told["again"] = announcements.announce(site.desk, "cup", "Tea is over", Actor()).last
    print(json.dumps(told))


if __name__ == "__main__":
    main()
