"""Chinese as a person wants to read it: the script, the spaces beside Latin words, the full-width marks.

All of it happens on the way out, to the screen or into a file; what was recognised stays in the library
as it was, so that the choice can change at any time. Pure, used on every thread by ``app/exporting`` and ``ui``.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Protocol, cast

HAN = "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han characters, for use inside a character class."""

_KANA_OR_HANGUL = re.compile("[\u3041-\u3096\u30a1-\u30fa\u1100-\u11ff\uac00-\ud7a3]")
_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f]+")
_CHINESE_CODES = frozenset({"zh", "yue", "cmn", "wuu", "nan", "hak"})


class ChineseScript(StrEnum):
    """Which Chinese characters a reader wants."""

    AS_SPOKEN = "as_spoken"
    """As recognised, nothing converted."""
    SIMPLIFIED = "simplified"
    TRADITIONAL_TW = "traditional_tw"
    """With the words that Taiwan uses."""
    TRADITIONAL_HK = "traditional_hk"


def script_read_in(locale: str) -> ChineseScript:
    """The script that people of a locale read, as ``zh_TW`` or ``zh-Hant-HK`` name it; elsewhere none is converted."""
    parts = locale.replace("-", "_").split(".")[0].casefold().split("_")
    if parts[0] not in _CHINESE_CODES:
        return ChineseScript.AS_SPOKEN
    if "hk" in parts or "mo" in parts:
        return ChineseScript.TRADITIONAL_HK
    return ChineseScript.TRADITIONAL_TW if "tw" in parts or "hant" in parts else ChineseScript.SIMPLIFIED


_CONFIGURATIONS = {
    ChineseScript.SIMPLIFIED: "t2s",
    ChineseScript.TRADITIONAL_TW: "s2twp",
    ChineseScript.TRADITIONAL_HK: "s2hk",
}


def is_chinese(text: str, language: str = "") -> bool:
    """Whether a line is Chinese: by its language, and without one by its characters."""
    if language:
        return language.casefold().replace("_", "-").split("-")[0] in _CHINESE_CODES
    return bool(_HAN.search(text)) and not _KANA_OR_HANGUL.search(text)


def render(text: str, script: ChineseScript) -> str:
    """Write Chinese text in the wanted script. Text of other languages must not come here: see ``is_chinese``."""
    if script is ChineseScript.AS_SPOKEN or not _HAN.search(text):
        return text
    return _converter(_CONFIGURATIONS[script]).convert(text)


_HAN_THEN_LATIN = re.compile(f"([{HAN}])[ \u00a0]*([A-Za-z\u00c0-\u024f0-9@#$£€\u0370-\u03ff])")
_LATIN_THEN_HAN = re.compile(f"([A-Za-z\u00c0-\u024f0-9%‰°℃+\u0370-\u03ff])[ \u00a0]*([{HAN}])")


def space_mixed(text: str) -> str:
    """Put one space between Han characters and Latin words or numbers."""
    return _LATIN_THEN_HAN.sub(r"\1 \2", _HAN_THEN_LATIN.sub(r"\1 \2", text))


_FULL_WIDTH = {",": "，", ".": "。", "!": "！", "?": "？", ":": "：", ";": "；"}
_HAN_OR_MARK = f"{HAN}，。！？：；、）】》」』”’"
_AFTER_HAN = re.compile(f"(?<=[{_HAN_OR_MARK}])[,!?:;]+(?![A-Za-z0-9]*\\d:)")
_STOP_AFTER_HAN = re.compile(f"(?<=[{_HAN_OR_MARK}])\\.(?![.A-Za-z0-9])")
_DOTS_AFTER_HAN = re.compile(f"(?<=[{_HAN_OR_MARK}])(?:\\.{{3,}}|…+)")
_BEFORE_HAN = re.compile(f"[,.!?:;](?=[ \u00a0]*[{HAN}])")
_AT_THE_END = re.compile("[.!?]$")
_BRACKETS = re.compile(f"\\(([^()]*[{HAN}][^()]*)\\)")
_SPACE_BESIDE_MARK = re.compile("[ \u00a0]*([，。！？：；、（）])[ \u00a0]*")


def use_full_width_marks(text: str) -> str:
    """Write the marks of a Chinese sentence full width; those inside numbers and Latin words stay."""
    if not _HAN.search(text):
        return text
    text = _BRACKETS.sub(r"（\1）", text)
    text = _DOTS_AFTER_HAN.sub("……", text)
    text = _AFTER_HAN.sub(_widen, text)
    text = _STOP_AFTER_HAN.sub("。", text)
    text = _BEFORE_HAN.sub(_widen, text)
    if len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text)):
        text = _AT_THE_END.sub(_widen, text)
    return _SPACE_BESIDE_MARK.sub(r"\1", text)


def typeset(text: str, *, script: ChineseScript, spacing: bool, full_width_marks: bool) -> str:
    """A Chinese line as it is to be read: converted, its marks widened, its Latin words set apart."""
    text = render(text, script)
    if full_width_marks:
        text = use_full_width_marks(text)
    return space_mixed(text) if spacing else text


def _widen(match: re.Match[str]) -> str:
    return "".join(_FULL_WIDTH.get(mark, mark) for mark in match.group())


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


@lru_cache(maxsize=8)
def _converter(configuration: str) -> _Converter:
    """Load a conversion on first use: its dictionaries cost a few megabytes that most people never need."""
    import opencc  # noqa: PLC0415  see above

    return cast(_Converter, opencc.OpenCC(configuration))
