"""Where every request begins: the API's addresses, then those of the pages."""

from __future__ import annotations

from itertools import groupby

from django.urls import include, path

from muster.api.routes import BY_TOKEN
from muster.web.programs import api
from muster.web.urls import handler400, handler404, handler500

__all__ = ["handler400", "handler404", "handler500", "urlpatterns"]

_by_path = groupby(sorted(BY_TOKEN, key=lambda route: route.path), key=lambda route: route.path)

urlpatterns = [
    path("api/v1/openapi.json", api.openapi),
    *(
        path(api.pattern(routes[0]), api.by_token(routes), name=f"api {routes[-1].name}")
        for routes in (list(group) for _, group in _by_path)
    ),
    path("api/", api.unknown),
    path("api/<path:rest>", api.unknown),
    path("", include("muster.web.urls")),
]
