"""Every pair of colours that carries words or outlines controls can be seen (WCAG 2)."""

import pytest

from ui.style.tokens import DARK, LIGHT, SPEAKERS_DARK, SPEAKERS_LIGHT, Role, SpeakerColour

GROUNDS = (Role.WINDOW, Role.SURFACE, Role.SUNKEN, Role.HOVER, Role.ACCENT_SOFT)
WORDS = [
    *(
        (Role.TEXT, ground)
        for ground in (*GROUNDS, Role.ACCENT_MARK, Role.WARNING_SOFT, Role.WARNING_LINE, Role.PRESSED)
    ),
    *((Role.TEXT2, ground) for ground in (*GROUNDS, Role.WARNING_SOFT)),
    *((Role.TEXT3, ground) for ground in (Role.WINDOW, Role.SURFACE, Role.SUNKEN, Role.ACCENT_SOFT)),
    *((Role.ACCENT, ground) for ground in (Role.WINDOW, Role.SURFACE, Role.ACCENT_SOFT)),
    *((Role.WARNING, ground) for ground in (Role.WINDOW, Role.SURFACE, Role.WARNING_SOFT)),
    *((Role.DANGER, ground) for ground in (Role.WINDOW, Role.SURFACE, Role.DANGER_SOFT)),
    *((Role.ON_ACCENT, ground) for ground in (Role.ACCENT, Role.ACCENT_HOVER, Role.ACCENT_PRESSED)),
    (Role.ON_RECORDING, Role.RECORDING),
]
OUTLINES = [(Role.CONTROL, ground) for ground in GROUNDS] + [
    (Role.RECORDING, Role.WINDOW),
    (Role.RECORDING, Role.SURFACE),
]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_their_ground(colours: dict[Role, str]) -> None:
    weak = [pair for pair in WORDS if contrast(colours[pair[0]], colours[pair[1]]) < 4.5]
    assert weak == []


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_outlines_of_controls_stand_out_from_their_ground(colours: dict[Role, str]) -> None:
    weak = [pair for pair in OUTLINES if contrast(colours[pair[0]], colours[pair[1]]) < 3.0]
    assert weak == []


def test_both_themes_know_every_role() -> None:
    assert set(LIGHT) == set(DARK) == set(Role)


@pytest.mark.parametrize(
    ("speakers", "surface"),
    [(SPEAKERS_LIGHT, LIGHT[Role.SURFACE]), (SPEAKERS_DARK, DARK[Role.SURFACE])],
    ids=["light", "dark"],
)
def test_a_speakers_square_and_digit_can_be_seen(speakers: tuple[SpeakerColour, ...], surface: str) -> None:
    assert len(speakers) == 8
    for speaker in speakers:
        fill, digit = speaker.fill, speaker.digit
        assert contrast(fill, surface) >= 3.0
        assert contrast(digit, fill) >= 4.5


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
