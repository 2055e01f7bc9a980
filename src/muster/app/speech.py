"""The language of the current answer: web and command line set it, functions that write for people read it.

`tr` and `plural` here give text for a reader; those of `core.kit.language` give messages, which know no reader.
What fills a refusal is always a message, so that it can be said to anybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from pathlib import PurePath

from muster.core.kit.language import ENGLISH, Language, Message, Text, Value, shown

_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def spoken() -> Language:
    """The language of the person being answered."""
    return _spoken.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def tr(english: Text, **values: Value) -> str:
    """A text in the current language, with its `{places}` filled. The English text is the key: write it out
    literally.
    """
    language = spoken()
    if isinstance(english, Message):
        return english.in_(language)
    template = language.text(english)
    return template.format_map(shown(values, language)) if values else template


def without_folders(message: Message) -> Message:
    """The same message with files named without their folders: only the administrator needs to know where they are."""
    named = {key: value.name if isinstance(value, PurePath) else value for key, value in message.values.items()}
    return replace(message, values=named)


def plural(number: int, one: str, many: str, **values: Value) -> str:
    """`plural(3, "{n} table", "{n} tables")`: the form that fits the number."""
    language = spoken()
    return language.plural(number, one, many).format_map(shown({"n": number, **values}, language))
