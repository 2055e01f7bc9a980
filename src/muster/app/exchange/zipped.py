"""Files in one zip: the same files give the same bytes, whenever it is made."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can store."""


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files:
            info = ZipInfo(name, EPOCH)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()
