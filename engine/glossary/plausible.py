"""The terms that may have been said where other words were written, best first.

Pure. Looks at every run of a few words and every term, and keeps what sounds alike: a glossary may hold hundreds of
terms, and only those of which something was heard are worth a second look at the sound.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract.options import GlossaryTerm
from engine.glossary.sound_key import SoundKey, alike, sound_key

MOST_WORDS = 4
"""Words that a recogniser makes of one that it does not know."""

LEAST_LIKENESS = 0.55
"""Under which nothing of the term was heard."""

PLACES_A_TERM = 2
"""More places of one stretch where a term may have been said are not looked at."""

_SENTENCE_ENDS = (".", "?", "!", "。", "？", "！")
_LEAD = re.compile(r"^[^\w]*")
_TAIL = re.compile(r"[^\w]*$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A run of words in whose place a term may have been said."""

    first: int
    count: int
    term: GlossaryTerm
    likeness: float
    is_given: bool
    """A person said that this, whenever it is heard, is the term: it needs no proof."""
    text: str
    """What stands there if the term is put in, with the space and the marks around it."""
    as_spoken: str
    """The same with the capitals that were heard and without the replacement: what the sound is held against."""

    @property
    def stop(self) -> int:
        """The word after the run."""
        return self.first + self.count

    def overlaps(self, other: "Candidate") -> bool:
        """Whether both want the same word."""
        return self.first < other.stop and other.first < self.stop

    def moved(self, by: int) -> "Candidate":
        """The same in a list that has so many words before it."""
        return replace(self, first=self.first + by) if by else self


@dataclass(frozen=True, slots=True)
class _Form:
    term: GlossaryTerm
    key: SoundKey
    is_given: bool


def plausible(
    words: Sequence[str], terms: Sequence[GlossaryTerm], *, most: int, least_likeness: float = LEAST_LIKENESS
) -> list[Candidate]:
    """The likeliest candidates, those a person gave first.

    Args:
        words: As they stand in the line, each with the space before and the marks behind it.
        terms: The glossary.
        most: So many at the most, given ones not counted.
        least_likeness: Less alike is not looked at.
    """
    forms = _forms(terms)
    found: list[Candidate] = []
    written = {form.key.letters for form in forms if not form.is_given}
    for first in range(len(words)):
        if not _has_letters(words[first]):
            continue
        for count in range(1, min(MOST_WORDS, len(words) - first) + 1):
            if count > 1 and words[first + count - 2].rstrip().endswith(_SENTENCE_ENDS):
                break
            last = words[first + count - 1]
            if not _has_letters(last):
                continue
            if sound_key(last).letters in written:
                if count == 1:
                    found += _candidates(words, first, count, forms, 1.0)
                break  # a term was written there already, and no run over it is looked at
            found += _candidates(words, first, count, forms, least_likeness)
    return _best(found, most)


def _has_letters(word: str) -> bool:
    return any(character.isalnum() for character in word)


def _forms(terms: Sequence[GlossaryTerm]) -> list[_Form]:
    forms: dict[tuple[str, str], _Form] = {}
    for term in terms:
        heard = [(text, True) for text in term.spoken]
        # With a replacement, the term itself is what a person said to replace.
        heard.append((term.text, sound_key(term.written).letters != sound_key(term.text).letters))
        for text, is_given in heard:
            key = sound_key(text)
            if key.letters:
                forms.setdefault((key.letters, term.written), _Form(term, key, is_given))
    return list(forms.values())


def _candidates(words: Sequence[str], first: int, count: int, forms: Sequence[_Form], least: float) -> list[Candidate]:
    run = "".join(words[first : first + count])
    heard = sound_key(run)
    found: list[Candidate] = []
    if not heard.letters:
        return found
    for form in forms:
        long, short = len(heard.letters), len(form.key.letters)
        is_same = heard.letters == form.key.letters
        if not is_same and (max(long, short) > 2.5 * min(long, short) or is_written(run, form.term)):
            continue
        is_known_better = form.is_given or _has_own_capitals(form.term.written)
        if is_same and (is_written(run, form.term) or not is_known_better):
            continue  # what stands there is right already, up to capitals that the glossary knows better
        likeness = 1.0 if is_same else alike(heard, form.key)
        if likeness >= least:
            found.append(put_in(words, first, count, form.term, likeness, is_given=is_same))
    return found


def _has_own_capitals(text: str) -> bool:
    """Whether it is written as NASA or LaTeX is; a capital at the beginning alone may be another word (Will, will)."""
    return any(character.isupper() for character in text[1:])


def is_written(run: str, term: GlossaryTerm) -> bool:
    """Whether the run is the term as it is to be written; the first letter of a sentence may be a capital."""
    bare = _bare(run)
    return (
        bare == term.written
        or (bare[:1].casefold() + bare[1:]) == term.written
        or (term.written.islower() and sound_key(bare).letters == sound_key(term.written).letters)
    )


def put_in(
    words: Sequence[str],
    first: int,
    count: int,
    term: GlossaryTerm,
    likeness: float,
    *,
    written: str = "",
    spoken: str = "",
    is_given: bool = False,
) -> Candidate:
    """A candidate with the marks and the capital of the run that it would replace.

    Args:
        words: As they stand in the line.
        first: Where the run begins.
        count: Its words.
        term: What may have been said there.
        likeness: How alike it sounds.
        written: What would stand there, if it is more than the term.
        spoken: The same as it would be said.
        is_given: A person said so.
    """
    run = "".join(words[first : first + count])
    lead, tail = _LEAD.match(run), _TAIL.search(run)
    before, after = lead.group() if lead else "", tail.group() if tail else ""
    written, spoken = _bare(written) or term.written, _bare(spoken) or term.text
    has_capital = run[len(before) : len(before) + 1].isupper()
    begins = not first or words[first - 1].rstrip().endswith(_SENTENCE_ENDS)
    if has_capital:
        spoken = _capital(spoken)
        written = _capital(written) if begins else written
    return Candidate(first, count, term, likeness, is_given, f"{before}{written}{after}", f"{before}{spoken}{after}")


def _bare(text: str) -> str:
    return _TAIL.sub("", _LEAD.sub("", text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _best(found: Sequence[Candidate], most: int) -> list[Candidate]:
    given = [each for each in found if each.is_given]
    ranked = sorted((each for each in found if not each.is_given), key=lambda each: (-each.likeness, each.count))
    kept: list[Candidate] = []
    places: dict[str, int] = {}
    for each in ranked:
        if len(kept) == most:
            break
        count = places.get(each.term.text, 0)
        if count < PLACES_A_TERM:
            places[each.term.text] = count + 1
            kept.append(each)
    return [*given, *kept]
