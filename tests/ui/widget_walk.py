"""Walks through every visible widget of a window and complains in sentences: about names, about cut text."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QScrollArea,
    QScrollBar,
    QWidget,
)

OPERABLE = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView, QAbstractSpinBox)


def visible(window: QWidget) -> Iterator[QWidget]:
    """Every widget that is shown, the window first; not the insides of Qt's own controls."""
    yield window
    for child in window.findChildren(QWidget):
        is_inside = isinstance(child.parentWidget(), QComboBox | QAbstractSpinBox | QLineEdit | QScrollBar)
        if child.isVisible() and not is_inside and not isinstance(child, QScrollBar | QHeaderView):
            yield child


def complain_about_names(window: QWidget) -> list[str]:
    """Controls without a name, icons alone without a tool tip, what is off without a reason."""
    found: list[str] = []
    for widget in visible(window):
        if not isinstance(widget, OPERABLE):
            continue
        if not widget.accessibleName().strip():
            found.append(f"{tell(widget)} has no accessible name")
        if isinstance(widget, QAbstractButton):
            if not widget.text() and not widget.toolTip():
                found.append(f"{tell(widget)} is an icon without a tool tip")
            if not widget.isEnabled() and not widget.toolTip():
                found.append(f"{tell(widget)} is off and does not say why")
    return found


def complain_about_keyboard(window: QWidget) -> list[str]:
    """Controls that the Tab key never reaches."""
    return [
        f"{tell(widget)} cannot be reached by keyboard"
        for widget in visible(window)
        if isinstance(widget, OPERABLE) and widget.isEnabled() and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def complain_about_cut_text(window: QWidget) -> list[str]:
    """Words that do not fit into their widget, and widgets that stick out of their parent."""
    found: list[str] = []
    for widget in visible(window):
        if isinstance(widget, QLabel) and widget.text():
            found += _cut_label(widget)
        elif isinstance(widget, QAbstractButton) and widget.text():
            hint = widget.minimumSizeHint()
            if widget.width() < hint.width() or widget.height() < hint.height():
                found.append(f"{tell(widget)} is {widget.size().toTuple()}, needs {hint.toTuple()}")
        elif isinstance(widget, QComboBox | QAbstractSpinBox | QLineEdit):
            if widget.height() < widget.fontMetrics().height():
                found.append(f"{tell(widget)} is only {widget.height()} high")
        elif isinstance(widget, QListView):
            found += _cut_rows(widget)
        if widget is not window and not widget.isWindow() and _sticks_out(widget):
            found.append(f"{tell(widget)} sticks out of {tell(widget.parentWidget())}")
    return found


def complain_about_scrolling_sideways(window: QWidget) -> list[str]:
    """Places that have to be moved to the side to be read."""
    return [
        f"{tell(widget)} scrolls sideways by {widget.horizontalScrollBar().maximum()}"
        for widget in visible(window)
        if isinstance(widget, QAbstractScrollArea)
        and widget.horizontalScrollBar().maximum() > 0
        and not isinstance(widget, QLineEdit)
    ]


def complain_about_tab(window: QWidget) -> list[str]:
    """Controls that are left out when one goes round with the Tab key."""
    wanted = [
        widget
        for widget in visible(window)
        if isinstance(widget, OPERABLE) and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    round_trip: set[QWidget] = set()
    widget = window.nextInFocusChain()
    while widget is not None and widget not in round_trip:
        round_trip.add(widget)
        widget = widget.nextInFocusChain()
    return [f"{tell(widget)} is not in the round of the Tab key" for widget in wanted if widget not in round_trip]


def complain_about_focus() -> Callable[[QWidget], list[str]]:
    """Controls that look the same with the keyboard as without; each kind is looked at once, on the first screen."""
    seen: set[str] = set()

    def walk(window: QWidget) -> list[str]:
        found: list[str] = []
        before = QApplication.focusWidget()
        for widget in list(visible(window)):
            name = tell(widget)
            is_new = isinstance(widget, OPERABLE) and widget.isEnabled() and name not in seen
            if not is_new or not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                continue
            seen.add(name)
            if not _shows_focus(window, widget):
                found.append(f"{name} looks the same with the keyboard as without")
        if isinstance(before, QWidget):
            before.setFocus()
        return found

    return walk


def _shows_focus(window: QWidget, widget: QWidget) -> bool:
    _bring_into_view(widget)
    widget.clearFocus()
    room = widget.rect().adjusted(-6, -6, 6, 6).translated(widget.mapTo(window, QPoint(0, 0)))
    without = window.grab(room).toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as Qt does when the Tab key is pressed
    if not widget.hasFocus():
        return True  # the window is not active: nothing can be seen
    has_ring = window.grab(room).toImage() != without
    widget.clearFocus()
    return has_ring


def _bring_into_view(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()


def words(window: QWidget) -> list[str]:
    """Everything a person can read or a screen reader says, without what the person wrote."""
    found: list[str] = []
    for widget in visible(window):
        found += [widget.accessibleName(), widget.toolTip(), widget.accessibleDescription(), widget.windowTitle()]
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text())
        if isinstance(widget, QLineEdit):
            found.append(widget.placeholderText())
        if isinstance(widget, QComboBox):
            found += [widget.itemText(index) for index in range(widget.count())]
        if isinstance(widget, QAbstractItemView):
            model = widget.model()
            found += [str(model.index(row, 0).data() or "") for row in range(model.rowCount())]
    return [text for text in found if text.strip()]


def tell(widget: QWidget | None) -> str:
    """A widget as a reader of the complaint finds it."""
    if widget is None:
        return "nothing"
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else widget.accessibleName()
    return f"{type(widget).__name__} “{text[:60]}”"


def _cut_label(label: QLabel) -> list[str]:
    if label.wordWrap():
        needed = label.heightForWidth(label.width())
        return [f"{tell(label)} is {label.height()} high, needs {needed}"] if label.height() < needed else []
    hint = label.sizeHint()
    is_cut = label.width() < hint.width() or label.height() < hint.height()
    return [f"{tell(label)} is {label.size().toTuple()}, needs {hint.toTuple()}"] if is_cut else []


def _cut_rows(view: QListView) -> list[str]:
    """Rows must be at least as high as a line of their font."""
    model = view.model()
    low = [
        row
        for row in range(min(20, model.rowCount()))
        if view.visualRect(model.index(row, 0)).height() < view.fontMetrics().height()
    ]
    return [f"rows {low} of {tell(view)} are lower than a line"] if low else []


def _sticks_out(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    if parent is None or isinstance(parent.parentWidget(), QAbstractScrollArea):
        return False
    return not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry())
