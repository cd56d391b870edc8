"""Which language a recording is in, decided by its first speech; several passes vote where one is not sure.

Pure, used by ``live_pipeline.py``. A short word at the start is heard in whatever language, but decides nothing.
"""

SURE = 0.6
"""Probability from which on one guess decides."""

ENOUGH = 1.6
"""Sum of probabilities that decides where none did alone."""


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
