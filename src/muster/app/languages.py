"""The languages that Muster speaks: which there are, which one a reader gets, and the catalogues behind them."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime
from functools import cache, lru_cache
from gettext import c2py
from importlib.resources import files
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time
from babel.messages.catalog import Catalog, Message

from muster.app.compiled import Texts, compiled
from muster.app.speech import spoken, tr
from muster.core.kit.errors import UnknownName
from muster.systems import registry

FOLDER = "catalogues"
"""The folder with a language's texts: one beside this file for the program, one in each game's folder."""
SOURCE = "en"
"""The language texts are written in; it needs no catalogue."""
APOSTROPHE = re.compile(r"(?<=[\w}])'(?=\w)")


@cache
def typeset(english: str) -> str:
    """An English text as a page shows it: with a typographic apostrophe, whichever one it was written with."""
    return APOSTROPHE.sub("’", english)


def _own_name(code: str) -> str:
    name = str(Locale.parse(code).get_language_name(code))
    return name[:1].upper() + name[1:]


CODES = tuple(sorted(file.stem for file in (Path(__file__).parent / FOLDER).glob("*.po")))
"""The languages with a catalogue beside this file. A language with a file is offered everywhere."""
NAMES = {code: _own_name(code) for code in (SOURCE, *CODES)}
"""Every language as its speakers call it."""
DATED = {SOURCE: "en_GB"}
"""The locale for dates if the reader's country is not known: that of the country with the language's code, but British
for English (day before month, 24-hour clock).
"""


class Spoken:
    """A page's language: texts from its catalogue (English has none), numbers by its locale, dates and times by the
    reader's country.
    """

    def __init__(self, code: str, country: str = "") -> None:
        self.code = code
        self.dated = Locale.parse(country or DATED.get(code, code))
        self.locale = Locale.parse(code)
        self.decimal_point = str(self.locale.number_symbols["latn"]["decimal"])
        texts = Texts({}, "n != 1") if code == SOURCE else kept_texts(code)
        self._texts = texts.found
        self._form = c2py(texts.plural)

    @property
    def direction(self) -> str:
        return str(self.locale.text_direction)

    @property
    def dates(self) -> str:
        """For a page's scripts."""
        return str(self.dated).replace("_", "-")

    def text(self, english: str) -> str:
        found = self._texts.get(english) if english else None
        if isinstance(found, list):  # It is also the form for one of a text that counts.
            found = found[self._form(1)] if found else None
        return found or typeset(english)

    def plural(self, number: int, one: str, many: str) -> str:
        found = self._texts.get(one)
        if isinstance(found, list) and found:
            return found[self._form(number)] or one
        return typeset(one if number == 1 else many)

    def day(self, day: date) -> str:
        return format_date(day, "long", locale=self.dated)

    def time(self, at: datetime) -> str:
        return format_time(at.astimezone(), "short", locale=self.dated)

    def moment(self, at: datetime) -> str:
        return format_datetime(at.astimezone(), "short", locale=self.dated)


def own_catalogue(code: str) -> Catalog:
    """The program's texts without those of games, as translators have them."""
    from babel.messages.pofile import read_po  # Slow to load; readers only need the compiled form.

    with _own(code).open("rb") as file:
        return read_po(file, locale=code)


def _own(code: str) -> Path:
    return Path(__file__).parent / FOLDER / f"{code}.po"


def texts(code: str) -> Texts:
    """All texts: the program's, then what each game adds. No game can change an existing text."""
    whole = compiled(_own(code), code)
    found = dict(whole.found)
    for key in registry.names():
        for english, translated in _of_game(key, code).items():
            found.setdefault(english, translated)
    return Texts(found, whole.plural)


def _of_game(key: str, code: str) -> dict[str, str | list[str]]:
    """The usable texts in a game's folder. A package may have no translations, faulty ones, or no folder."""
    try:
        return compiled(files(registry.offer(key).home) / FOLDER / f"{code}.po", code, _fits).found
    except (OSError, ValueError, TypeError, ModuleNotFoundError):
        return {}


def _fits(message: Message) -> bool:
    """Whether a translation can be filled in: it has no place that the English text lacks."""
    english = [message.id] if isinstance(message.id, str) else [*message.id, "{n}"]
    theirs = [message.string] if isinstance(message.string, str) else message.string or ()
    try:
        allowed, wanted = ({p for text in texts for p in _places(text)} for texts in (english, theirs))
    except ValueError:
        return False
    return wanted <= allowed


def _places(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


kept_texts = cache(texts)


@cache
def language(code: str, country: str = "") -> Spoken:
    return Spoken(code, country)


def named(code: str) -> Spoken:
    """A language by its code, as typed."""
    if code not in NAMES:
        raise UnknownName("language", code, NAMES)
    return language(code)


def current() -> Spoken:
    """The language of the page being rendered."""
    now = spoken()
    return now if isinstance(now, Spoken) else language(SOURCE)


@lru_cache(maxsize=256)
def preferred(accepted: str) -> str:
    """The first of a client's accepted languages (`de-AT,en;q=0.8`) that we have, otherwise English."""
    return next((code for code, _ in _asked(accepted) if code in NAMES), SOURCE)


@lru_cache(maxsize=256)
def country(accepted: str, code: str) -> str:
    """The locale of the country a client names with a language, if it names a known one: `en_US`."""
    for asked, tag in _asked(accepted):
        with suppress(UnknownLocaleError, ValueError):
            if asked == code and "-" in tag:
                return str(Locale.parse(tag, sep="-"))
    return ""


def _asked(accepted: str) -> list[tuple[str, str]]:
    """What the header asks for, best first: each language without and with its country."""
    found = []
    for part in accepted.split(","):
        tag, _, weight = part.strip().partition(";q=")
        with suppress(ValueError):
            found.append((float(weight or 1), tag))
    return [(tag.partition("-")[0].casefold(), tag) for _, tag in sorted(found, key=lambda one: -one[0])]


def day(iso: str) -> str:
    """A date in the reader's format."""
    return current().day(date.fromisoformat(iso)) if iso else ""


def place(rank: int) -> str:
    """A place in the standings as an ordinal: 1st, 2nd, 3rd, 11th. French has its own word for 1st."""
    if rank == 1:
        return tr("1st")
    if rank % 100 not in (11, 12, 13):
        if rank % 10 == 1:
            return tr("{n}st", n=rank)
        if rank % 10 == 2:
            return tr("{n}nd", n=rank)
        if rank % 10 == 3:
            return tr("{n}rd", n=rank)
    return tr("{n}th", n=rank)


def moment(iso: str) -> str:
    """The local time, with the date if it was on another day."""
    at = datetime.fromisoformat(iso).astimezone()
    return current().time(at) if at.date() == datetime.now().astimezone().date() else current().moment(at)


def of_day(iso: str) -> str:
    """The local time."""
    return current().time(datetime.fromisoformat(iso))


def stamp(iso: str) -> str:
    """The day and the time, as printed on sheets."""
    at = datetime.fromisoformat(iso).astimezone()
    return f"{current().day(at.date())}, {current().time(at)}"
