"""`python -m muster`."""

from __future__ import annotations

from muster.main import main

main()
