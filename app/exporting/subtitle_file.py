"""Subtitles on the way in: SRT and WebVTT from anywhere, as lines of a transcript.

Such files come with every encoding and every liberty: byte order marks, old code pages, any line ends, blank lines in
front, no numbers, times like ``0:0:4,8``. What can be understood is; what cannot is refused with its line. An old code
page is a guess, which the person can see and overrule: ``Decoded.choices``. A general parser was tried (pysubs2): it
passes over what it does not understand, and then cues are missing without a word.
"""

import codecs
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.meetings.errors import NotATranscript
from app.meetings.identifiers import SegmentId, SpeakerId, new_id
from app.meetings.transcript import Segment, SegmentOrigin, Speaker
from engine.contract.audio import Milliseconds

CODE_PAGES = (
    "cp1252",
    "cp1250",
    "cp1251",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_kr",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
)
"""Old encodings that are recognised, and offered where the guess is wrong."""

_WESTERN = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "no", "nb", "nn", "da", "fi", "is", "ca", "gl", "eu", "ga")
_CENTRAL = ("pl", "cs", "sk", "hu", "sl", "hr", "bs", "ro", "sq")
_CYRILLIC = ("ru", "uk", "bg", "sr", "mk", "be")
_PAGES_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_WESTERN, ("cp1252",)),
    **dict.fromkeys(_CENTRAL, ("cp1250",)),
    **dict.fromkeys(_CYRILLIC, ("cp1251",)),
    **dict.fromkeys(("zh", "yue"), ("gb18030", "big5")),
    **dict.fromkeys(("ar", "fa", "ur"), ("cp1256",)),
    "ja": ("shift_jis",),
    "ko": ("euc_kr",),
    "el": ("cp1253",),
    "tr": ("cp1254",),
    "he": ("cp1255",),
}
_COHERENT = 0.2
"""From here on the letters of a text are so much those of a language that they say more than the recording's."""
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TIME = r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?"
_TIMING = re.compile(rf"\s*{_TIME}\s*-{{1,2}}>\s*{_TIME}(?:\s.*)?$")
_VOICE = re.compile(r"<v(?:\.[^ >]*)?\s+([^>]+)>")
_TAG = re.compile(
    r"</?(?:b|i|u|s|c|v|em|strong|font|span|lang|ruby|rt|br)(?:[.\s/][^<>]*)?>|<\d[\d:.]*>|\{\\[^}]*\}", re.IGNORECASE
)
"""What players know for markup. Anything else in angle brackets is text: “<inaudible>”."""
_SHORTEST_MS = 1


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as text."""

    text: str
    encoding: str
    choices: tuple[str, ...] = ()
    """Other encodings it could be in, the likeliest first; none where it is certain."""


@dataclass(frozen=True, slots=True)
class Subtitles:
    """What a file says."""

    lines: tuple[Segment, ...]
    speakers: tuple[Speaker, ...]
    decoded: Decoded


def decode(data: bytes, *, name: str, encoding: str = "", language: str = "") -> Decoded:
    """Find out how a text file is encoded, or take the person's word for it. A short one is judged by its language.

    Raises:
        NotATranscript: it is no text, or not in that encoding.
    """
    if encoding:
        try:
            return Decoded(_without_mark(data.decode(encoding)), encoding)
        except (UnicodeDecodeError, LookupError) as error:
            raise NotATranscript(name, f"it is not written in “{encoding}”") from error
    for mark, marked in _MARKS:
        if data.startswith(mark):
            encoding = marked
            break
    else:
        encoding = _wide(data) or "utf-8"
    try:
        return Decoded(_without_mark(data.decode(encoding)), encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise NotATranscript(name, "it says that it is Unicode, and is damaged") from error
    return _guess(data, name, language)


def read_subtitles(
    data: bytes,
    *,
    name: str,
    encoding: str = "",
    speakers: Sequence[Speaker] = (),
    language: str = "",
) -> Subtitles:
    """Read SRT or WebVTT.

    Args:
        data: the file.
        name: what the person calls it.
        encoding: the person's choice; else it is found out.
        speakers: those of the recording it is for. A line that begins with such a name and a colon is theirs.
        language: of the lines.

    Raises:
        NotATranscript: it is neither; the reason names the line.
    """
    decoded = decode(data, name=name, encoding=encoding, language=language)
    found = _Voices(speakers)
    lines = [
        _segment(cue, found.of(cue), language)
        for cue in sorted(_cues(decoded.text, name), key=lambda cue: cue.start_ms)
    ]
    if not lines:
        raise NotATranscript(name, "there is not one subtitle in it")
    return Subtitles(tuple(lines), tuple(found.speakers), decoded)


@dataclass(frozen=True, slots=True)
class _Cue:
    start_ms: int
    end_ms: int
    text: str
    voice: str = ""


class _Voices:
    """Who is named in a file."""

    def __init__(self, known: Sequence[Speaker]) -> None:
        self.speakers: list[Speaker] = []
        self._known = {speaker.name.casefold(): speaker for speaker in known}

    def of(self, cue: _Cue) -> tuple[SpeakerId | None, str]:
        """The speaker of a cue, and its text without the name."""
        if cue.voice:
            return self._speaker(cue.voice), cue.text
        name, colon, rest = cue.text.partition(":")
        if colon and rest.strip() and name.strip().casefold() in self._known:
            return self._speaker(name.strip()), rest.strip()
        return None, cue.text

    def _speaker(self, name: str) -> SpeakerId:
        there = next((each for each in self.speakers if each.name.casefold() == name.casefold()), None)
        if there is None:
            known = self._known.get(name.casefold())
            number = known.number if known else 0
            if not number or any(each.number == number for each in self.speakers):
                number = max((each.number for each in (*self.speakers, *self._known.values())), default=0) + 1
            there = Speaker(SpeakerId(new_id()), number, known.name if known else name)
            self.speakers.append(there)
        return there.id


def _without_mark(text: str) -> str:
    return text.removeprefix("\ufeff")


def _wide(data: bytes) -> str:
    """UTF-16 without its mark: every second byte of a time is nothing."""
    if b"\0" not in data[:400]:
        return ""
    even, odd = data[:400:2].count(0), data[1:400:2].count(0)
    return "utf-16-le" if odd > even else "utf-16-be"


def _guess(data: bytes, name: str, language: str) -> Decoded:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - hardly ever needed, and takes a moment

    found = list(from_bytes(data, cp_isolation=list(CODE_PAGES)))
    sure = [match.encoding for match in found if match.coherence >= _COHERENT]
    expected = _PAGES_OF.get(language.casefold().partition("-")[0], ())
    guesses = (*sure, *expected, *(match.encoding for match in found), *CODE_PAGES)
    fitting = [page for page in dict.fromkeys(guesses) if _reads(data, page)]
    if not fitting:
        raise NotATranscript(name, "it is not a text file")
    first = fitting[0]
    text = data.decode(first)
    # Pages of neighbouring countries agree in most letters: where they do, there is no choice.
    return Decoded(text, first, tuple(page for page in fitting if page != first and data.decode(page) != text))


def _reads(data: bytes, page: str) -> bool:
    try:
        text = data.decode(page)
    except UnicodeDecodeError:
        return False
    return not any("\x80" <= each <= "\x9f" for each in text)  # control characters: it is another page


def _cues(text: str, name: str) -> Iterator[_Cue]:
    rows = re.split(r"\r\n|\r|\n", text)
    is_vtt = next((row for row in rows if row.strip()), "").strip().startswith("WEBVTT")
    timings = [number for number, row in enumerate(rows) if "->" in row and _is_timing(row, number + 1, name)]
    if not timings and any(row.strip() for row in rows):
        first = next(number for number, row in enumerate(rows) if row.strip())
        if not (is_vtt and all(not row.strip() for row in rows[first + 1 :])):
            raise NotATranscript(name, f"line {first + 1} is not the beginning of a subtitle")
    for at, number in enumerate(timings):
        stop = timings[at + 1] if at + 1 < len(timings) else len(rows)
        content = _content(rows[number + 1 : stop], has_next=at + 1 < len(timings), is_vtt=is_vtt)
        start_ms, end_ms = _times(rows[number])
        yield from _cue(start_ms, end_ms, content, is_vtt=is_vtt)


def _is_timing(row: str, number: int, name: str) -> bool:
    if _TIMING.match(row):
        return True
    if "-->" in row and re.match(r"\s*\d+:", row):
        raise NotATranscript(name, f"the times in line {number} cannot be read")
    return False


def _content(rows: Sequence[str], *, has_next: bool, is_vtt: bool) -> str:
    """The words of a cue: up to a blank line, or to the number of the next where that is missing."""
    kept = list(rows)
    while kept and not kept[0].strip():
        kept.pop(0)
    blank = next((at for at, row in enumerate(kept) if not row.strip()), None)
    if is_vtt:
        kept = kept[:blank]
    elif has_next:
        while kept and not kept[-1].strip():
            kept.pop()
        if kept and kept[-1].strip().isdecimal() and (blank is not None or len(kept) > 1):
            kept.pop()
    return " ".join(row.strip() for row in kept if row.strip())


def _times(row: str) -> tuple[int, int]:
    match = _TIMING.match(row)
    assert match is not None
    return _ms(*match.groups()[:4]), _ms(*match.groups()[4:])


def _ms(hours: str | None, minutes: str, seconds: str, rest: str | None) -> int:
    thousandths = int((rest or "0").ljust(3, "0"))
    return ((int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + thousandths


def _cue(start_ms: int, end_ms: int, content: str, *, is_vtt: bool) -> Iterator[_Cue]:
    """One cue, or one for each voice in it, which share its time."""
    parts = _VOICE.split(content) if is_vtt else [content]
    voiced = [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]
    said = [(html.unescape(voice).strip(), _plain(text, is_vtt=is_vtt)) for voice, text in voiced]
    said = [(voice, text) for voice, text in said if text]
    total = sum(len(text) for _, text in said)
    end_ms = max(end_ms, start_ms + _SHORTEST_MS * max(1, len(said)))
    done = 0
    for voice, text in said:
        first = start_ms + (end_ms - start_ms) * done // total
        done += len(text)
        yield _Cue(first, max(first + _SHORTEST_MS, start_ms + (end_ms - start_ms) * done // total), text, voice)


def _plain(text: str, *, is_vtt: bool) -> str:
    text = _TAG.sub("", text)
    text = html.unescape(text) if is_vtt else text
    return re.sub(r"\s+", " ", text).strip()


def _segment(cue: _Cue, said: tuple[SpeakerId | None, str], language: str) -> Segment:
    speaker_id, text = said
    return Segment(
        SegmentId(new_id()),
        0,
        Milliseconds(cue.start_ms),
        Milliseconds(cue.end_ms),
        text,
        language,
        speaker_id=speaker_id,
        origin=SegmentOrigin.IMPORTED,
    )


def fit_recording(lines: Sequence[Segment], *, duration_ms: int, name: str) -> tuple[Segment, ...]:
    """The lines inside a recording; a last one that stands a little longer than the sound is shortened.

    Raises:
        NotATranscript: a line begins after the recording has ended, so it is of another one.
    """
    if duration_ms <= 0:
        return tuple(lines)
    beyond = next((number for number, line in enumerate(lines, start=1) if line.start_ms >= duration_ms), None)
    if beyond is not None:
        raise NotATranscript(name, f"subtitle {beyond} begins after the recording has ended")
    return tuple(
        line if line.end_ms <= duration_ms else replace(line, end_ms=Milliseconds(duration_ms)) for line in lines
    )
