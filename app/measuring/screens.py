"""``vivavoce measure screens``: a picture of every screen, in both themes and both languages, to be looked at.

Drawn into memory, with samples (``sample_window.py``, ``ui/measured/tour.py``). Main thread of a command.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.settings.settings import Appearance, InterfaceLanguage

SIZE: Final = (1440, 900)
LANGUAGES: Final = (InterfaceLanguage.ENGLISH, InterfaceLanguage.CHINESE)
APPEARANCES: Final = (Appearance.LIGHT, Appearance.DARK)


def photograph_screens(
    out: Path,
    *,
    scale_percent: int = 100,
    size: tuple[int, int] = SIZE,
    languages: tuple[InterfaceLanguage, ...] = LANGUAGES,
    appearances: tuple[Appearance, ...] = APPEARANCES,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Path]:
    """Write ``NAME-THEME-LANGUAGE.png`` for every screen, and give their paths."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.measuring.sample_window import SampleWindow  # noqa: PLC0415 - the command line needs no Qt
    from ui.measured.photographs import Photographer  # noqa: PLC0415 - likewise

    out.mkdir(parents=True, exist_ok=True)
    photographer = Photographer(size=size)
    scale = "" if scale_percent == 100 else f"-{scale_percent}"
    made: list[Path] = []
    for language in languages:
        for appearance in appearances:
            tell(f"{appearance}, {language}")
            with (
                tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as home,
                SampleWindow(
                    Path(home), language=language, appearance=appearance, text_scale_percent=scale_percent
                ) as props,
            ):
                ending = f"{appearance}-{language}{scale}.png"
                made += photographer.photograph(props, lambda name, ending=ending: out / f"{name}-{ending}")
            photographer.tidy()
    return made
