"""What is committed is what the protocol says."""

import re
from pathlib import Path

from installers.worker.generate import GENERATED, ROOT, generate


def test_the_committed_code_is_what_the_protocol_gives(tmp_path: Path):
    generate(tmp_path)
    for path in GENERATED:
        assert without_versions((ROOT / path).read_text("utf-8")) == without_versions(
            (tmp_path / path).read_text("utf-8")
        ), f"{path}: run python -m installers.worker.generate"


def without_versions(text: str) -> str:
    """A newer compiler of the same family writes its own number, and nothing else anew."""
    text = re.sub(r"GENERATED_VERSION = .*|Protobuf Python Version: .*", "", text)
    return re.sub(r"Domain\.PUBLIC,\s+\d+,\s+\d+,\s+\d+,", "", text)
