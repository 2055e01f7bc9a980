"""The pages of a PDF as pictures, one after the other. What renders them is an extra, and loaded when it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

import numpy as np
import pypdfium2
import pypdfium2.raw

from muster.core.kit.errors import BadInput
from muster.scan.circles import Grey

LONGER_SIDE = 3000
"""In dots, whatever size the page claims: a scanner may have written anything. A sheet of A4 gets 257 per inch."""

_one_at_a_time = Lock()
"""PDFium must not be called from two threads at the same time, not even for two files."""


class Pages:
    """An open PDF. Close it, or it stays in memory."""

    def __init__(self, name: str, content: bytes) -> None:
        try:
            with _one_at_a_time:
                self._document = pypdfium2.PdfDocument(content)
                self.count = len(self._document)
        except pypdfium2.PdfiumError as error:
            if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
                raise BadInput(
                    "“{name}” is locked with a password. Save it without one, or send pictures of the slips.", name=name
                ) from None
            raise BadInput(
                "“{name}” cannot be opened: it is damaged or not a whole PDF. Scan the slips again.", name=name
            ) from None

    def __iter__(self) -> Iterator[Grey | None]:
        """Each page in shades of grey; None for one that cannot be drawn."""
        for at in range(self.count):
            with _one_at_a_time:
                try:
                    grey = self._drawn(at)
                except pypdfium2.PdfiumError:
                    grey = None
            yield grey

    def _drawn(self, at: int) -> Grey:
        page = self._document[at]
        bitmap = page.render(scale=LONGER_SIDE / max(*page.get_size(), 1), grayscale=True)
        grey = np.array(bitmap.to_numpy(), np.uint8).reshape(bitmap.height, bitmap.width)
        bitmap.close()
        page.close()
        return grey

    def close(self) -> None:
        with _one_at_a_time:
            self._document.close()
