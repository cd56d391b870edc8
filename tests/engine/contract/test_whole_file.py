"""Small files that are there whole or not at all."""

import os
from pathlib import Path

import pytest

from engine.contract.whole_file import keep_aside, write_whole


def test_a_file_is_replaced_as_a_whole_and_nothing_else_stays(tmp_path: Path):
    place = tmp_path / "small.json"
    write_whole(place, b"{}")
    write_whole(place, b'{"a": 1}')
    assert place.read_bytes() == b'{"a": 1}'
    assert list(tmp_path.iterdir()) == [place]


def test_what_cannot_be_written_leaves_everything_as_it_was(tmp_path: Path):
    place = tmp_path / "small.json"
    place.mkdir()  # nothing can be renamed to it
    with pytest.raises(OSError, match=r"small\.json"):
        write_whole(place, b"{}")
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
def test_only_its_owner_may_read_it(tmp_path: Path):
    write_whole(tmp_path / "small.json", b"{}")
    assert (tmp_path / "small.json").stat().st_mode & 0o777 == 0o600


def test_what_makes_no_sense_is_kept_aside_and_a_file_that_is_not_there_is_no_trouble(tmp_path: Path):
    place = tmp_path / "small.json"
    keep_aside(place)
    place.write_bytes(b"{")
    keep_aside(place)
    assert [each.name for each in tmp_path.iterdir()] == ["small.json.damaged"]
