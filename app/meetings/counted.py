"""A number with its noun, in English: ``1 line``, ``2 lines``. Pure; for the command line and for reports.

The window does not use it: there the translations have their own plurals.
"""


def counted(number: int, one: str, many: str = "") -> str:
    """The number and what follows it; ``many`` where it is more than ``one`` with an s, such as a verb."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
