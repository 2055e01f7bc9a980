"""Where every request begins: the API's addresses, then those of the pages.

Django tries one address after the other, and there are hundreds. Those of the API and those of an event are behind one
each, so that a request passes the others by in one step.
"""

from __future__ import annotations

from itertools import groupby

from django.urls import include, path

from muster.api.routes import BY_TOKEN
from muster.web.programs import api
from muster.web.urls import E, handler400, handler404, handler500
from muster.web.urls import urlpatterns as pages

__all__ = ["handler400", "handler404", "handler500", "urlpatterns"]

_API = "api/"
_by_path = groupby(sorted(BY_TOKEN, key=lambda route: route.path), key=lambda route: route.path)
_of_programs = [
    path("v1/openapi.json", api.openapi),
    *(
        path(api.pattern(routes[0]).removeprefix(_API), api.by_token(routes), name=f"api {routes[-1].name}")
        for routes in (list(group) for _, group in _by_path)
    ),
    path("", api.unknown),
    path("<path:rest>", api.unknown),
]
_of_an_event = [
    path(str(page.pattern).removeprefix(E), page.callback, name=page.name)
    for page in pages
    if str(page.pattern).startswith(E)
]

urlpatterns = [
    path(_API, include(_of_programs)),
    path(E, include(_of_an_event)),
    *(page for page in pages if not str(page.pattern).startswith(E)),
]
