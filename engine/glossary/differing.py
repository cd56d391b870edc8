"""Where a second hearing with a hint writes a term that the first one did not.

Pure. A hint changes more than it should: other words, other spellings, sometimes it is read out. Only the runs in
which a term of the hint stands are of interest, and only short ones; everything else of the second hearing is dropped.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.contract.options import GlossaryTerm
from engine.glossary.plausible import MOST_WORDS, Candidate, put_in
from engine.glossary.sound_key import alike, sound_key


def differing(
    first: Sequence[str], second: Sequence[str], terms: Sequence[GlossaryTerm], *, settled: int = 0
) -> list[Candidate]:
    """A candidate for each run of the first hearing in whose place the second one has a term.

    Args:
        first: Words that were heard without the hint.
        second: Words that were heard with it.
        terms: The hint.
        settled: So many of the first words are not to be changed.
    """
    by_letters = {sound_key(term.text).letters: term for term in terms}
    old = [sound_key(word).letters for word in first]
    new = [sound_key(word).letters for word in second]
    found: list[Candidate] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "replace" or i1 < settled or i2 - i1 > MOST_WORDS or j2 - j1 > MOST_WORDS:
            continue
        if not any(old[i1:i2]):
            continue
        term = next((by_letters[letters] for letters in new[j1:j2] if letters in by_letters), None)
        if term is None or any(letters in by_letters for letters in old[i1:i2]):
            continue
        run = " ".join(
            term.written if letters in by_letters else word.strip()
            for letters, word in zip(new[j1:j2], second[j1:j2], strict=True)
        )
        likeness = alike(sound_key("".join(first[i1:i2])), sound_key("".join(second[j1:j2])))
        spoken = " ".join(word.strip() for word in second[j1:j2])
        found.append(put_in(first, i1, i2 - i1, term, likeness, written=run, spoken=spoken))
    return found
