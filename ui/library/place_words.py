"""Where speech is understood, as the foot of the side bar says it: here, on another computer, or here because of one.

Pure but for the translation. It says what is so now and promises nothing: another computer is only said to be there
after it answered, and to understand only while it does.
"""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """Where something that is recorded or read is understood at this moment."""

    worker: str = ""
    """Name of the other computer; empty for this one."""
    missed_worker: str = ""
    """Name of a paired one that would be asked and does not answer."""


@dataclass(frozen=True, slots=True)
class OtherComputer:
    """A paired computer that is asked, as it stood when it was last looked at."""

    fingerprint: str
    name: str
    is_there: bool | None = None
    """Whether it answered; ``None`` if it was not looked at yet."""
    trouble: str = ""
    """Why it cannot be used though something answers, or would not be asked; empty if nothing is known."""


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """The line."""

    text: str
    is_here: bool
    """Sound stays on this computer as things stand."""
    hint: str = ""
    """What more is known, for whoever points at it."""


def place_words(others: tuple[OtherComputer, ...], now: tuple[Understanding, ...]) -> PlaceWords:
    """What to say.

    Args:
        others: Paired computers that are turned on, in the person's order.
        now: For each recording or file that is understood now, where.
    """
    for each in now:  # the sound of one of them leaves, whatever the others do
        if each.worker:
            text = translate("SideBar", "Kept here, {worker} understands now")
            return PlaceWords(text.format(worker=each.worker), is_here=False, hint=_goes_there())
    missed = next((each.missed_worker for each in now if each.missed_worker), "")
    if missed:
        return PlaceWords(_does_not_answer(missed), is_here=True)
    if not others:
        return PlaceWords(translate("SideBar", "Stays on this computer"), is_here=True)
    if now:
        return PlaceWords(translate("SideBar", "Understood on this computer now"), is_here=True)
    return _at_rest(others)


def _at_rest(others: tuple[OtherComputer, ...]) -> PlaceWords:
    """What to say while nothing is understood anywhere."""
    there = [each for each in others if each.is_there]
    if len(there) > 1:
        text = translate("SideBar", "Kept here, {count} other computers are ready to understand")
        return PlaceWords(text.format(count=len(there)), is_here=False, hint=", ".join(each.name for each in there))
    if there:
        text = translate("SideBar", "Kept here, {worker} is ready to understand")
        return PlaceWords(text.format(worker=there[0].name), is_here=False, hint=_goes_there())
    unseen = next((each for each in others if each.is_there is None), None)
    if unseen is not None:
        text = translate("SideBar", "Kept here, understood by {worker} if it answers")
        return PlaceWords(text.format(worker=unseen.name), is_here=False, hint=_goes_there())
    first = others[0]
    if first.trouble:
        text = translate("SideBar", "Stays on this computer: {worker} cannot be used now")
        return PlaceWords(text.format(worker=first.name), is_here=True, hint=first.trouble)
    return PlaceWords(_does_not_answer(first.name), is_here=True)


def _does_not_answer(worker: str) -> str:
    return translate("SideBar", "Stays on this computer: {worker} does not answer").format(worker=worker)


def _goes_there() -> str:
    return translate(
        "SideBar", "The sound goes to that computer to be understood, encrypted, and nothing of it is kept there."
    )
