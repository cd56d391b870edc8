"""What the list of places to review says of each."""

from PySide6.QtCore import QCoreApplication

from app.editing.review_queue import Evidence, ReviewPlace
from ui.editor.jump_list import JumpEntry
from ui.reading.clock import spoken_length
from ui.reading.reading_document import ReadingDocument

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

MARKS = " ,.;:!?，。；：！？、…"
"""What may stand before the first word of a place."""
_SHOWN = 60


def review_entry(place: ReviewPlace, document: ReadingDocument) -> JumpEntry:
    """A row for a place."""
    line = None if place.line is None else document.segment(place.line)
    words = "" if line is None else line.text[place.start : place.stop].strip().lstrip(MARKS)
    shown = words if len(words) <= _SHOWN else words[:_SHOWN].rstrip() + "…"
    title = (
        translate("Review", "“{text}”").format(text=shown) if words else spoken_length(place.end_ms - place.start_ms)
    )
    return JumpEntry(place, title, evidence_words(place), place.start_ms)


def evidence_words(place: ReviewPlace) -> str:
    """Why it is worth a look."""
    words = {
        Evidence.SET_ASIDE: translate("Review", "Set aside: is it speech?"),
        Evidence.GAP: translate("Review", "Nothing is written here"),
        Evidence.DISAGREEMENT: translate("Review", "Heard otherwise the first time"),
        Evidence.UNKNOWN_NAME: translate("Review", "A rare name: is it spelled right?"),
        Evidence.OVERLAP: translate("Review", "Somebody else talks at the same time"),
        Evidence.RUSHED: translate("Review", "Faster than anybody speaks"),
        Evidence.LOW_CONFIDENCE: translate("Review", "The recognition was unsure"),
    }
    return next((text for evidence, text in words.items() if evidence in place.evidence), "") or translate(
        "Review", "A little unsure"
    )
