from dataclasses import dataclass

import pytest
from pytestqt.qtbot import QtBot

from app.settings.settings import Settings
from engine.contract.channel import Channel
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from ui.dialogs.import_options_dialog import ImportOptionsDialog
from ui.widgets.label import Label


@dataclass(frozen=True)
class Track:
    number: int
    language: str = ""
    title: str = ""
    channels: int = 2
    is_default: bool = False
    has_two_sides: bool = False


GERMAN_THEN_ENGLISH = (Track(1, "ger"), Track(2, "eng", "Original", is_default=True))


def open_dialog(
    qtbot: QtBot, *, settings: Settings | None = None, tracks: tuple[Track, ...] = ()
) -> ImportOptionsDialog:
    dialog = ImportOptionsDialog(
        "lecture.mkv",
        settings=settings or Settings(),
        speech_models=[("base", "Whisper base"), ("tiny.en", "Whisper tiny, English")],
        audio_tracks=tracks,
    )
    qtbot.addWidget(dialog)
    return dialog


def test_the_settings_answer_first(qtbot: QtBot) -> None:
    settings = Settings(languages=("zh", "en"), language_per_segment=True, speech_model="base")
    assert open_dialog(qtbot, settings=settings).options == settings.recognition_options()
    assert open_dialog(qtbot).options == Settings().recognition_options()


def test_of_a_file_whose_channels_differ_one_or_both_are_chosen(qtbot: QtBot) -> None:
    """Case 30."""
    dialog = open_dialog(qtbot, tracks=(Track(0, is_default=True, has_two_sides=True),))
    dialog.show()
    assert dialog.channels.isVisible()
    assert dialog.channel is Channel.MIX
    assert dialog.audio_stream is None
    assert any(label.text().startswith("Its left and right channel") for label in dialog.findChildren(Label))
    for channel in (Channel.LEFT, Channel.RIGHT, Channel.APART, Channel.MIX):
        dialog.channels.choose(channel)
        assert dialog.channel is channel


def test_without_a_second_channel_none_is_asked_for(qtbot: QtBot) -> None:
    for tracks in ((), (Track(0, channels=1), Track(1, channels=6))):
        dialog = open_dialog(qtbot, tracks=tracks)
        dialog.show()
        assert not dialog.channels.isVisible()
        assert dialog.channel is Channel.MIX


def test_the_default_audio_track_is_chosen_at_first_and_another_can_be(qtbot: QtBot) -> None:
    """Case 37."""
    dialog = open_dialog(qtbot, tracks=GERMAN_THEN_ENGLISH)
    assert dialog.audio_stream == 2
    words = [(button.text(), button.accessibleDescription()) for button in dialog.track_buttons.buttons()]
    assert words[:2] == [("Track 1", "German, stereo"), ("Original", "English, stereo, the file's default")]
    dialog.track_buttons.button(1).click()
    assert (dialog.audio_stream, dialog.channel) == (1, Channel.MIX)


def test_all_audio_tracks_may_be_taken_each_with_its_own_people(qtbot: QtBot) -> None:
    """Case 37: a meeting that was recorded with a track for each person."""
    dialog = open_dialog(qtbot, tracks=GERMAN_THEN_ENGLISH)
    dialog.all_tracks.click()
    assert (dialog.audio_stream, dialog.channel) == (None, Channel.APART)


def test_a_single_audio_track_is_no_question(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot, tracks=(Track(0, "eng"),))
    assert dialog.audio_stream is None
    assert dialog.track_buttons.buttons() == []


def test_the_title_says_whether_the_recording_is_new(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)
    assert (dialog.windowTitle(), dialog.go_on.text()) == ("Import", "Import")
    dialog = ImportOptionsDialog("Lecture 7", settings=Settings(), speech_models=[], is_again=True)
    qtbot.addWidget(dialog)
    assert (dialog.windowTitle(), dialog.go_on.text()) == ("Understand again", "Understand")


def test_one_language_cannot_change_within_the_recording(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)
    dialog.per_segment.setChecked(True)
    dialog.first_language.choose("zh")
    assert dialog.options.languages == ("zh",)
    assert not dialog.options.language_per_segment
    assert not dialog.per_segment.isEnabled()
    dialog.second_language.choose("en")
    assert dialog.options.languages == ("zh", "en")
    assert dialog.options.language_per_segment


def test_how_many_people_speak_is_asked_and_what_was_said_before_is_offered(qtbot: QtBot) -> None:
    """Case 57."""
    dialog = open_dialog(qtbot)
    assert dialog.speakers == ANY_COUNT
    dialog.people.exact.setChecked(True)
    dialog.people.number.choose(4)
    assert dialog.speakers == SpeakerCount(4, 4)
    dialog = ImportOptionsDialog(
        "Lecture 7", settings=Settings(), speech_models=[], speakers=SpeakerCount(2, 3), is_again=True
    )
    qtbot.addWidget(dialog)
    assert dialog.people.range.isChecked()
    assert dialog.speakers == SpeakerCount(2, 3)


@pytest.mark.parametrize("name", ["base", "tiny.en"])
def test_a_speech_model_is_chosen(qtbot: QtBot, name: str) -> None:
    dialog = open_dialog(qtbot)
    dialog.model.choose(name)
    assert dialog.options.model == name
