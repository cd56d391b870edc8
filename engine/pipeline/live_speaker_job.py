"""A job that says who speaks while a recording lasts, for one ``FollowSpeakers``.

Runs on the main thread of an engine process that does nothing else, apart from the one that understands the words:
whatever becomes of the labels, the words come. ``cancel`` and ``hold`` come from the thread that reads commands. Every
2.5 s it hears the newest ten seconds, on one thread and at a lower priority than the words have.
"""

import os
import queue
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.errors import SpeakersNotTold
from engine.contract.messages import Event, FollowedTrack, FollowSpeakers, JobProgressed, SpeakersHeard, Stage
from engine.pipeline.engine_job import EngineJob
from engine.pipeline.ring_sound import RingSound, SavedSound, open_sound
from engine.pipeline.speaker_job import Searches

if TYPE_CHECKING:
    from engine.speakers.live_track import LiveTrack

WAIT_S = 0.2
"""How often a ring is looked at."""

BEAT_S = 5.0
"""How often it is said that the work goes on, also while a recording is paused."""

STEP = round(2.5 * SAMPLE_RATE_HZ)
"""New samples that are worth a look."""

LATE = 120 * SAMPLE_RATE_HZ
"""Further behind than this, what is missed stays without a label; the final search hears it. Catching up is quick."""

_GENTLE = 5
"""Niceness, where the system has it."""


def step_aside() -> None:
    """The words go first. A system without niceness does without."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_GENTLE)


class LiveSpeakerJob(EngineJob):
    """Does what one ``FollowSpeakers`` asks for."""

    def __init__(
        self,
        command: FollowSpeakers,
        *,
        engines: Searches,
        emit: Callable[[Event], None],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        step_aside: Callable[[], None] = step_aside,
    ) -> None:
        super().__init__(command.job, emit=emit)
        self._command = command
        self._engines = engines
        self._clock = clock
        self._sleep = sleep
        self._step_aside = step_aside
        self._named: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._beat_at = 0.0

    def hold(self, speaker: int) -> None:
        """See ``HoldSpeaker``. Safe on every thread."""
        self._named.put(speaker)

    def _work(self) -> SampleIndex:
        from engine.speakers.live_track import LiveTrack  # noqa: PLC0415 - torch and scipy take seconds

        self._emit(JobProgressed(self.name, Stage.LOADING, 0, 0))
        self._step_aside()
        listener = self._engines.speaker_search().live_listener()
        command = self._command
        labels = count(max((each.speaker for each in command.known), default=-1) + 1)
        with ExitStack() as closing:
            tracks: list[tuple[FollowedTrack, RingSound | SavedSound, LiveTrack]] = []
            # What the computer plays is known when the microphone, which may have heard it, is asked.
            for followed in sorted(command.tracks, key=lambda each: each.kind is not TrackKind.COMPUTER):
                sound = open_sound(Path(command.sound_folder), followed)
                closing.callback(sound.close)
                track = LiveTrack(
                    followed,
                    listener=listener,
                    next_label=lambda: next(labels),
                    far=[
                        each
                        for _, _, each in tracks
                        if each.kind is TrackKind.COMPUTER and followed.kind is not TrackKind.COMPUTER
                    ],
                )
                tracks.append((followed, sound, track))
            try:
                self._remember([track for _, _, track in tracks])
                self._follow(tracks)
            except (MemoryError, RuntimeError) as error:  # torch has no memory error of its own
                raise SpeakersNotTold(str(error)) from error
            return SampleIndex(max((sound.written for _, sound, _ in tracks), default=0))

    def _remember(self, tracks: "list[LiveTrack]") -> None:
        """Hear those whom one knows already."""
        folder = SoundFolder(Path(self._command.sound_folder))
        for known in self._command.known:
            self._cancellation.check()
            for track in tracks:
                if track.number == known.track:
                    track.know(known.speaker, folder.read(known.start, known.stop, known.track))

    def _follow(self, tracks: "list[tuple[FollowedTrack, RingSound | SavedSound, LiveTrack]]") -> None:
        while True:
            self._cancellation.check()
            self._hear_names([track for _, _, track in tracks])
            has_worked = False
            for _, sound, track in tracks:
                is_ended, written = sound.is_ended, sound.written
                if written - track.heard_to > LATE:
                    track.skip_to(SampleIndex(written - STEP))
                if written - track.heard_to >= STEP:
                    has_worked = True
                    to = SampleIndex(track.heard_to + STEP)
                    since = track.hear(sound.read(track.look_from(to), to), to=to)
                    self._emit(SpeakersHeard(self.name, track.number, since, track.decided_to, track.turns(since)))
                elif is_ended:
                    track.is_over = True
            self._beat()
            if all(track.is_over for _, _, track in tracks):
                return
            if not has_worked:
                self._sleep(WAIT_S)

    def _hear_names(self, tracks: "list[LiveTrack]") -> None:
        with suppress(queue.Empty):
            while True:
                speaker = self._named.get_nowait()
                for track in tracks:
                    track.hold(speaker)

    def _beat(self) -> None:
        now = self._clock()
        if now - self._beat_at >= BEAT_S:
            self._beat_at = now
            self._emit(JobProgressed(self.name, Stage.SPEAKERS, 0, 0))
