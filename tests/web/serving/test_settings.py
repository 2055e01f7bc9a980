"""The key of a data folder: drawn once, also by several at the same moment."""

from __future__ import annotations

from pathlib import Path
from secrets import token_urlsafe

import pytest

from muster.core.kit.errors import Refusal
from muster.web.serving.settings import KEY_FILE, secret_key


def test_two_who_draw_the_key_at_once_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is not finished when the other asks: processes of one server, or a server and a command."""
    faster: list[str] = []

    def overtaken(length: int) -> str:
        monkeypatch.undo()
        faster.append(secret_key(tmp_path))
        return token_urlsafe(length)

    monkeypatch.setattr("muster.web.serving.settings.token_urlsafe", overtaken)
    assert [secret_key(tmp_path)] == faster == [secret_key(tmp_path)]
    assert len(faster[0]) > 40
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_a_key_that_a_power_cut_left_empty_is_named_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("")
    with pytest.raises(Refusal, match=r"web.key is empty\. It is the key .* Restore it from a backup, or delete it"):
        secret_key(tmp_path)
    assert (tmp_path / KEY_FILE).read_text() == ""
