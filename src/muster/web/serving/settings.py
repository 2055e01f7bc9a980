"""Django's settings, as a function of the data folder. No database: events are journals, sessions signed cookies."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from muster.web.serving.logs import LOGGING
from muster.web.who.sessions import AGE

KEY_FILE = "web.key"


def settings_for(folder: Path, names: tuple[str, ...] = ()) -> dict[str, Any]:
    from muster.web.pages import TEMPLATES

    return {
        "SECRET_KEY": secret_key(folder),
        "DEBUG": False,
        # Which hosts are answered is decided by muster.web.serving.middleware.known_host.
        "ALLOWED_HOSTS": ["*"],
        "MUSTER_NAMES": names,
        "ROOT_URLCONF": "muster.web.urls",
        "INSTALLED_APPS": [],
        "DATABASES": {},
        "MIDDLEWARE": [
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
        "LOGGING": LOGGING,
    }


def secret_key(folder: Path) -> str:
    """Drawn once and kept beside the events, readable by its owner alone."""
    file = folder / KEY_FILE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text("ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.write(token_urlsafe(48))
    return file.read_text("ascii").strip()


def configure(folder: Path, names: tuple[str, ...] = ()) -> None:
    """Sets Django up; once in a process."""
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(**settings_for(folder, names))
        django.setup()
