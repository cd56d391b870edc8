from datetime import datetime

from app.recording.recording_title import interface_language, recording_title
from app.settings.settings import InterfaceLanguage

AT = datetime.fromisoformat("2026-03-04T09:05:00")


def test_a_title_has_the_day_and_the_time_as_its_person_writes_them():
    assert recording_title(AT) == "Recording 4 Mar 2026, 09:05"
    assert recording_title(AT, language="zh_CN") == "录音 2026年3月4日 09:05"


def test_the_language_is_the_chosen_one_or_that_of_the_computer():
    assert interface_language(InterfaceLanguage.CHINESE) == "zh_CN"
    assert interface_language(InterfaceLanguage.SYSTEM)
