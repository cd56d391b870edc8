"""A speech model that a command needs and that is not here, as a trouble that says which command gets it."""

from dataclasses import dataclass

from engine.contract.errors import SpeechModelDamaged, SpeechModelMissing, VivavoceError


@dataclass(eq=False)
class ModelToAdd(VivavoceError):
    """The speech model is not here or damaged, and how to get it on the command line."""

    trouble: SpeechModelMissing | SpeechModelDamaged

    @property
    def sentence(self) -> str:
        """What is the matter, and the command that helps."""
        model = self.trouble.model
        if isinstance(self.trouble, SpeechModelDamaged):
            return f"The speech model “{model}” is damaged. “vivavoce models add {model}” gets it anew."
        return f"The speech model “{model}” is not on this computer. “vivavoce models add {model}” gets it."
