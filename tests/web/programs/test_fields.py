"""What is wrong with a body or a query is said in the reader's language, whatever is sent for whichever field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from muster.api.routes import EVERY
from muster.app.languages import language
from muster.core.kit.decoding import converted, decoder
from muster.core.kit.language import Message
from muster.web.programs.fields import fault_of, not_json

SENT: tuple[Any, ...] = (None, True, -1, 1.5, 10**30, "x" * 5_000, "", [], [[]], ["x"], {}, {"x": {}}, {"x": []})


def parts(kind: inspect.Type, depth: int = 0) -> Iterator[Any]:
    """Values for a field, most of them wrong; wrong inside lists and objects too."""
    yield from SENT
    for one in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(one, inspect.StructType):
            yield from bodies(one.cls, depth + 1)
        elif isinstance(one, inspect.ListType):
            yield from ([value] for value in parts(one.item_type, depth + 1))
            yield [0] * 10_000
            yield ["x"] * 10_000


def bodies(shape: type[Any], depth: int = 0) -> Iterator[dict[str, Any]]:
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)
    yield {"unheard_of": 1}
    for field in info.fields if depth < 3 else ():
        yield from ({field.encode_name: value} for value in parts(field.type, depth))


def faults(shape: type[Any], *, query: bool) -> Iterator[tuple[object, Message | str]]:
    for sent in bodies(shape):
        try:
            if query:
                converted({key: str(value) for key, value in sent.items()}, shape, strict=False)
            else:
                decoder(shape).decode(json.dumps(sent))
        except msgspec.ValidationError as error:
            yield sent, fault_of(error, shape)


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_every_fault_of_every_field_is_said_in_the_readers_language(code: str) -> None:
    spoken, seen = language(code), set()
    shapes = {(route.body, False) for route in EVERY} | {(route.query, True) for route in EVERY}
    found = [one for shape, query in shapes for one in faults(shape, query=query)]
    assert [one for one in found if not isinstance(one[1], Message)] == []
    for _, fault in found:
        assert isinstance(fault, Message)
        seen.add(fault.template)
        assert spoken.text(fault.template) != fault.template or fault.many, fault.template
    assert len(seen) >= 10


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b'{"players": "Ann"}', "„players“ sollte eine Liste sein, nicht Text"),
        (b'{"players": [{"name": 1}]}', "„players[0].name“ sollte Text sein, nicht eine ganze Zahl"),
        (b'{"players": []}', "„players“ sollte 1 oder mehr aufzählen"),
        (b"[]", "es sollte ein Objekt sein, nicht eine Liste"),
    ],
)
def test_it_is_said_what_would_be_right(sent: bytes, said: str) -> None:
    enrol = next(route for route in EVERY if route.name == "enrol")
    with pytest.raises(msgspec.ValidationError) as error:
        decoder(enrol.body).decode(sent)
    fault = fault_of(error.value, enrol.body)
    assert isinstance(fault, Message) and fault.in_(language("de")) == said


@pytest.mark.parametrize(
    ("sent", "said"),
    [(b"{", "es ist abgeschnitten"), (b"{x", "bei Byte 1 stimmt etwas nicht"), (b'{"\xff": 1}', "es ist kein UTF-8")],
)
def test_what_is_not_json_is_told_too(sent: bytes, said: str) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as error:
        msgspec.json.decode(sent)
    fault = not_json(error.value)
    assert isinstance(fault, Message) and fault.in_(language("de")) == said
