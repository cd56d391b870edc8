from app.exporting.chosen_profile import profile_of
from app.exporting.profile import ChineseScript, ExportProfile, Layout
from app.settings.settings import Settings


def test_untouched_settings_give_the_default_profile() -> None:
    assert profile_of(Settings(), language="en") == ExportProfile()


def test_settings_reach_the_profile() -> None:
    settings = Settings(
        chinese_script=ChineseScript.SIMPLIFIED, export_table=True, export_formats=("srt",), subtitle_width_cjk=18
    )
    assert profile_of(settings, language="zh_CN") == ExportProfile(
        chinese=ChineseScript.SIMPLIFIED, layout=Layout.TABLE, formats=("srt",), line_width_cjk=18, language="zh_CN"
    )
