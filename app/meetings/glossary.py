"""One line of a course's glossary, as a person keeps it."""

from dataclasses import dataclass

from engine.contract.options import GlossaryTerm


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term with what belongs to it."""

    text: str
    """As it is said."""
    spoken: tuple[str, ...] = ()
    """What recognition wrote in its place, or how it sounds spelled out."""
    replacement: str = ""
    """What is written where it was said; empty for the text itself."""
    note: str = ""
    """For people."""

    @property
    def term(self) -> GlossaryTerm:
        """What recognition needs of it."""
        return GlossaryTerm(self.text, self.spoken, self.replacement)


def with_entry(glossary: tuple[GlossaryEntry, ...], entry: GlossaryEntry) -> tuple[GlossaryEntry, ...]:
    """The glossary with a further entry; one of the same text is joined with it, and nothing of either is lost."""
    wanted = entry.text.casefold().strip()
    for at, known in enumerate(glossary):
        if known.text.casefold().strip() == wanted:
            joined = GlossaryEntry(
                known.text,
                tuple(dict.fromkeys((*known.spoken, *entry.spoken))),
                entry.replacement or known.replacement,
                known.note if not entry.note or entry.note in known.note else f"{known.note} {entry.note}".strip(),
            )
            return (*glossary[:at], joined, *glossary[at + 1 :])
    return (*glossary, entry)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person made of what was heard, in one place."""

    heard: str
    written: str
    place: str
    """Names the line, so that two corrections of one line count once."""
    before: str = ""
    """In a language without spaces, what stands right before it: a term may begin there."""
    after: str = ""
