"""How a recording is to be recognised: what a person or a course chose, as one value.

Travels from the desktop to the engine process, into cache keys and into the library beside the result.
"""

from dataclasses import dataclass

DEFAULT_MODEL = "base"
"""The speech model that is there after the first start."""


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word that recognition should know, as a course's glossary has it."""

    text: str
    """As it is said."""
    spoken: tuple[str, ...] = ()
    """What recognition wrote in its place before, or how it sounds spelled out; always replaced."""
    replacement: str = ""
    """What is written where it was said; empty for the text itself."""

    @property
    def written(self) -> str:
        """What stands in the transcript."""
        return self.replacement or self.text


@dataclass(frozen=True, slots=True)
class RecognitionOptions:
    """Everything that changes the words a recording turns into."""

    model: str = DEFAULT_MODEL
    """Catalogue name of the speech model."""
    languages: tuple[str, ...] = ()
    """Allowed languages as Whisper codes (``en``, ``zh``); empty means any."""
    language_per_segment: bool = False
    """Decide the language for each stretch of speech, not once for the meeting."""
    beam_size: int = 5
    """Hypotheses kept while decoding; 1 is greedy."""
    glossary: tuple[GlossaryTerm, ...] = ()
    """Terms to prefer, most important first."""
    threads: int = 0
    """Processor threads for recognition; 0 lets the engine choose."""
