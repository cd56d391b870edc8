"""One track of a recording for the job that labels it: what is heard, what is decided, and what of it is an echo.

On the thread of ``engine/pipeline/live_speaker_job.py``; reads no sound itself. What a microphone hears of the
computer's sound is nobody in the room: a piece that talks while that talks and sounds like somebody there is left out.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.messages import FollowedTrack
from engine.contract.speakers import SpeakerTurn
from engine.speakers.live_listener import HeardPiece, LiveListener, LiveLook
from engine.speakers.live_voices import LiveVoices
from engine.speakers.segmentation import LOOK_SAMPLES
from engine.speakers.speaker_finder import ECHO_SHARE
from engine.speakers.speaker_groups import SAME

_RECENT = 60 * SAMPLE_RATE_HZ
"""How far back the computer's turns are kept in mind."""


class LiveTrack:
    """See the module."""

    def __init__(
        self,
        followed: FollowedTrack,
        *,
        listener: LiveListener,
        next_label: Callable[[], int],
        far: "Sequence[LiveTrack]" = (),
    ) -> None:
        """``far``: tracks whose sound this one may hear; they are asked before it."""
        self.is_over = False
        self.heard_to = followed.resume_at
        """Everything before this sample was heard."""
        self.decided_to = followed.resume_at
        """Everything before this one has its label, or none for good."""
        self._followed = followed
        self._begins = followed.resume_at
        self._listener = listener
        self._voices = LiveVoices(track=followed.track, next_label=next_label)
        self._far = far

    @property
    def number(self) -> int:
        """Of the track."""
        return self._followed.track

    @property
    def kind(self) -> TrackKind:
        """Microphone or computer."""
        return self._followed.kind

    def look_from(self, to: int) -> SampleIndex:
        """Where a look begins that ends there."""
        return SampleIndex(max(self._begins, to - LOOK_SAMPLES))

    def hear(self, sound: Samples, *, to: SampleIndex) -> SampleIndex:
        """Hear the look that ends at ``to``; the first sample from which on turns may be others than before."""
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            look = self._listener.look(sound, first=to - len(sound), start=max(self.decided_to, to - len(sound)))
        finally:
            torch.set_num_threads(threads)
        self.heard_to = to
        if look.stop <= look.start:
            return SampleIndex(look.start)
        self.decided_to = SampleIndex(look.stop)
        return self._voices.take(look, kept=self._without_echo(look))

    def skip_to(self, sample: SampleIndex) -> None:
        """There was no time for what lies before."""
        self.heard_to = SampleIndex(max(self.heard_to, sample))
        self.decided_to = SampleIndex(max(self.decided_to, sample))

    def know(self, speaker: int, sound: Samples) -> None:
        """Somebody from before is heard in this sound."""
        for voice in self._listener.voice(sound):
            self._voices.know(speaker, voice, seconds=len(sound) / SAMPLE_RATE_HZ)

    def hold(self, speaker: int) -> None:
        """A person named this speaker."""
        self._voices.hold(speaker)

    def turns(self, since: int) -> tuple[SpeakerTurn, ...]:
        """Who talks from a sample on."""
        return self._voices.turns(since)

    def sounds_like(self, voice: Samples) -> float:
        """How much a voice is like the one it is most like here, -1..1."""
        centres = self._voices.centres
        return float((centres @ voice).max()) if len(centres) else -1.0

    def _without_echo(self, look: LiveLook) -> list[int] | None:
        if not self._far:
            return None
        turns = [turn for track in self._far for turn in track.turns(max(0, look.start - _RECENT))]
        return [
            at
            for at, piece in enumerate(look.pieces)
            if _shared(piece, turns) < ECHO_SHARE * (piece.stop - piece.start)
            or all(track.sounds_like(np.asarray(look.embeddings[at])) < SAME for track in self._far)
        ]


def _shared(piece: HeardPiece, turns: Sequence[SpeakerTurn]) -> int:
    """Samples of a piece in which somebody talks; two at once count once at the least, which is enough here."""
    return sum(max(0, min(piece.stop, turn.stop) - max(piece.start, turn.start)) for turn in turns)
