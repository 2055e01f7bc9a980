"""Runs all checks one after the other. An error in a check is a finding, and the next check still runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from muster.app.views.diagnosis import Diagnosis, must_fix
from muster.doctor.patient import Patient

CHECKS = (
    ("machine", "python"),
    ("machine", "packages"),
    ("machine", "clock"),
    ("folder", "rights"),
    ("folder", "key"),
    ("folder", "disk"),
    ("folder", "file_system"),
    ("events", "store"),
    ("events", "journals"),
    ("events", "backups"),
    ("network", "certificate"),
    ("network", "server"),
    ("network", "addresses"),
)
"""Each in a module of its own, which is only loaded here: a missing package breaks one check, not all."""


def examine(patient: Patient) -> Iterator[Diagnosis]:
    for module, name in CHECKS:
        yield from _by_itself(module, name, patient)


def _by_itself(module: str, name: str, patient: Patient) -> Iterator[Diagnosis]:
    try:
        yield from _check(module, name)(patient)
    except Exception as error:  # An unforeseen error in one check must not end the others; it is told.
        yield must_fix(
            name,
            f"The check itself failed ({type(error).__name__}: {error}).",
            "Fix what it names, or report it.",
        )


def _check(module: str, name: str) -> Callable[[Patient], Iterable[Diagnosis]]:
    found: Callable[[Patient], Iterable[Diagnosis]] = getattr(import_module(f"muster.doctor.{module}"), name)
    return found
