"""What the server writes to its log: errors of ours, never a secret."""

from __future__ import annotations

import logging
import re
from typing import Any

SECRET = re.compile(r"/(sign-in|staff|p)/[^/\s]+")


class WithoutSecrets(logging.Filter):
    """Takes the secret part out of the addresses of links that sign somebody in."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"/\1/…", record.getMessage()), ()
        return True


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"secrets": {"()": WithoutSecrets}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["secrets"]}},
    # What a visitor asked wrongly is answered to them and is no matter for the log.
    "loggers": {"django": {"handlers": ["stderr"], "level": "ERROR", "propagate": False}},
}
