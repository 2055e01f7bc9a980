"""The findings of `muster doctor`: what was found, and what to do about it."""

from __future__ import annotations

from enum import StrEnum

from muster.app.exact import View


class Severity(StrEnum):
    OK = "ok"
    WARNING = "warning"
    MUST_FIX = "must_fix"


class Diagnosis(View, frozen=True):
    """One thing that was checked. `fix`: what to do, in one sentence; empty if it is fine."""

    check: str
    verdict: Severity
    found: str
    fix: str = ""


def fine(check: str, found: str) -> Diagnosis:
    return Diagnosis(check, Severity.OK, found)


def concern(check: str, found: str, fix: str) -> Diagnosis:
    return Diagnosis(check, Severity.WARNING, found, fix)


def must_fix(check: str, found: str, fix: str) -> Diagnosis:
    return Diagnosis(check, Severity.MUST_FIX, found, fix)
