"""The meter goes up at once and down slowly."""

from pytestqt.qtbot import QtBot

from ui.widgets.level_meter import LevelMeter


def test_silence_lights_nothing_and_full_scale_everything(qtbot: QtBot) -> None:
    meter = LevelMeter("Microphone", bars=16)
    qtbot.addWidget(meter)
    assert meter.lit == 0
    meter.show_level(0.0)
    assert meter.lit == 16


def test_it_rises_at_once_and_falls_slowly_whoever_looks_how_often(qtbot: QtBot) -> None:
    now_s = 0.0
    meter = LevelMeter("Microphone", clock_s=lambda: now_s)
    qtbot.addWidget(meter)
    meter.show_level(-12.0)
    high = meter.lit
    now_s = 0.03
    meter.show_level(-90.0)
    assert meter.lit in (high, high - 1)
    now_s = 3.0
    meter.show_level(-90.0)
    assert meter.lit == 0


def test_the_last_peak_stays_marked_for_a_moment(qtbot: QtBot) -> None:
    now_s = 0.0
    meter = LevelMeter("Microphone", clock_s=lambda: now_s)
    qtbot.addWidget(meter)
    meter.show_level(0.0)
    now_s = 1.0
    meter.show_level(-90.0)
    assert (meter.held, meter.lit < 16) == (16, True)


def test_it_says_the_level_in_words(qtbot: QtBot) -> None:
    meter = LevelMeter("Microphone")
    qtbot.addWidget(meter)
    meter.show_level(-14.2)
    assert meter.accessibleDescription() == "−14 dB"
