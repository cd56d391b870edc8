"""Listens to the tracks of a meeting, or remembers what was heard in them, and finds who speaks.

Runs on the engine process's main thread, for ``speaker_job.py``. Imports torch and scipy, so it is imported when the
first speakers are wanted. Whatever the networks fail with becomes a ``VivavoceError`` here.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.errors import MediaNotFound, SpeakersNotTold
from engine.contract.messages import FindSpeakers, HeardTrack
from engine.speakers.cam_net import WIDTH
from engine.speakers.encoder_choice import best_encoder
from engine.speakers.heard_voices import HeardVoices
from engine.speakers.live_listener import LiveListener
from engine.speakers.segmentation import PyannoteSegmentation
from engine.speakers.speaker_encoder import SpeakerEncoder
from engine.speakers.speaker_finder import TrackVoices, WhoSpeaks, find_speakers
from engine.speakers.voice_listener import VoiceListener
from engine.speakers.voices_file import fingerprint_of, keep_voices, read_voices, voices_path

MOST_THREADS = 4
"""More would be taken from whatever else the person does."""

OnProgress = Callable[[int, int], None]
"""Gets the samples done, and all there are."""


class SpeakerSearch:
    """Finds the speakers of meetings, one after the other; its networks are loaded when first wanted, and kept."""

    def __init__(
        self,
        *,
        make_listener: "Callable[[], VoiceListener] | None" = None,
        make_live: "Callable[[], LiveListener] | None" = None,
    ) -> None:
        self._make_listener = make_listener or listener_with_networks
        self._make_live = make_live or live_listener_with_networks
        self._listener: VoiceListener | None = None

    def find(self, command: FindSpeakers, *, cancellation: Cancellation, on_progress: OnProgress) -> WhoSpeaks:
        """Who speaks in the tracks of a command.

        Raises:
            MediaNotFound: a track has no sound.
            SpeakerModelMissing, SpeakerModelDamaged: the networks cannot be used.
            SpeakersNotTold: they failed at work.
            Cancelled: stopping was requested.
        """
        sound = SoundFolder(Path(command.sound_folder))
        lengths = [_length_of(sound, each) for each in command.tracks]
        kept = self._kept(sound, command.tracks)
        tracks: list[TrackVoices] = []
        for each, length, known in zip(command.tracks, lengths, kept, strict=True):
            before = sum(lengths[: len(tracks)])
            voices = known or self._heard(
                sound, each, length, cancellation, lambda done, before=before: on_progress(before + done, sum(lengths))
            )
            tracks.append(TrackVoices(each.track, each.kind, voices))
        cancellation.check()
        return find_speakers(tracks, count=command.count, pinned=command.pinned, wants_voices=command.wants_voices)

    def live_listener(self) -> LiveListener:
        """What hears a recording while it lasts.

        Raises:
            SpeakerModelMissing, SpeakerModelDamaged: the networks cannot be used.
        """
        return self._make_live()

    def close(self) -> None:
        """Forget the networks. Closing twice is harmless."""
        self._listener = None

    def _kept(self, sound: SoundFolder, tracks: Sequence[HeardTrack]) -> list[HeardVoices | None]:
        """What was heard before, where it can be used: voices of two encoders cannot be compared.

        What CAM++ heard in all tracks is used without looking for the networks; what the small encoder heard, for want
        of it, only while there is still nothing better.
        """
        kept = [
            read_voices(voices_path(sound.path, each.track), fingerprint_of(sound.pcm_path(each.track)))
            for each in tracks
        ]
        if all(each is not None and each.width == WIDTH for each in kept):
            return kept
        width = self._ready().width
        return [each if each is not None and each.width == width else None for each in kept]

    def _heard(
        self,
        sound: SoundFolder,
        track: HeardTrack,
        length: SampleIndex,
        cancellation: Cancellation,
        on_progress: Callable[[int], None],
    ) -> HeardVoices:
        listener, read = self._ready(), partial(sound.read, track=track.track)
        try:
            heard = listener.listen(read, length, cancellation=cancellation, on_progress=on_progress)
        except (MemoryError, RuntimeError) as error:  # torch has no memory error of its own
            raise SpeakersNotTold(str(error)) from error
        keep_voices(voices_path(sound.path, track.track), heard, fingerprint_of(sound.pcm_path(track.track)))
        return heard

    def _ready(self) -> VoiceListener:
        try:
            if self._listener is None:
                self._listener = self._make_listener()
        except (MemoryError, RuntimeError) as error:  # as above
            raise SpeakersNotTold(str(error)) from error
        return self._listener


def listener_with_networks(*, threads: int = 0, encoder: SpeakerEncoder | None = None) -> VoiceListener:
    """The real one, with the best encoder there is; without a number, as many threads as processors, up to a few.

    Raises:
        SpeakerModelMissing, SpeakerModelDamaged: the networks cannot be used.
    """
    threads = threads or min(MOST_THREADS, _usable())
    return VoiceListener(segmentation=PyannoteSegmentation(), encoder=encoder or best_encoder(), threads=threads)


def live_listener_with_networks() -> LiveListener:
    """The real one for a recording while it lasts. Raises as ``listener_with_networks``."""
    return LiveListener(segmentation=PyannoteSegmentation(), encoder=best_encoder())


def _length_of(sound: SoundFolder, track: HeardTrack) -> SampleIndex:
    path = sound.pcm_path(track.track)
    if not path.is_file():
        raise MediaNotFound(path.name)
    return sound.length(track.track)


def _usable() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
