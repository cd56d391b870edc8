from pytestqt.qtbot import QtBot

from ui.style.theme import ThemeChoice, current_theme
from ui.style.tokens import SPACE_12
from ui.widgets.button import key_hint_size
from ui.widgets.search_field import SearchField


def test_what_one_may_type_does_not_run_under_the_key(qtbot: QtBot) -> None:
    theme = current_theme()
    theme.apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=2.0)
    try:
        field = SearchField("Search every word ever said", name="Search", key_hint="Ctrl+F")
        qtbot.addWidget(field)
        assert field.textMargins().right() >= key_hint_size("Ctrl+F").width()
        field.setText("lecture")
        assert field.textMargins().right() < SPACE_12, "the key is gone, and its room is for words"
    finally:
        theme.apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)
