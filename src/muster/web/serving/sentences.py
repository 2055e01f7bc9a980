"""Answers that are given before any page could be: a sentence for people, a problem document for programs."""

from __future__ import annotations

from muster.api.call import encoded
from muster.api.problems import CONTENT_TYPE, problem_of
from muster.app.languages import language, preferred
from muster.app.speech import speaking
from muster.core.kit.errors import Refusal
from muster.web.connections import Scope
from muster.web.programs.api import PREFIX


def sentence(scope: Scope, refusal: Refusal) -> tuple[int, bytes, bytes]:
    """The status, the content type and the body, in the reader's language."""
    accepted = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")
    with speaking(language(preferred(accepted))):
        told = problem_of(refusal)
    if scope["path"].startswith(PREFIX):
        return told.status, CONTENT_TYPE.encode(), encoded(told)
    return told.status, b"text/plain; charset=utf-8", f"{told.detail}\n".encode()
