"""Problems with this computer that the organiser should know: clock set back, address gone, no backups."""

from __future__ import annotations

from datetime import timedelta

from muster.app.desk import Opened
from muster.app.languages import moment
from muster.app.speech import plural, tr
from muster.web.site import Site

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def troubles(site: Site, opened: Opened) -> list[str]:
    found = []
    behind = site.desk.behind(opened)
    if behind is not None:
        found.append(
            tr(
                "This computer’s clock is {time} behind the event’s last entry ({last}). If it is wrong, "
                "correct it. Until then Muster counts on from that entry, so the round clock keeps running.",
                time=_length(behind.by),
                last=moment(behind.last),
            )
        )
    if site.reach.trouble is not None:
        found.append(tr(site.reach.trouble.message))
    if site.backups is not None and site.backups.trouble is not None:
        found.append(tr(site.backups.trouble.message))
    return found


def _length(time: timedelta) -> str:
    if time >= 2 * DAY:
        return plural(round(time / DAY), "{n} day", "{n} days")
    if time >= HOUR * 0.995:
        return plural(round(time / HOUR), "{n} hour", "{n} hours")
    return plural(round(time / timedelta(minutes=1)), "{n} minute", "{n} minutes")
