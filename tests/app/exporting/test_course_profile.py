import pytest

from app.exporting.course_profile import from_text, to_text
from app.exporting.profile import ChineseScript, ExportProfile, Layout

CHOSEN = ExportProfile(
    formats=("srt", "json"), speakers=False, layout=Layout.TABLE, chinese=ChineseScript.SIMPLIFIED, bom=True
)


def test_what_a_course_remembers_comes_back_but_for_the_language_of_the_window():
    assert from_text(to_text(CHOSEN), ExportProfile(language="zh_CN")) == ExportProfile(
        formats=("srt", "json"),
        speakers=False,
        layout=Layout.TABLE,
        chinese=ChineseScript.SIMPLIFIED,
        bom=True,
        language="zh_CN",
    )


@pytest.mark.parametrize("text", ["", "{}", "not json", "[]", '{"formats": ["pdf"], "layout": "wild", "bom": "yes"}'])
def test_what_is_not_known_is_as_usual(text: str):
    assert from_text(text, CHOSEN) == CHOSEN
