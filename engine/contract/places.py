"""Where the data that ships with the application lies, in a checkout and in an installed copy alike."""

from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
"""The ``resources`` folder: speech model catalogue, samples, icons, translations, licences."""
