"""The stored events: the file or the database, every journal in it, and backups."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from muster.app.backups import BY_HAND
from muster.app.numbers import count
from muster.app.past.verify import check_tables, verify
from muster.app.ports import JournalName, Stored
from muster.app.views.diagnosis import Diagnosis, Severity, concern, fine, must_fix
from muster.core.kit.errors import DamagedJournal, GameMissing, Refusal
from muster.core.record.event_journal import EVENT
from muster.core.record.journal import must_chain
from muster.doctor.patient import FILE, Patient

OLD = timedelta(days=7)
"""A backup's age, if something was done since."""

AHEAD = timedelta(minutes=5)

RESTORE = "Restore a backup into a new folder (muster restore), and export the events that are still sound first."


def store(patient: Patient) -> Iterator[Diagnosis]:
    if patient.database:
        from muster.store.postgres.checkup import look

        yield from look(patient.database)
        if (patient.folder / FILE).exists():
            yield concern(
                "store",
                f"{patient.folder / FILE} is not used: the events are in the database.",
                "Delete it once you are sure that everything was transferred: people you erase are still in it.",
            )
        return
    file = patient.folder / FILE
    if not file.exists():
        yield fine("store", f"There are no events in {patient.folder} yet.")
        return
    from muster.store.checkup import look as look_at_file

    yield from look_at_file(file)


def journals(patient: Patient) -> Iterator[Diagnosis]:
    """Each on its own: that it ends where it should or, with `deep`, all of it, computing events again."""
    if not patient.database:
        from muster.store.checkup import is_current

        if not is_current(patient.folder / FILE):
            return  # There is nothing to read, or opening it would change it.
    try:
        listed = patient.desk().journals.listed()
    except Refusal as refusal:
        if not patient.database:  # For an unusable database, the check of the database has already said what to do.
            yield must_fix("journals", str(refusal), RESTORE)
        return
    damaged, latest = 0, ""
    for one in listed:
        try:
            latest = max(latest, _must_be_sound(patient, one))
        except GameMissing as missing:
            yield concern("journals", str(missing), "Install the package of that game, or leave the event as it is.")
        except (Refusal, _Differs) as refusal:
            damaged += 1
            yield must_fix("journals", f"The {one.kind} “{one.id}” is damaged: {refusal}", RESTORE)
        except Exception as error:  # An unforeseen error in one must not hide the others.
            damaged += 1
            yield must_fix("journals", f"The {one.kind} “{one.id}” cannot be read ({type(error).__name__}).", RESTORE)
    if not damaged:
        how = "read and computed again" if patient.deep else "complete to the last entry; --deep reads all of them"
        yield fine("journals", f"{count(len(listed), 'journal')}, {how}.")
    if latest and datetime.fromisoformat(latest) > datetime.fromisoformat(patient.now) + AHEAD:
        yield concern(
            "clock",
            f"The last entry is of {latest[:16].replace('T', ' ')} (UTC), which this computer's clock has not reached.",
            "Set its date and time: rounds would seem to run on.",
        )


class _Differs(Exception):
    """What was computed again differs from what was recorded; says where."""


def _must_be_sound(patient: Patient, one: Stored) -> str:
    """Returns the time of its last entry."""
    desk = patient.desk()
    name = JournalName(one.kind, one.id)
    rows = desk.journals.rows(name, 0 if patient.deep else max(one.entries - 1, 0))
    if not rows:
        raise DamagedJournal("The journal has no entries.")
    if patient.deep:
        must_chain(rows)
        if one.kind == EVENT.kind:
            found = verify(desk.open(one.id), desk.seed(one.id), tables=check_tables(desk, one.id))
            if found.difference is not None:
                raise _Differs(found.difference)
    return rows[-1].at


def backups(patient: Patient) -> Iterator[Diagnosis]:
    from muster.web.backups import noted_folder

    folder = noted_folder(patient.folder)
    if folder is None:
        if patient.database or (patient.folder / FILE).exists():
            yield concern(
                "backups",
                "No folder is chosen for copies after every round.",
                "Choose one on the desk under Backups or with serve --backup DIR, such as a USB stick.",
            )
        return
    if not folder.is_dir():
        yield concern(
            "backups", f"The folder for copies, {folder}, is not there.", "Plug the stick in, or choose another."
        )
        return
    made = [one.stat().st_mtime for one in folder.glob(f"{BY_HAND}*.zip")]
    if not made:
        yield concern("backups", f"There is no backup in {folder} yet.", f"Make one: muster backup {folder}")
        return
    newest = datetime.fromtimestamp(max(made)).astimezone()
    age = datetime.fromisoformat(patient.now) - newest
    found = f"The newest backup in {folder} is of {newest:%Y-%m-%d %H:%M}."
    verdict = Severity.WARNING if age > OLD else Severity.OK
    yield Diagnosis("backups", verdict, found, f"Make another: muster backup {folder}" if age > OLD else "")
