"""A media file as several tracks: each of its audio streams, or each of two channels, is heard by itself.

For a meeting that was recorded with a track for each person (OBS, Zoom, two lapel microphones on one stereo file):
then it is known whose words are whose. Runs in the engine process on the thread of the job, one stream after the other,
so that the memory stays that of one. What an earlier try of the job decoded is not decoded again.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.capture.media_file import decode_media, inspect_media
from engine.capture.playback_copy import write_playback
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.contract.cancellation import Cancellation
from engine.contract.channel import Channel
from engine.contract.errors import DiskFull, NoAudioFound

MOST_TRACKS = 12
"""More are not taken: each costs a pass over the file, and a recognition."""

TOO_MANY = f"It has more audio tracks than are understood; the first {MOST_TRACKS} were."
NO_COPY = "There was no room on the disk for a copy to listen to. The recording itself is complete."


def decode_apart(
    path: Path,
    into: SoundFolder,
    *,
    cancellation: Cancellation,
    on_progress: Callable[[int, int], None],
) -> tuple[DecodedMedia, ...]:
    """Decode every audio stream, or both channels of the only one, into tracks from 0 on; a silent stream is none.

    ``on_progress`` hears (samples done, samples in all as far as one can tell), over all tracks, on this thread.

    Raises:
        MediaError: one of its kinds; ``NoAudioFound`` where no stream has sound.
        DiskFull: there is no room left.
        Cancelled: stopping was requested.
    """
    parts = _parts_of(path)
    found: list[DecodedMedia] = []
    done = 0
    for number, (stream, channel) in enumerate(parts[:MOST_TRACKS]):
        left = min(len(parts), MOST_TRACKS) - number

        def report(one: int, of: int, before: int = done, left: int = left) -> None:
            on_progress(before + one, before + left * of)

        known = into.decoded(len(found))
        if known is None:
            try:
                known = decode_media(
                    path,
                    into,
                    audio_stream=stream,
                    track=len(found),
                    channel=channel,
                    cancellation=cancellation,
                    on_progress=report,
                )
            except NoAudioFound:
                continue  # a microphone that nobody switched on
        found.append(known)
        done += known.length
    if not found:
        raise NoAudioFound(path.name)
    notes = _notes_of(found)
    if len(parts) > MOST_TRACKS:
        notes.append(TOO_MANY)
    if len(found) > 1 and parts[0][1] is Channel.MIX:
        try:
            write_playback(into, len(found), cancellation)
        except DiskFull:
            notes.append(NO_COPY)
    first, *others = found
    return (replace(first, notes=tuple(notes)), *(replace(each, notes=()) for each in others))


def _parts_of(path: Path) -> list[tuple[int | None, Channel]]:
    """Stream and channel of each track."""
    streams = inspect_media(path).streams
    if len(streams) > 1:
        return [(stream.number, Channel.MIX) for stream in streams]
    if [stream.channels for stream in streams] == [len(_SIDES)]:
        return [(None, side) for side in _SIDES]  # the copy to listen to has both of them anyway
    return [(None, Channel.MIX)]


_SIDES = (Channel.LEFT, Channel.RIGHT)


def _notes_of(found: list[DecodedMedia]) -> list[str]:
    """What is remarkable of any track, once; that a track is but one channel is no remark here."""
    notes = [note for each in found for note in each.notes if not note.startswith("Only the ")]
    return list(dict.fromkeys(notes))
