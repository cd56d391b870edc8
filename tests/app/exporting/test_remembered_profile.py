"""The export profile survives the way through the settings."""

from dataclasses import replace

from app.exporting.profile import ChineseScript, ExportProfile, Layout
from app.exporting.remembered_profile import changes_of, profile_of
from app.settings.settings import Settings


def test_the_default_settings_are_the_default_profile() -> None:
    assert profile_of(Settings(), language="en") == ExportProfile()


def test_a_profile_comes_back_as_it_was() -> None:
    profile = ExportProfile(
        formats=("srt", "json"),
        speakers=False,
        times=False,
        layout=Layout.TABLE,
        chinese=ChineseScript.TRADITIONAL_TW,
        chinese_spacing=False,
        chinese_marks=False,
        line_width_latin=36,
        line_width_cjk=14,
        bom=True,
        gaps=False,
        marks=False,
        language="zh_CN",
    )
    assert profile_of(replace(Settings(), **changes_of(profile)), language="zh_CN") == profile
