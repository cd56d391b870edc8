"""What ``vivavoce transcribe`` was asked for, checked. On the main thread of the command, before anything is read."""

from dataclasses import dataclass
from pathlib import Path

import typer

from app.cli.export_choice import asked_formats
from app.cli.language_wish import read_languages
from app.cli.speaker_wish import read_speakers
from app.exporting.formats import WRITERS
from engine.contract.channel import Channel
from engine.contract.speakers import ANY_COUNT, SpeakerCount

_NOT_TEXT = frozenset({"docx"})
"""Formats that a terminal cannot show."""


@dataclass(frozen=True, slots=True)
class TranscriptionWish:
    """What the command line asked for, checked."""

    formats: tuple[str, ...]
    out: Path | None
    languages: tuple[str, ...] | None
    """``None`` is what the course or the settings say."""
    model: str | None
    audio_stream: int | None
    channel: Channel
    course: str | None
    speakers: SpeakerCount | None
    """How many people to look for; ``None`` is not to look."""
    to_stdout: bool
    """Whether the transcript itself is printed, not the paths of files."""

    @property
    def said_speakers(self) -> SpeakerCount | None:
        """A number of people that was said; ``None`` where it is to be found, or not to be looked for."""
        return None if self.speakers == ANY_COUNT else self.speakers

    @classmethod
    def read(
        cls,
        *,
        to: str,
        out: Path | None,
        language: str | None,
        model: str | None,
        audio_stream: int | None,
        channel: Channel,
        course: str | None,
        speakers: str,
        files: int,
    ) -> "TranscriptionWish":
        """Check the words of the command line. Wrong ones are ``typer.BadParameter``, exit code 2."""
        formats = asked_formats(to)
        if not formats:
            raise typer.BadParameter(f"Name at least one of {', '.join(WRITERS)}.", param_hint="--to")
        return cls(
            formats=formats,
            out=out,
            languages=None if language is None else read_languages(language),
            model=model,
            audio_stream=audio_stream,
            channel=channel,
            course=course,
            speakers=read_speakers(speakers),
            to_stdout=out is None and files == 1 and len(formats) == 1 and formats[0] not in _NOT_TEXT,
        )
