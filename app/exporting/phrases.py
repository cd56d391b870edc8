"""The few words that exporters add themselves, in the languages of the application.

To add a language: its column in every row.
"""

from engine.contract.segments import GapReason

_CHINESE = {
    ", ": "，",
    "Transcript": "文字记录",
    "Time": "时间",
    "Speaker": "说话人",
    "Text": "内容",
    "Bookmark": "书签",
    "Note": "笔记",
    ": ": "：",
    "Speakers": "说话人",
    "No speech was found in this recording.": "这段录音中没有发现语音。",
    "the file is damaged here": "文件在此处已损坏",
    "not recognised": "未能识别",
    "recognition was stopped before this part": "识别在此之前已停止",
    "the sound source was lost": "声音来源中断",
    "the computer was asleep": "电脑处于睡眠状态",
    "it could not be saved": "未能保存到磁盘",
    "the recording broke off and went on": "录音中断后又继续",
}
_REASONS = {
    GapReason.DAMAGED_MEDIA: "the file is damaged here",
    GapReason.NOT_RECOGNISED: "not recognised",
    GapReason.CANCELLED: "recognition was stopped before this part",
    GapReason.SOURCE_LOST: "the sound source was lost",
    GapReason.SLEPT: "the computer was asleep",
    GapReason.NOT_SAVED: "it could not be saved",
    GapReason.RECORDER_DIED: "the recording broke off and went on",
}


def phrase(words: str, language: str) -> str:
    """English words in the wanted language."""
    return _CHINESE.get(words, words) if language.casefold().startswith("zh") else words


def gap_reason(reason: GapReason, language: str) -> str:
    """Why something is missing."""
    return phrase(_REASONS[reason], language)


def length_of_time(ms: int, language: str) -> str:
    """``12 s``, ``1 min 5 s``, ``2 h 3 min``."""
    hour, minute, second = (" 小时", " 分", " 秒") if language.casefold().startswith("zh") else (" h", " min", " s")
    seconds = max(1, (ms + 500) // 1000)
    minutes, rest = divmod(seconds, 60)
    if minutes == 0:
        return f"{rest}{second}"
    hours, minutes = divmod(minutes, 60)
    if hours == 0:
        return f"{minutes}{minute} {rest}{second}" if rest else f"{minutes}{minute}"
    return f"{hours}{hour} {minutes}{minute}" if minutes else f"{hours}{hour}"
