"""Where our packages and the data that ships with them lie, in a checkout and in an installed copy alike."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages ``engine``, ``app`` and ``ui``."""

RESOURCES = ROOT / "resources"
"""The ``resources`` folder: speech model catalogue, samples, icons, translations, licences."""

FAR_WORDS = "far-words.jsonl"
"""Beside the sound of a recording while it is understood: the words of the computer's tracks, for telling echo."""
