"""What the window shows about who speaks, read on a background thread.

The last look for the speakers, how much everybody says, where each voice is to be heard, and whom it sounds like.
"""

from dataclasses import dataclass

from app.library.library import Library
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId
from app.meetings.meeting import Meeting
from app.meetings.speaker_decisions import is_given
from app.meetings.speaker_run import SpeakerRun
from app.meetings.speaking_facts import MeetingFacts, facts_of
from app.meetings.transcript import Segment, Speaker, Transcript
from app.meetings.voice import LEAST_SPEECH_MS, VoiceSuggestion, suggest

CLIPS = 3
PASSAGES = 12
_LONGEST_CLIP_MS = 8000
"""Longer, and a person waits."""


@dataclass(frozen=True)
class HeardClip:
    """A stretch in which one person is to be heard, with what is said in it."""

    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True)
class Passage:
    """A line of a speaker, to say of it that it is another voice."""

    line: SegmentId
    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True)
class VoiceOfSpeaker:
    """One speaker, as the naming sheet shows them."""

    speaker: Speaker
    clips: tuple[HeardClip, ...]
    passages: tuple[Passage, ...]
    suggestion: VoiceSuggestion | None
    can_be_remembered: bool
    """Whether their voice was kept by the last look, because the person asked for it."""


@dataclass(frozen=True)
class SpeakingReading:
    """All of it, of one meeting."""

    meeting_id: MeetingId
    run: SpeakerRun | None
    facts: MeetingFacts
    speakers: tuple[Speaker, ...]
    voices: tuple[VoiceOfSpeaker, ...]
    known_names: tuple[str, ...]
    """Names from the same course and of remembered voices, the likeliest first."""
    has_sound: bool
    """Whether there is a recording in which voices could be looked for."""
    is_spoken: bool
    """Whether there is a line at all."""


def read_speaking(
    library: Library, meeting_id: MeetingId, edited: Transcript | None = None, *, known: MeetingFacts | None = None
) -> SpeakingReading:
    """Read it; the lines are those that a person edits, where somebody does. Raises ``MeetingNotFound``.

    Facts that are as they were are the very same object: the window sees without comparing thousands of stretches.
    """
    meeting = library.meeting(meeting_id)
    transcript = edited or library.transcript(meeting_id)
    run = library.speaker_run(meeting_id)
    voices = library.voices_for(meeting.course_id)
    found = suggest(run, transcript.speakers, voices) if run is not None else ()
    suggestions = {each.speaker_id: each for each in found}
    names = library.course_speakers(meeting.course_id) if meeting.course_id is not None else []
    names = [name for name in names if is_given(name)]
    folder = library.meeting_folder(meeting_id)
    facts = facts_of(transcript, duration_ms=meeting.duration_ms)
    return SpeakingReading(
        meeting_id=meeting_id,
        run=run,
        facts=known if known is not None and known == facts else facts,
        speakers=transcript.speakers,
        voices=tuple(
            _voice(speaker, transcript, run, suggestions.get(speaker.id), is_kept=_is_kept(run, speaker.id))
            for speaker in transcript.speakers
        ),
        known_names=tuple(dict.fromkeys([*(each.name for each in found), *names, *(each.name for each in voices)])),
        has_sound=_has_sound(meeting) and any(folder.glob("track-*.pcm")),
        is_spoken=bool(transcript.segments),
    )


def _has_sound(meeting: Meeting) -> bool:
    return bool(meeting.tracks) and meeting.duration_ms > 0


def _is_kept(run: SpeakerRun | None, speaker_id: SpeakerId) -> bool:
    heard = () if run is None else run.speakers
    return any(each.speaker_id == speaker_id and each.voice and each.speech_ms >= LEAST_SPEECH_MS for each in heard)


def _voice(
    speaker: Speaker,
    transcript: Transcript,
    run: SpeakerRun | None,
    suggestion: VoiceSuggestion | None,
    *,
    is_kept: bool,
) -> VoiceOfSpeaker:
    lines = [line for line in transcript.segments if line.speaker_id == speaker.id and line.quarantine is None]
    stretches = [] if run is None else [(clip.start_ms, clip.end_ms) for clip in run.clips_of(speaker.id)]
    longest = sorted(lines, key=lambda line: line.start_ms - line.end_ms)
    if not stretches:
        stretches = [(line.start_ms, line.end_ms) for line in longest]
    clips = [
        HeardClip(start, min(end, start + _LONGEST_CLIP_MS), _said(lines, start, min(end, start + _LONGEST_CLIP_MS)))
        for start, end in stretches[:CLIPS]
    ]
    passages = sorted(longest[:PASSAGES], key=lambda line: line.start_ms)
    return VoiceOfSpeaker(
        speaker,
        tuple(clips),
        tuple(Passage(line.id, line.start_ms, line.end_ms, line.text) for line in passages),
        suggestion,
        is_kept,
    )


def _said(lines: list[Segment], start_ms: int, end_ms: int) -> str:
    """The words in a stretch."""
    texts: list[str] = []
    for line in lines:
        if line.start_ms >= end_ms or line.end_ms <= start_ms:
            continue
        if not line.words:
            texts.append(line.text)
            continue
        inside = [word for word in line.words if start_ms <= (word.start_ms + word.end_ms) / 2 < end_ms]
        texts.append("".join(word.text for word in inside).strip())
    return " ".join(text for text in texts if text)
