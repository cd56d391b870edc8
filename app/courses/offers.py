"""Terms that a course could learn: what a person corrected the same way twice. Pure.

An offer is made once it was made in two lines, wherever in the course; not if the glossary has it, and never again
after it was dismissed. What sounds nothing like what was heard is a change of mind and no term. The places where it
would apply are found by ``app/editing/course_places.py``.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.meetings.glossary import Correction, GlossaryEntry
from engine.glossary.sound_key import alike, sound_key

LEAST_TIMES = 2

LEAST_LIKENESS = 0.4
"""Under which nobody corrected a word: another one was meant."""

LEAST_LETTERS = 3
"""Of Latin letters; a shorter word stands everywhere, and most of its places are right."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A correction that could become a term."""

    heard: str
    written: str
    times: int
    """In so many lines a person made it."""

    @property
    def entry(self) -> GlossaryEntry:
        """What the glossary would hold."""
        return GlossaryEntry(self.written, (self.heard,))


def offers(
    corrections: Iterable[Correction],
    *,
    glossary: Sequence[GlossaryEntry],
    dismissed: Collection[tuple[str, str]],
) -> list[Offer]:
    """What to offer, most often corrected first.

    Args:
        corrections: All of the course, oldest first.
        glossary: What it knows.
        dismissed: As heard (in small letters) and written.
    """
    groups: dict[tuple[str, str], list[Correction]] = {}
    for each in corrections:
        groups.setdefault((each.heard.casefold(), each.written), []).append(each)
    known = {
        (form.casefold(), entry.replacement or entry.text) for entry in glossary for form in (*entry.spoken, entry.text)
    }
    found: list[Offer] = []
    for group in groups.values():
        times = len({each.place for each in group})
        heard, written = _whole(group)
        key = (heard.casefold(), written)
        if times < LEAST_TIMES or key in known or key in dismissed:
            continue
        if _is_word(heard) and _is_word(written) and alike(sound_key(heard), sound_key(written)) >= LEAST_LIKENESS:
            found.append(Offer(heard, written, times))
    return sorted(found, key=lambda offer: (-offer.times, offer.written.casefold(), offer.heard.casefold()))


def _whole(group: Sequence[Correction]) -> tuple[str, str]:
    """The term: in a language without spaces also what stands around it wherever it was corrected."""
    before = _common([each.before[::-1] for each in group])[::-1]
    after = _common([each.after for each in group])
    return f"{before}{group[-1].heard}{after}", f"{before}{group[-1].written}{after}"


def _common(texts: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(texts), max(texts)
    return first[
        : next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    ]


def _is_word(text: str) -> bool:
    key = sound_key(text)
    return key.han >= 2 or (key.han == 0 and len(key.letters) >= LEAST_LETTERS)
