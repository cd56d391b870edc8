"""When the live pipeline makes a pass over the speech that is not settled yet, and when it must leave some out.

Pure; all times are samples of the track. Passes come at a steady pace while somebody speaks, at once when a pause
begins, and less often the further recognition is behind. The figures were chosen on two meetings of four people with
the speech model base and two threads, by simulation: lateness on a virtual clock, each pass at its measured cost.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.contract.audio import SAMPLE_RATE_HZ


@dataclass(frozen=True, slots=True)
class LiveRules:
    """How live recognition goes about it, in seconds."""

    interval_s: float = 0.9
    """New sound before the next pass while somebody speaks."""
    first_s: float = 0.6
    """Speech before the first pass over it: less is too little to understand."""
    breath_s: float = 0.22
    """A pause this long gets a pass of its own at once: probably the end."""
    hush_s: float = 0.1
    """While a pause of this length is no breath yet, no pass over growing speech is begun: most likely it would be in
    the way of the one that the breath gets, and nothing is lost by waiting, for one of the two comes within moments."""
    pause_s: float = 0.6
    """A pause this long settles everything before it."""
    holdback_s: float = 1.8
    """Words that end later than this before the end of the window wait, for their sound may be cut off."""
    context_s: float = 10.0
    """Settled sound that stays in the window, at the most: what was said helps to understand what follows. Reading
    without pauses gained two points of wrong words from 8 s to 10 and one to 12; then first words came too late."""
    least_context_s: float = 4.0
    """The same where passes take long; see ``pass_times.py``."""
    fresh_s: float = 0.5
    """After a pause this long nothing of before stays in the window: each settled word in it costs as much as a new
    one, and behind the end of a sentence the decoder likes to end."""
    pre_roll_s: float = 0.4
    """Sound before the first speech that goes into the window."""
    longest_s: float = 20.0
    """Unsettled sound in a window; then words are settled without agreement."""
    relaxed_behind_s: float = 2.0
    """From here on passes come at half the pace and search greedily."""
    skip_behind_s: float = 24.0
    """From here on the oldest speech is left for later."""


class PassKind(StrEnum):
    """Why a pass is made."""

    GROWING = "growing"
    """Somebody speaks, and there is new sound."""
    BREATH = "breath"
    """A pause began; probably the end of what was said."""
    LAST = "last"
    """The recording ends."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a track stands."""

    heard: int
    """Samples the voice detector has seen."""
    voice: int
    """First sample after the last voice."""
    settled: int
    """Everything before is settled."""
    speech_from: int
    """Where unsettled speech begins."""
    passed: int
    """End of the window of the last pass."""
    is_ended: bool = False
    """Nothing more comes."""


def next_pass(standing: Standing, rules: LiveRules, *, can_wait: bool = False) -> PassKind | None:
    """The pass that is due now, if any.

    Args:
        standing: Where the track stands.
        rules: How live recognition goes about it.
        can_wait: More sound comes by itself, so that it is soon known whether a pause is a breath.
    """
    silence = standing.heard - standing.voice
    fresh = standing.heard - standing.passed
    has_news = standing.voice > standing.passed - _samples(rules.breath_s) / 2
    if standing.voice <= standing.speech_from or not has_news:
        return None
    if standing.is_ended:
        return PassKind.LAST
    if silence >= _samples(rules.breath_s):
        return PassKind.BREATH
    if can_wait and silence >= _samples(rules.hush_s):
        return None
    pace = rules.interval_s * (2 if behind(standing) > rules.relaxed_behind_s else 1)
    if standing.heard - standing.speech_from >= _samples(rules.first_s) and fresh >= _samples(pace):
        return PassKind.GROWING
    return None


def settles_all(standing: Standing, rules: LiveRules) -> bool:
    """Whether the pause is long enough, and understood, that what was said cannot change any more."""
    silence = standing.heard - standing.voice
    return standing.passed >= standing.voice and (standing.is_ended or silence >= _samples(rules.pause_s))


def behind(standing: Standing) -> float:
    """Seconds of speech that no pass has looked at."""
    return max(0, standing.voice - max(standing.passed, standing.speech_from)) / SAMPLE_RATE_HZ


def skip_to(standing: Standing, rules: LiveRules) -> int | None:
    """Where to go on if so much is waiting that the oldest must be left for later; ``None`` if it need not."""
    waiting = standing.voice - max(standing.passed, standing.speech_from)
    if waiting <= _samples(rules.skip_behind_s):
        return None
    return standing.heard - _samples(rules.interval_s)


def _samples(seconds: float) -> int:
    return int(seconds * SAMPLE_RATE_HZ)
