"""Which speech models write words with the same tokens. Pure.

What one heard may be gone on with by another, on a worker or here, and then travels as tokens. Whisper has two
vocabularies: that of the English speech models and that of all others, whose text is the same from tiny to large-v3.
Tokens of one mean other words in the other.
"""

_ENGLISH_ONLY = ".en"
"""How Whisper's own names end where the vocabulary is the English one."""


def is_same_spelling(one: str, other: str) -> bool:
    """Whether tokens of one speech model mean the same in the other, by their catalogue names."""
    return one.endswith(_ENGLISH_ONLY) == other.endswith(_ENGLISH_ONLY)
