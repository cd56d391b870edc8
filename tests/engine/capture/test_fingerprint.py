"""Tests of recognising the same file again."""

import os
from pathlib import Path

import pytest

from engine.capture.media_file import fingerprint
from engine.contract.errors import MediaNotFound


def test_a_copy_under_another_name_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"sound" * 1000)
    (tmp_path / "b é.mp3").write_bytes(b"sound" * 1000)
    assert fingerprint(tmp_path / "a.wav") == fingerprint(tmp_path / "b é.mp3")
    assert len(fingerprint(tmp_path / "a.wav")) == 64


def test_any_change_makes_another(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    seen: set[str] = set()
    for content in (b"", b"\0", b"\0\0", b"a" * 1000, b"a" * 999 + b"b"):
        path.write_bytes(content)
        seen.add(fingerprint(path))
    assert len(seen) == 5


def test_of_a_huge_file_the_ends_and_the_middle_count(tmp_path: Path) -> None:
    path = tmp_path / "huge.wav"
    size = 200 << 20  # sparse: takes no room
    seen: set[str] = set()
    for at in (None, 0, size // 2, size - 1):
        with path.open("wb") as file:
            file.truncate(size)
            if at is not None:
                file.seek(at)
                file.write(b"x")
        seen.add(fingerprint(path))
    os.truncate(path, size - 1)
    seen.add(fingerprint(path))
    assert len(seen) == 5


def test_what_is_no_file_has_none(tmp_path: Path) -> None:
    with pytest.raises(MediaNotFound):
        fingerprint(tmp_path)
