"""A line in the Chinese script that the reader chose. The library keeps what was recognised."""

from dataclasses import replace

from app.meetings.chinese import ChineseScript, is_chinese, render
from app.meetings.transcript import Segment
from ui.reading.reading_document import word_spans


def in_script(segment: Segment, script: ChineseScript) -> Segment:
    """The same line to read in another script; its words keep their times."""
    if script is ChineseScript.AS_SPOKEN or not is_chinese(segment.text, segment.language):
        return segment
    text = render(segment.text, script)
    if text == segment.text:
        return segment
    if len(text) == len(segment.text):
        # A character alone may be converted otherwise than in its phrase, so words are cut from the whole.
        pieces = [text[start:stop] for start, stop in word_spans(segment)]
    else:
        pieces = [render(word.text, script) for word in segment.words]
    words = tuple(replace(word, text=piece) for word, piece in zip(segment.words, pieces, strict=True))
    return replace(segment, text=text, words=words)
