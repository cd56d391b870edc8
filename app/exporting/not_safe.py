"""The trouble of a copy for others. A file of its own, so that naming it loads no FFmpeg."""

from dataclasses import dataclass

from engine.contract.errors import VivavoceError


@dataclass(eq=False)
class NotSafe(VivavoceError):
    """The copy was read back and is not what it should be."""

    name: str
    """The file it was found in."""

    @property
    def sentence(self) -> str:
        """See ``VivavoceError``."""
        return f"“{self.name}” still told who spoke when it was read back, so nothing was written."
