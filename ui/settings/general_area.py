"""Settings, General: language of the window, light or dark, size of text, movement; when a review is enough."""

from typing import Any

from PySide6.QtWidgets import QWidget

from app.settings.settings import Appearance, InterfaceLanguage, Motion
from app.settings.settings_store import SettingsStore
from ui.settings.settings_area import SettingsArea, SettingsForm
from ui.widgets.choice import Choice

TEXT_SCALES = (100, 125, 150, 175, 200, 250, 300)
REVIEW_LEVELS = (1, 2, 5, 10)
"""Wrong words in 100 that are good enough; 0 is offered beside them."""


class GeneralArea(SettingsArea):
    """How the window looks and speaks."""

    def __init__(self, *, settings: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("General"), parent=parent)
        self._settings = settings
        now = settings.current
        self.language = Choice(self.tr("Language of the window"))
        self.language.offer(InterfaceLanguage.SYSTEM, self.tr("As the computer"))
        self.language.offer(InterfaceLanguage.ENGLISH, "English")
        self.language.offer(InterfaceLanguage.CHINESE, "简体中文")
        self.language.choose(now.language)
        self.appearance = Choice(self.tr("Light or dark"))
        self.appearance.offer(Appearance.SYSTEM, self.tr("As the computer"))
        self.appearance.offer(Appearance.LIGHT, self.tr("Light"))
        self.appearance.offer(Appearance.DARK, self.tr("Dark"))
        self.appearance.choose(now.appearance)
        self.text_scale = Choice(self.tr("Size of text"))
        for percent in TEXT_SCALES:
            self.text_scale.offer(percent, f"{percent} %")
        self.text_scale.choose(now.text_scale_percent)
        self.motion = Choice(self.tr("Movement"))
        self.motion.offer(Motion.SYSTEM, self.tr("As the computer"))
        self.motion.offer(Motion.FULL, self.tr("Full"))
        self.motion.offer(Motion.REDUCED, self.tr("Reduced"))
        self.motion.choose(now.motion)
        self.review = Choice(self.tr("When a review is enough"))
        self.review.offer(0, self.tr("Every place looked at"))
        for percent in sorted({*REVIEW_LEVELS, now.review_error_percent} - {0}):
            self.review.offer(percent, self.tr("%n word(s) in 100 wrong", "", percent))
        self.review.choose(now.review_error_percent)
        form = SettingsForm()
        form.add(self.tr("Language"), self.language)
        form.add(self.tr("Appearance"), self.appearance)
        form.add(self.tr("Size of text"), self.text_scale, self.tr("On top of the size that the computer is set to."))
        form.add(
            self.tr("Movement"),
            self.motion,
            self.tr("Reduced: menus do not unfold, the caret does not blink, meters step instead of sliding."),
        )
        form.add(
            self.tr("Review until"),
            self.review,
            self.tr("The list of places to review ends where no more words are expected to be wrong."),
        )
        self.add_card().addLayout(form)
        self.blocks.addStretch(1)
        self.language.activated.connect(self._on_language)
        self.appearance.activated.connect(self._on_appearance)
        self.text_scale.activated.connect(self._on_text_scale)
        self.motion.activated.connect(self._on_motion)
        self.review.activated.connect(self._on_review)

    def _on_review(self) -> None:
        percent: Any = self.review.chosen
        self._settings.change(review_error_percent=int(percent))

    def _on_motion(self) -> None:
        self._settings.change(motion=self.motion.chosen)

    def _on_language(self) -> None:
        self._settings.change(language=self.language.chosen)

    def _on_appearance(self) -> None:
        self._settings.change(appearance=self.appearance.chosen)

    def _on_text_scale(self) -> None:
        percent: Any = self.text_scale.chosen
        self._settings.change(text_scale_percent=int(percent))
