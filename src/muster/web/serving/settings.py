"""Django's settings, as a function of the data folder. No database: events are journals, sessions signed cookies."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from muster.app.keeping import files
from muster.core.kit.errors import Refusal
from muster.web.operating.logs import set_up
from muster.web.who.sessions import AGE

KEY_FILE = "web.key"


def settings_for(folder: Path, names: tuple[str, ...] = ()) -> dict[str, Any]:
    from muster.web.pages import TEMPLATES

    return {
        "SECRET_KEY": secret_key(folder),
        "DEBUG": False,
        # muster.web.serving.middleware.known_host decides which hosts are answered.
        "ALLOWED_HOSTS": ["*"],
        "MUSTER_NAMES": names,
        "ROOT_URLCONF": "muster.web.roots",
        "INSTALLED_APPS": [],
        "DATABASES": {},
        "MIDDLEWARE": [
            "muster.web.serving.middleware.noted",
            "muster.web.frames.policies.without_cookies",
            "muster.web.languages.middleware",
            "muster.web.serving.middleware.known_host",
            "muster.web.serving.compression.middleware",
            "muster.web.serving.middleware.headers",
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "muster.web.serving.middleware.whole",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
            "muster.web.serving.middleware.tokens",
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.jinja2.Jinja2",
                "DIRS": [TEMPLATES],
                "OPTIONS": {"environment": "muster.web.pages.environment"},
            }
        ],
        "SESSION_ENGINE": "django.contrib.sessions.backends.signed_cookies",
        "SESSION_COOKIE_NAME": "muster",
        "SESSION_COOKIE_AGE": AGE,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_NAME": "muster-form",
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "CSRF_FAILURE_VIEW": "muster.web.views.public.start.stale_form",
        "SECURE_REFERRER_POLICY": "same-origin",
        "APPEND_SLASH": True,
        "DATA_UPLOAD_MAX_MEMORY_SIZE": 4 * 1024 * 1024,
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 5_000,
        "USE_I18N": False,
        "USE_TZ": True,
        "LOGGING_CONFIG": None,  # Set up in muster.web.operating.logs.
    }


def secret_key(folder: Path) -> str:
    """Drawn once and stored beside the events, readable only by its owner."""
    file = folder / KEY_FILE
    files.make_folder(folder)
    if not file.exists():
        _draw(file)
    key = file.read_text("ascii").strip()
    if not key:
        raise Refusal(
            "{file} is empty. It is the key that badges, private links and sign-ins are signed with. Restore it from a "
            "backup, or delete it for a new one: badges and links then have to be handed out again.",
            file=file,
        )
    return key


def _draw(file: Path) -> None:
    """Written beside its place and moved there: nobody else can read half of it."""
    draft = files.draft_of(file)
    try:
        files.add(draft, token_urlsafe(48).encode("ascii"))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass  # Another process was faster: its key is as good.
        except OSError:
            draft.rename(file)  # A file system without links.
    finally:
        draft.unlink(missing_ok=True)
    files.settle(file.parent)


def configure(folder: Path, names: tuple[str, ...] = (), log: str = "plain", log_requests: bool = False) -> None:
    """Sets up Django and the log; once per process."""
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(**settings_for(folder, names))
        set_up(log, log_requests)
        django.setup()
