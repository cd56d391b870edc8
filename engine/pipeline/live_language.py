"""Which language a recording is in, decided by its first speech; several passes vote where one is not sure.

Pure, used by ``live_pipeline.py``. A short word at the start is heard in whatever language, but decides nothing.
"""

from engine.contract.audio import SAMPLE_RATE_HZ

SURE = 0.6
"""Probability from which on one guess decides."""

ENOUGH = 1.6
"""Sum of probabilities that decides where none did alone."""


SWITCH = 0.6
"""Probability from which on a track goes over to another language than the recording's."""

GUESS_S = 1.5
"""Speech that a growing window must hold before its language may be guessed."""


class LanguageVote:
    """Counts guesses."""

    def __init__(self, language: str = "") -> None:
        self._decided = language
        self._votes: dict[str, float] = {}

    @property
    def decided(self) -> str:
        """The language; empty while it is not decided."""
        return self._decided

    def take(self, language: str, probability: float) -> tuple[str, float]:
        """Take a guess; gives the language to go by for now, and how probable it is."""
        self._votes[language] = self._votes.get(language, 0.0) + probability
        best = max(self._votes, key=lambda each: self._votes[each])
        total = sum(self._votes.values())
        if probability >= SURE:
            best = self._decided = language
        elif total >= ENOUGH:
            self._decided = best
        return best, probability if best == language else self._votes[best] / total


class TrackLanguage:
    """The language of one track, where each utterance may be in another."""

    def __init__(self) -> None:
        self._asked: int | None = None

    def wants_guess(self, start: int, stop: int) -> bool:
        """Whether the language of what begins at ``start`` is still to be asked, and can be."""
        if start == self._asked or stop - start < GUESS_S * SAMPLE_RATE_HZ:
            return False
        self._asked = start
        return True

    @staticmethod
    def choose(usual: str, language: str, probability: float) -> str:
        """The language to understand it in: the recording's unless this is clearly another."""
        return language if probability >= SWITCH or not usual else usual
