import os
from pathlib import Path

import pytest

from ui.settings.privacy_area import size_within


def test_a_folder_is_as_large_as_the_files_in_it_and_below(tmp_path: Path):
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "one").write_bytes(b"1" * 10)
    (tmp_path / "deep" / "deeper" / "two").write_bytes(b"2" * 5)
    assert size_within(tmp_path) == 15
    assert size_within(tmp_path / "missing") == 0


@pytest.mark.skipif(os.name != "posix", reason="links need a permission elsewhere")
def test_what_leads_nowhere_counts_nothing_and_breaks_nothing(tmp_path: Path):
    (tmp_path / "one").write_bytes(b"1" * 10)
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert size_within(tmp_path) == 10
