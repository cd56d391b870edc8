"""The first start: three questions at most, each answered already; passing over them is one key.

Lives on the window's thread, opened by ``ui/guide.py``, which acts on the answers. It never comes again.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QDialog, QVBoxLayout, QWidget

from app.settings.settings import InterfaceLanguage, Settings
from ui.messages.language_names import language_name, language_names
from ui.style.fonts import is_large, scaled
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.choice import Choice
from ui.widgets.label import Label

_WIDTH = 520


class FirstRunDialog(QDialog):
    """Three questions."""

    sample_requested = Signal()
    """The person goes on, and wants the sample lecture."""

    def __init__(self, now: Settings, *, models: Sequence[tuple[str, str]], parent: QWidget) -> None:
        """``models``: the speech models that are here, name and title."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(min(scaled(_WIDTH), parent.width()))
        self.here = frozenset(name for name, _title in models)
        """Names of the speech models that need not be fetched."""
        self.language = Choice(self.tr("Language of the window"))
        self.language.offer(InterfaceLanguage.SYSTEM, self.tr("As the computer"))
        self.language.offer(InterfaceLanguage.ENGLISH, "English")
        self.language.offer(InterfaceLanguage.CHINESE, "简体中文")
        self.language.choose(now.language)
        self.spoken = Choice(self.tr("Languages of your recordings"))
        self.spoken.offer((), self.tr("Any language"))
        self.spoken.offer(("zh", "en"), self.tr("Chinese and English"))
        for code, name in language_names().items():
            self.spoken.offer((code,), name)
        if now.languages not in self.spoken.keys:
            self.spoken.offer(now.languages, ", ".join(language_name(code) for code in now.languages))
        self.spoken.choose(now.languages)
        self.model = Choice(self.tr("Speech model"))
        for name, title in models:
            self.model.offer(name, self.tr("{model}, on this computer already").format(model=title))
        self.model.choose(now.speech_model)
        self._remark = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._remark.hide()
        self.go_on = Button(self.tr("Begin"), kind=ButtonKind.FILLED)
        self.go_on.setDefault(True)
        self.sample = Button(self.tr("Try the sample lecture"))
        self.skip = Button(self.tr("Skip"), kind=ButtonKind.PLAIN)
        self._model_box = QWidget()
        self._lay_out(has_models=len(models) > 0)
        self.go_on.clicked.connect(self.accept)
        self.sample.clicked.connect(self._on_sample)
        self.skip.clicked.connect(self.reject)

    @property
    def answers(self) -> dict[str, Any]:
        """The languages that were chosen, by the names of the settings."""
        languages: Any = self.spoken.chosen
        return {"language": self.language.chosen, "languages": tuple(languages)}

    def suggest_model(self, name: str, title: str, size: str) -> None:
        """Offer a speech model that suits this computer and is not here yet; it is fetched if it is chosen."""
        self.model.offer(name, self.tr("{model}, to be fetched ({size})").format(model=title, size=size))
        self._remark.setText(
            self.tr("{model} writes better words, and this computer is fast enough for it.").format(model=title)
        )
        self._remark.show()
        self._model_box.show()

    def _lay_out(self, *, has_models: bool) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Label(self.tr("Welcome to Vivavoce"), style=TextStyle.TITLE, is_wrapped=True))
        layout.addWidget(
            Label(
                self.tr(
                    "It records lectures and meetings and writes down who said what. Everything stays on this "
                    "computer. You can change all of this later in the settings."
                ),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        layout.addSpacing(SPACE_8)
        for question, control in (
            (self.tr("In which language should the window be?"), self.language),
            (self.tr("Which languages will be spoken?"), self.spoken),
            (self.tr("How should speech be understood?"), self.model),
        ):
            is_model = control is self.model
            box = self._model_box if is_model else QWidget()
            column = QVBoxLayout(box)
            column.setContentsMargins(0, 0, 0, SPACE_8)
            column.setSpacing(SPACE_4)
            label = Label(question, is_strong=True, is_wrapped=True)
            label.setBuddy(control)
            column.addWidget(label)
            column.addWidget(control)
            if is_model:
                column.addWidget(self._remark)
                box.setVisible(has_models)
            layout.addWidget(box)
        layout.addStretch(1)
        direction = QBoxLayout.Direction.BottomToTop if is_large() else QBoxLayout.Direction.LeftToRight
        buttons = QBoxLayout(direction)
        buttons.setSpacing(SPACE_12 if not is_large() else SPACE_8)
        buttons.addWidget(self.skip)
        if not is_large():
            buttons.addStretch(1)
        buttons.addWidget(self.sample)
        buttons.addWidget(self.go_on)
        layout.addLayout(buttons)
        self.setTabOrder(self.go_on, self.sample)
        self.setTabOrder(self.sample, self.skip)

    def _on_sample(self) -> None:
        self.accept()
        self.sample_requested.emit()
