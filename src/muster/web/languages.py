"""The languages of the pages: which there are, which one a reader gets, and the catalogues behind them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import cache
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_datetime, format_time
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from muster.core.kit.errors import UnknownName
from muster.core.kit.language import speaking, spoken, tr

CATALOGUES = Path(__file__).parent / "catalogues"
NAMES = {"en": "English", "de": "Deutsch"}
COOKIE = "muster-language"
YEAR = 365 * 24 * 3600


class Spoken:
    """A language of a page: texts by its catalogue (English has none), dates and numbers by its locale."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.locale = Locale.parse(code)
        self.decimal_point = str(self.locale.number_symbols["latn"]["decimal"])
        self._catalogue = Catalog(locale=code) if code == "en" else catalogue(code)
        self._form = c2py(self._catalogue.plural_expr)

    @property
    def direction(self) -> str:
        return str(self.locale.text_direction)

    def text(self, english: str) -> str:
        found = self._catalogue.get(english) if english else None
        return str(found.string) if found and found.string else english

    def plural(self, number: int, one: str, many: str) -> str:
        found = self._catalogue.get(one)
        if found and isinstance(found.string, list | tuple):
            return found.string[self._form(number)] or one
        return one if number == 1 else many

    def day(self, day: date) -> str:
        return format_date(day, "long", locale=self.locale)


def catalogue(code: str) -> Catalog:
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


@cache
def language(code: str) -> Spoken:
    return Spoken(code)


def named(code: str) -> Spoken:
    """A language by its code, as somebody typed it."""
    if code not in NAMES:
        raise UnknownName("language", code, NAMES)
    return language(code)


def current() -> Spoken:
    """The language of the page that is being made."""
    now = spoken()
    return now if isinstance(now, Spoken) else language("en")


def wanted(request: HttpRequest) -> str:
    """What the reader picked, else the first of the browser's languages that we speak."""
    for picked in (request.GET.get("lang", ""), request.COOKIES.get(COOKIE, "")):
        if picked in NAMES:
            return picked
    asked = [_asked(part) for part in request.headers.get("Accept-Language", "").split(",")]
    for _, code in sorted(asked, key=lambda one: -one[0]):
        if code in NAMES:
            return code
    return "en"


def _asked(part: str) -> tuple[float, str]:
    """One entry of the header, such as `de-AT;q=0.8`: how much it is wanted, and the language without its country."""
    code, _, weight = part.strip().partition(";q=")
    try:
        return float(weight or 1), code.partition("-")[0].casefold()
    except ValueError:
        return 0, ""


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers in the reader's language. `?lang=de` on any page picks one, and a cookie keeps it."""

    def answer(request: HttpRequest) -> HttpResponse:
        code = wanted(request)
        with speaking(language(code)):
            response = get_response(request)
        response["Content-Language"] = code
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        if request.GET.get("lang") in NAMES:
            response.set_cookie(COOKIE, code, max_age=YEAR, samesite="Lax", httponly=True)
        return response

    return answer


def day(iso: str) -> str:
    """A date as the reader writes it."""
    return current().day(date.fromisoformat(iso)) if iso else ""


def place(rank: int) -> str:
    """A place in the standings as the reader counts them: 1st, 2nd, 3rd, 11th."""
    if rank % 100 not in (11, 12, 13):
        if rank % 10 == 1:
            return tr("{n}st", n=rank)
        if rank % 10 == 2:
            return tr("{n}nd", n=rank)
        if rank % 10 == 3:
            return tr("{n}rd", n=rank)
    return tr("{n}th", n=rank)


def moment(iso: str) -> str:
    """The time of day here, with the date when it was on another day."""
    at = datetime.fromisoformat(iso).astimezone()
    if at.date() == datetime.now().astimezone().date():
        return format_time(at, "short", locale=current().locale)
    return format_datetime(at, "short", locale=current().locale)
