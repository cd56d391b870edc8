"""What hands write into the transcript: letters, input methods, Enter and Backspace, and the keys that give a speaker.

Lives on the window's thread, owned by ``MeetingPage``; the view hands its events here first. A person either types,
with the caret in the text, or walks over lines, where single keys mean something: a digit gives the speaker, Enter
plays. Every keystroke is one command to ``MeetingEditor`` and touches one line. Space at the end of a line is kept
here until a word follows, because no line ends with one.
"""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent, QKeySequence

from app.editing.command import Command
from app.editing.joining import JoinWithBefore
from app.editing.line_keeping import DeleteLines
from app.editing.readable_text import tidy
from app.editing.speaking import GiveSpeaker
from app.editing.splitting import SplitLine
from app.editing.wording import ReplaceText
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, TranscriptChange
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.shown_offsets import offset_in
from ui.editor.written_on import WrittenOn
from ui.reading.line_layout import Inset
from ui.reading.text_selection import TextPlace

_INTO_TEXT = (
    QKeySequence.StandardKey.MoveToPreviousChar,
    QKeySequence.StandardKey.MoveToNextChar,
    QKeySequence.StandardKey.MoveToPreviousWord,
    QKeySequence.StandardKey.MoveToNextWord,
    QKeySequence.StandardKey.MoveToStartOfLine,
    QKeySequence.StandardKey.MoveToEndOfLine,
)
"""Who steps through letters is in the text."""
_PLAIN = Qt.KeyboardModifier.NoModifier
_NOT_TYPED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class TypingHands(QObject):
    """Writes."""

    confirmed = Signal()
    """Enter, while nobody types: what is looked at is right."""
    refused = Signal(str)
    """Why nothing was done, in a sentence."""

    def __init__(self, *, view: WrittenOn, editor: MeetingEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._editor = editor
        self._is_typing = False
        self._held: str = ""
        self._composed: str = ""
        self._is_writing = False

    @property
    def is_typing(self) -> bool:
        """Whether letters go into the text."""
        return self._is_typing

    @property
    def held(self) -> str:
        """Space at the end of the line that waits for a word."""
        return self._held

    # What the view tells

    def begin(self) -> None:
        """The caret was put into the text."""
        if self._editor.document is not None and not self._is_typing:
            self._is_typing = True
            self._view.show_typing(is_typing=True)

    def leave(self) -> None:
        """The keyboard went elsewhere, or walks over lines."""
        self._drop_inset()
        if self._is_typing:
            self._is_typing = False
            self._view.show_typing(is_typing=False)

    def caret_moved(self) -> None:
        """The caret stands elsewhere: what waited for a word there waits no more."""
        if not self._is_writing:
            self._drop_inset()

    def settle(self) -> None:
        """Before the caret goes elsewhere: what is being composed is written where it stands."""
        if self._composed:
            QGuiApplication.inputMethod().commit()

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is for the text, though it is a shortcut elsewhere."""
        if self._editor.document is None or self._view.current_line is None:
            return False
        if event.matches(QKeySequence.StandardKey.Cut) or event.matches(QKeySequence.StandardKey.Paste):
            return True
        return self._is_typing and bool(event.text()) and not event.modifiers() & _NOT_TYPED

    def key(self, event: QKeyEvent) -> bool:
        """A key went down; the answer says whether it wrote something."""
        if self._editor.document is None or self._view.current_line is None:
            return False
        number = _speaker_number(event, with_alt=True)
        if number is None and not self._is_typing:
            number = _speaker_number(event, with_alt=False)
        if number is not None:
            self.give_speaker(number)
            return True
        if any(event.matches(step) for step in _INTO_TEXT):
            self.begin()
            return False
        return self._writes(event)

    def compose(self, event: QInputMethodEvent) -> None:
        """An input method composes, or has done."""
        if self._editor.document is None or self._view.current_line is None:
            event.ignore()
            return
        if event.commitString() or event.preeditString() or event.replacementLength():
            self.begin()
        if event.commitString() or event.replacementLength():
            self._commit(event)
        elif event.preeditString() and self._has_selection():
            self._replace_selection("")
        self._composed = event.preeditString()
        self._show_inset(_caret_of(event))
        event.accept()

    # What it does

    def give_speaker(self, number: int) -> None:
        """Give the lines of the selection, or the one with the caret, to a speaker; 0 takes theirs away."""
        lines = tuple(self._view.chosen_lines())
        if lines:
            self._do(GiveSpeaker(lines, number or None, self.tr("Speaker {number}").format(number=number)))

    def cut(self) -> None:
        """Copy what is selected, and take it away."""
        if self._has_selection():
            self._view.copy()
            self._replace_selection("")

    def paste(self) -> None:
        """Write what is on the clipboard, as one line."""
        text = tidy(" ".join(QGuiApplication.clipboard().text().splitlines()))
        if text:
            self.begin()
            self.write(text)

    def write(self, text: str) -> None:
        """Write at the caret, over what is selected."""
        if self._has_selection():
            self._replace_selection(text)
            return
        selection = self._view.selection
        if selection is not None:
            self._replace(selection.caret.offset, selection.caret.offset, text)

    def split(self) -> None:
        """Enter: the line becomes two at the caret."""
        line, kept, selection = self._view.current_line, self._kept_line(), self._view.selection
        if line is None or kept is None or selection is None:
            return
        if self._has_selection() and not self._replace_selection(""):
            return
        line, kept, selection = self._view.current_line, self._kept_line(), self._view.selection
        if line is None or kept is None or selection is None:
            return
        command = SplitLine(kept.id, offset_in(kept, line, selection.caret.offset))
        if self._do(command) is not None:
            self._put_caret(TextPlace(command.name, 0))

    # Private

    def _writes(self, event: QKeyEvent) -> bool:
        is_word = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case Qt.Key.Key_Escape if self._is_typing and not self._has_selection():
                self.leave()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if not self._is_typing and not event.modifiers() & _NOT_TYPED:
                self.confirmed.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._is_typing and is_word:
                self._view.listen_at_caret()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._is_typing and not event.modifiers() & _NOT_TYPED:
                self.split()
            case Qt.Key.Key_Backspace if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self.begin()
                self._backspace(is_word=is_word)
            case Qt.Key.Key_Delete if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.begin()
                self._delete(is_word=is_word)
            case _:
                return self._types(event)
        return True

    def _types(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Cut):
            self.cut()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif _is_typed(event) and (self._is_typing or not event.text().isspace()):
            self.begin()
            self.write(event.text())
        else:
            return False
        return True

    def _backspace(self, *, is_word: bool) -> None:
        line, selection = self._view.current_line, self._view.selection
        if line is None or selection is None:
            return
        if self._has_selection():
            self._replace_selection("")
        elif self._held:
            self._held = "" if is_word else self._held[:-1]
            self._show_inset()
        elif selection.caret.offset == 0:
            self._join(line)
        else:
            start = self._step(line, selection.caret.offset, forward=False, is_word=is_word)
            self._replace(start, selection.caret.offset, "")

    def _delete(self, *, is_word: bool) -> None:
        line, selection, document = self._view.current_line, self._view.selection, self._editor.document
        if line is None or selection is None or document is None:
            return
        if self._has_selection():
            self._replace_selection("")
        elif selection.caret.offset >= len(line.text):
            after = None if document.find(line.id) is None else document.neighbour(line.id, 1)
            if after is not None:
                self._join(after)
        else:
            stop = self._step(line, selection.caret.offset, forward=True, is_word=is_word)
            self._replace(selection.caret.offset, stop, "")

    def _join(self, second: Segment) -> None:
        document = self._editor.document
        kept = None if document is None else document.find(second.id)
        first = None if document is None or kept is None else document.neighbour(second.id, -1)
        if document is None or kept is None or first is None:
            return
        if self._do(JoinWithBefore(second.id)) is None:
            self.refused.emit(self.tr("These two lines are of different tracks and stay apart."))
            return
        joined, shown = document.find(first.id), self._shown(first.id)
        if joined is not None and shown is not None:
            offset = offset_in(shown, joined, len(joined.text) - len(kept.text))
            self._put_caret(TextPlace(first.id, offset))

    def _commit(self, event: QInputMethodEvent) -> None:
        selection = self._view.selection
        self._composed = ""
        if event.replacementLength() and selection is not None and not self._has_selection():
            start = max(0, selection.caret.offset + event.replacementStart())
            self._replace(start, start + event.replacementLength(), event.commitString())
        else:
            self.write(event.commitString())

    def _replace_selection(self, text: str) -> bool:
        """Write over what is selected; of several lines only whole ones can be taken out."""
        selection, document = self._view.selection, self._view.document
        ends = None if selection is None or document is None else selection.ends(document)
        if selection is None or document is None or ends is None:
            return False
        (first, start), (last, stop) = ends
        if first == last:
            self._replace(start, stop, text)
            return True
        if stop == 0:  # up to the beginning of a line is the whole of the one before
            last -= 1
        last_block = document.block(last)
        is_whole = stop == 0 or (isinstance(last_block, Segment) and stop == len(last_block.text))
        if text or start != 0 or not is_whole:
            self.refused.emit(self.tr("Over several lines only whole lines can be deleted."))
            return False
        return self._delete_lines(first, last)

    def _delete_lines(self, first: int, last: int) -> bool:
        document = self._view.document
        if document is None:
            return False
        rest = next((document.block(at) for at in (last + 1, first - 1) if 0 <= at < len(document)), None)
        blocks = (document.block(at) for at in range(first, last + 1))
        if self._do(DeleteLines(tuple(block.id for block in blocks if isinstance(block, Segment)))) is None:
            return False
        if isinstance(rest, Segment):
            self._put_caret(TextPlace(rest.id, 0))
        return True

    def _replace(self, start: int, stop: int, text: str) -> None:
        """Put a text in the place of some characters of the line as it is shown."""
        line, kept = self._view.current_line, self._kept_line()
        if line is None or kept is None:
            return
        begin, end = offset_in(kept, line, start), offset_in(kept, line, stop)
        text = self._held + tidy(text) if begin == len(kept.text) else tidy(text)
        new = kept.text[:begin] + text + kept.text[end:]
        if begin == end and text.isspace() and begin in (0, len(kept.text)):
            self._held = text if begin else ""
            self._show_inset()
            return
        lead = len(new) - len(new.lstrip())
        caret = max(0, begin + len(text) - lead)
        self._held = ""
        if self._do(ReplaceText(kept.id, begin, end, text)) is None:
            return
        written, shown = self._kept_line(), self._view.current_line
        if written is None or shown is None:
            return
        if caret > len(written.text):
            self._held = new[lead + len(written.text) :][: caret - len(written.text)]
            caret = len(written.text)
        self._put_caret(TextPlace(shown.id, offset_in(shown, written, caret)))
        self._show_inset()

    def _do(self, command: Command) -> TranscriptChange | None:
        self._is_writing = True
        self._view.show_inset(None)
        try:
            return self._editor.apply(command)
        finally:
            self._is_writing = False

    def _put_caret(self, place: TextPlace) -> None:
        self._is_writing = True
        self._view.place_caret(place, is_selecting=False)
        self._is_writing = False

    def _drop_inset(self) -> None:
        if self._held or self._composed:
            self._held = self._composed = ""
            self._view.show_inset(None)

    def _show_inset(self, caret: int | None = None) -> None:
        selection, text = self._view.selection, self._held + self._composed
        if selection is None or not text:
            self._view.show_inset(None)
            return
        at = len(text) if caret is None else len(self._held) + min(caret, len(self._composed))
        self._view.show_inset(Inset(selection.caret.offset, text, at, len(self._held)))

    def _has_selection(self) -> bool:
        return self._view.selection is not None and not self._view.selection.is_empty

    def _shown(self, segment_id: SegmentId) -> Segment | None:
        return None if self._view.document is None else self._view.document.segment(segment_id)

    def _kept_line(self) -> Segment | None:
        """The line with the caret as it is in the library, in the script it was written in."""
        line, document = self._view.current_line, self._editor.document
        return None if line is None or document is None else document.find(line.id)

    def _step(self, line: Segment, offset: int, *, forward: bool, is_word: bool) -> int:
        layout = self._view.block_layout
        index = None if layout is None else layout.document.index_of(line.id)
        found = None if layout is None or index is None else layout.line(index)
        to = None if found is None else found.step(offset, forward=forward, word=is_word)
        return offset if to is None else to


def _speaker_number(event: QKeyEvent, *, with_alt: bool) -> int | None:
    """Which speaker a key means."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    wanted = Qt.KeyboardModifier.AltModifier if with_alt else _PLAIN
    if modifiers != wanted or not Qt.Key.Key_0 <= event.key() <= Qt.Key.Key_9:
        return None
    return event.key() - Qt.Key.Key_0


def _is_typed(event: QKeyEvent) -> bool:
    """Whether a key stands for letters. AltGr comes as Control and Alt together on some systems."""
    modifiers = event.modifiers() & _NOT_TYPED
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return bool(event.text()) and event.text().isprintable() and (not modifiers or modifiers == both)


def _caret_of(event: QInputMethodEvent) -> int | None:
    """Where the caret stands in what is being composed."""
    cursor = QInputMethodEvent.AttributeType.Cursor
    return next((each.start for each in event.attributes() if each.type == cursor), None)
