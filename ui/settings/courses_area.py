"""Settings, Courses: what the meetings of a course share: terms, languages, what was corrected twice, export.

Lives on the window's thread. Reading and exporting run in the background, changes go to the library's own thread; its
announcements are not waited for: what is typed stands there already.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QGridLayout, QVBoxLayout, QWidget

from app.background import Background
from app.courses.glossary_file import BadReason, ReadGlossary
from app.courses.offers import Offer
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.error_messages import describe_error
from ui.messages.language_names import language_name, language_names
from ui.reading.offer_reading import CourseOffers, read_offers
from ui.reading.offer_row import MOST_NAMED, OfferRow
from ui.settings.course_export import CourseExport
from ui.settings.course_work import export_terms, import_terms
from ui.settings.glossary_table import GlossaryTable
from ui.settings.settings_area import SettingsArea, SettingsForm
from ui.style.fonts import is_large
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.choice import Choice
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


class CoursesArea(SettingsArea):
    """The page."""

    def __init__(
        self, *, library: Library, settings: SettingsStore, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Courses"), parent=parent)
        self._library = library
        self._settings = settings
        self._background = background
        self._courses: dict[CourseId, Course] = {}
        self._shown: CourseId | None = None
        self.message = MessageBar()
        self.blocks.addWidget(self.message)
        self.course = Choice(self.tr("Course"))
        self.empty = Label(
            self.tr("There are no courses yet. Make one beside the library's list; its meetings share a glossary."),
            tone=Role.TEXT2,
            is_wrapped=True,
        )
        self._add_course()
        self._rest = QWidget()
        self._rest.setProperty("plain", True)
        column = QVBoxLayout(self._rest)
        column.setContentsMargins(0, 0, 0, 0)
        outer, self.blocks = self.blocks, column
        self._add_glossary()
        self._add_offers()
        self._add_export()
        self.blocks = outer
        self.blocks.addWidget(self._rest)
        self.blocks.addStretch(1)
        for part in (self.empty, self._form, self._rest):
            part.hide()  # until it was read what there is
        self.course.activated.connect(self._on_course)

    @property
    def offered(self) -> list["OfferRow"]:
        """The corrections that are offered."""
        return [row for row in self.findChildren(OfferRow) if not row.is_gone]

    def read(self) -> None:
        """Read the courses; called each time the page is shown."""
        deliver(self._background.run(self._library.courses), self._on_courses, self._on_failed)

    def choose(self, course_id: CourseId) -> None:
        """Show this course, as soon as it is read."""
        self._shown = course_id
        if course_id in self._courses:
            self.course.choose(course_id)
            self._show_course()

    def _add_course(self) -> None:
        card = self.add_card()
        card.addWidget(self.empty)
        self._form = QWidget()
        self._form.setProperty("plain", True)
        form = SettingsForm()
        self._form.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        form.add(self.tr("Course"), self.course)
        self.languages = Choice(self.tr("Languages of the course"))
        form.add(
            self.tr("Languages"),
            self.languages,
            self.tr("Of its recordings, where the settings leave it open."),
        )
        card.addWidget(self._form)
        self.languages.activated.connect(self._on_languages)

    def _add_glossary(self) -> None:
        card = self.add_card(self.tr("Glossary"))
        card.addWidget(
            Label(
                self.tr(
                    "Names and terms that recognition should know, from the next recording on. A change that it makes "
                    "keeps what was heard and can be undone in the meeting."
                ),
                style=TextStyle.SMALL,
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        self.table = GlossaryTable()
        card.addWidget(self.table)
        self.add_button = Button(self.tr("Add a term"), size=ButtonSize.SMALL, icon=Icon.PLUS)
        self.remove_button = Button(self.tr("Remove"), size=ButtonSize.SMALL)
        self.import_button = Button(self.tr("Import CSV…"), size=ButtonSize.SMALL)
        self.export_button = Button(self.tr("Export CSV…"), size=ButtonSize.SMALL)
        grid = QGridLayout()
        grid.setSpacing(SPACE_8)
        columns = 2 if is_large() else 4
        buttons = (self.add_button, self.remove_button, self.import_button, self.export_button)
        for number, button in enumerate(buttons):
            grid.addWidget(button, number // columns, number % columns)
        grid.setColumnStretch(columns, 1)
        card.addLayout(grid)
        self.table.edited.connect(self._on_edited)
        self.add_button.clicked.connect(self.table.add_term)
        self.remove_button.clicked.connect(self.table.remove_term)
        self.import_button.clicked.connect(self._on_import)
        self.export_button.clicked.connect(self._on_export)

    def _add_offers(self) -> None:
        card = self.add_card(self.tr("Corrected more than once"))
        self._no_offers = Label(
            self.tr("What you correct the same way in two places of the course is offered here as a term."),
            tone=Role.TEXT2,
            is_wrapped=True,
        )
        card.addWidget(self._no_offers)
        self._offers = QVBoxLayout()
        self._offers.setSpacing(SPACE_8)
        card.addLayout(self._offers)

    def _add_export(self) -> None:
        card = self.add_card(self.tr("Take away"))
        self.export = CourseExport(library=self._library, settings=self._settings, background=self._background)
        self.export.said.connect(self.message.say)
        card.addWidget(self.export)

    # What was read

    def _on_courses(self, courses: Sequence[Course]) -> None:
        self._courses = {course.id: course for course in courses}
        if self._shown not in self._courses:
            self._shown = next(iter(self._courses), None)
        self.course.clear_all()
        for course in courses:
            self.course.offer(course.id, course.title)
        self.course.choose(self._shown)
        self.empty.setVisible(not courses)
        self._form.setVisible(bool(courses))
        self._rest.setVisible(bool(courses))
        self._show_course()

    def _show_course(self) -> None:
        course = self._courses.get(self._shown) if self._shown is not None else None
        if course is None:
            return
        self.table.show_entries(course.glossary)
        self._show_languages(course)
        self.export.show_course(course)
        self._clear_offers()
        work = partial(read_offers, self._library, course.id)
        deliver(self._background.run(work), self._on_offers, self._on_failed)

    def _show_languages(self, course: Course) -> None:
        self.languages.clear_all()
        self.languages.offer((), self.tr("Any"))
        if len(course.languages) > 1:
            self.languages.offer(course.languages, ", ".join(map(language_name, course.languages)))
        self.languages.offer(("en", "zh"), f"{language_name('en')}, {language_name('zh')}")
        for code, name in language_names().items():
            self.languages.offer((code,), name)
        self.languages.choose(course.languages)

    def _on_offers(self, found: CourseOffers) -> None:
        if found.course_id != self._shown:
            return
        offered = found.offered
        self._clear_offers()
        for each in offered:
            row = OfferRow(each.offer, each.places)
            row.accepted.connect(self._on_accepted)
            row.dismissed.connect(self._on_dismissed)
            self._offers.addWidget(row)
        self._no_offers.setVisible(not offered)

    def _clear_offers(self) -> None:
        while (item := self._offers.takeAt(0)) is not None:
            widget = item.widget()
            if isinstance(widget, OfferRow):
                widget.leave()
        self._no_offers.show()

    # What is changed

    def _on_course(self) -> None:
        chosen = self.course.chosen
        if isinstance(chosen, str):
            self._shown = CourseId(chosen)
            self._show_course()

    def _on_languages(self) -> None:
        chosen = self.languages.chosen
        if self._shown is not None and isinstance(chosen, tuple):
            self._write(self._library.set_languages(self._shown, cast("tuple[str, ...]", chosen)))

    def _on_edited(self, entries: tuple[GlossaryEntry, ...]) -> None:
        if self._shown is not None:
            self._write(self._library.set_glossary(self._shown, entries), is_shown=True)

    def _on_accepted(self, offer: Offer) -> None:
        if self._shown is not None:
            self._write(self._library.add_entries(self._shown, [offer.entry]))

    def _on_dismissed(self, offer: Offer) -> None:
        if self._shown is not None:
            self._write(self._library.dismiss_term(self._shown, offer.heard, offer.written))

    def _write(self, future: "Future[None]", *, is_shown: bool = False) -> None:
        deliver(future, self._on_saved if is_shown else self._on_written, self._on_failed)

    def _on_saved(self, _nothing: None) -> None:
        """It stands there already."""

    def _on_written(self, _nothing: None) -> None:
        self.read()

    def _on_failed(self, error: VivavoceError) -> None:
        self.message.say(describe_error(error), MessageKind.DANGER)

    # Files

    def _on_import(self) -> None:
        picker = make_file_picker(
            self.tr("Glossary to import"),
            folder=folder_to_begin_in(self._settings.current.import_folder),
            mode=QFileDialog.FileMode.ExistingFile,
            filters=[self.tr("Tables (*.csv *.tsv *.txt)"), self.tr("All files (*)")],
            parent=self,
        )
        picker.fileSelected.connect(self.import_file)
        picker.open()

    def import_file(self, file: str) -> None:
        """Add the terms of a file to those that are there."""
        if self._shown is not None:
            work = partial(import_terms, self._library, self._shown, Path(file))
            deliver(self._background.run(work), self._on_imported, self._on_failed)

    def _on_imported(self, found: ReadGlossary) -> None:
        words = self.tr("%n term(s) were read.", "", len(found.entries))
        if found.bad:
            named = ", ".join(
                self.tr("line {number} ({reason})").format(number=bad.number, reason=_reason(bad.reason))
                for bad in found.bad[:MOST_NAMED]
            )
            left = self.tr("%n line(s) were left out:", "", len(found.bad))
            more = " …" if len(found.bad) > MOST_NAMED else ""
            words = f"{words} {left} {named}{more}"
        self.message.say(words, MessageKind.WARNING if found.bad else MessageKind.INFO)
        self.read()

    def _on_export(self) -> None:
        picker = make_file_picker(
            self.tr("Where the glossary goes"),
            folder=folder_to_begin_in(self._settings.current.export_folder),
            mode=QFileDialog.FileMode.AnyFile,
            filters=[self.tr("Tables (*.csv)")],
            parent=self,
        )
        picker.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        picker.setDefaultSuffix("csv")
        picker.fileSelected.connect(self.export_file)
        picker.open()

    def export_file(self, file: str) -> None:
        """Write the terms as CSV."""
        work = partial(export_terms, Path(file), self.table.entries)
        deliver(self._background.run(work), self._on_exported, self._on_failed)

    def _on_exported(self, path: Path) -> None:
        self.message.say(self.tr("“{name}” is written.").format(name=path.name))


def _reason(reason: BadReason) -> str:
    return {
        BadReason.NO_TERM: translate("CoursesArea", "there is no term in it"),
        BadReason.NO_LETTERS: translate("CoursesArea", "the term has no letters"),
        BadReason.TOO_LONG: translate("CoursesArea", "the term is far too long"),
    }[reason]
