"""The project's own folders and modules, as its repository would hold them."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "ui", "engine")


def modules() -> Iterator[Path]:
    """Every module of the application, relative to the root; not the scripts that Alembic runs by path."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.parent.name != "versions" and path.name not in {"env.py", "__main__.py"}:
                yield path.relative_to(ROOT)


def module_name(path: Path) -> str:
    """The name under which a file is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def folders(*roots: str) -> Iterator[Path]:
    """Every folder below the roots that holds a file, relative to the root; the roots themselves too."""
    for root in roots:
        for folder in [ROOT / root, *sorted((ROOT / root).rglob("*/"))]:
            if "__pycache__" not in folder.parts and any(path.is_file() for path in folder.iterdir()):
                yield folder.relative_to(ROOT)
