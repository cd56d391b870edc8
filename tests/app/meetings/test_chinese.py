import pytest

from app.meetings.chinese import (
    ChineseScript,
    is_chinese,
    render,
    script_read_in,
    space_mixed,
    typeset,
    use_full_width_marks,
)


@pytest.mark.parametrize(
    ("script", "written"),
    [
        (ChineseScript.AS_SPOKEN, "软件里的头发，皇后在后面"),
        (ChineseScript.SIMPLIFIED, "软件里的头发，皇后在后面"),
        (ChineseScript.TRADITIONAL_TW, "軟體裡的頭髮，皇后在後面"),
        (ChineseScript.TRADITIONAL_HK, "軟件裏的頭髮，皇后在後面"),
    ],
)
def test_text_is_written_in_the_wanted_script(script: ChineseScript, written: str) -> None:
    assert render("软件里的头发，皇后在后面", script) == written


def test_traditional_text_becomes_simplified() -> None:
    assert render("線性代數的軟體", ChineseScript.SIMPLIFIED) == "线性代数的软体"


@pytest.mark.parametrize("script", list(ChineseScript))
def test_text_without_han_characters_stays(script: ChineseScript) -> None:
    assert render("GPT-4 costs 3.5 €.", script) == "GPT-4 costs 3.5 €."


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        ("预算", "zh", True),
        ("预算", "zh-TW", True),
        ("預算", "yue", True),
        ("会議の予算", "ja", False),
        ("会議の予算", "", False),
        ("会議", "ja", False),
        ("预算", "", True),
        ("budget", "", False),
        ("예산 豫算", "", False),
    ],
)
def test_chinese_is_told_by_language_and_else_by_characters(text: str, language: str, answer: bool) -> None:
    assert is_chinese(text, language) is answer


@pytest.mark.parametrize(
    ("text", "spaced"),
    [
        ("使用GPT-4模型", "使用 GPT-4 模型"),
        ("使用  GPT-4  模型", "使用 GPT-4 模型"),
        ("大约3.5万", "大约 3.5 万"),
        ("占50%的", "占 50% 的"),
        ("今天，GPT-4。", "今天，GPT-4。"),
        ("今天我们", "今天我们"),
        ("plain words", "plain words"),
    ],
)
def test_one_space_parts_han_and_latin(text: str, spaced: str) -> None:
    assert space_mixed(text) == spaced
    assert space_mixed(spaced) == spaced


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("今天, 我们讨论预算.", "今天，我们讨论预算。"),
        ("好吗?好!", "好吗？好！"),
        ("费用是3.5万美元.", "费用是3.5万美元。"),
        ("在10:30开会", "在10:30开会"),
        ("用GPT-4,然后发布", "用GPT-4，然后发布"),
        ("我们用Node.js写", "我们用Node.js写"),
        ("我们都用 Python.", "我们都用 Python。"),
        ("软件(第二版)发布", "软件（第二版）发布"),
        ("软件(v2)发布", "软件(v2)发布"),
        ("然后...", "然后……"),
        ("今天……", "今天……"),
        ("老师:请坐", "老师：请坐"),
        ("We agreed to ship 第二版.", "We agreed to ship 第二版。"),
        ("Hello, world.", "Hello, world."),
    ],
)
def test_marks_in_chinese_sentences_are_full_width(text: str, marked: str) -> None:
    assert use_full_width_marks(text) == marked
    assert use_full_width_marks(marked) == marked


def test_a_line_is_typeset_in_one_step() -> None:
    text = "软件用GPT-4, 大约3.5万."
    written = typeset(text, script=ChineseScript.TRADITIONAL_TW, spacing=True, full_width_marks=True)
    assert written == "軟體用 GPT-4，大約 3.5 萬。"
    assert typeset(text, script=ChineseScript.AS_SPOKEN, spacing=False, full_width_marks=False) == text


@pytest.mark.parametrize(
    ("locale", "script"),
    [
        ("zh_CN", ChineseScript.SIMPLIFIED),
        ("zh_SG.UTF-8", ChineseScript.SIMPLIFIED),
        ("zh", ChineseScript.SIMPLIFIED),
        ("zh_TW.UTF-8", ChineseScript.TRADITIONAL_TW),
        ("zh-Hant", ChineseScript.TRADITIONAL_TW),
        ("zh_Hant_HK", ChineseScript.TRADITIONAL_HK),
        ("zh_MO", ChineseScript.TRADITIONAL_HK),
        ("de_DE", ChineseScript.AS_SPOKEN),
        ("C", ChineseScript.AS_SPOKEN),
    ],
)
def test_people_of_a_place_read_one_script(locale: str, script: ChineseScript) -> None:
    assert script_read_in(locale) is script
