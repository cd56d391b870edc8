"""Where our packages and the data that ships with them lie, in a checkout and in an installed copy alike."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages ``engine``, ``app`` and ``ui``."""

RESOURCES = ROOT / "resources"
"""The ``resources`` folder: speech model catalogue, samples, icons, translations, licences."""
