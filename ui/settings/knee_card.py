"""One button that finds the best setting for this computer, the curve of what was tried, and one to use what was found.

Lives on the window's thread; the search runs in a process of its own and changes nothing until the person says so.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.bridge.progress_relay import ProgressRelay
from ui.settings.knee_picture import KneePicture
from ui.settings.speech_model_lines import SpeechModels
from ui.style.tokens import SPACE_12, Role
from ui.widgets.button import Button
from ui.widgets.label import Label

if TYPE_CHECKING:
    from app.diagnostics.calibration import Calibrated, Progress

FindSetting = Callable[[Sequence[tuple[str, Path]], Cancellation, Callable[["Progress"], None]], "Calibrated"]
"""Tries all settings with these speech models; on a background thread. Raises ``Cancelled`` and ``VivavoceError``."""


def find_setting(
    models: Sequence[tuple[str, Path]], cancellation: Cancellation, tell: "Callable[[Progress], None]"
) -> "Calibrated":
    """On the sample lecture, in a process of its own."""
    from app.diagnostics.calibration import calibrate  # noqa: PLC0415 - needed when somebody asks

    return calibrate(models, cancellation=cancellation, tell=tell)


class KneeCard(QWidget):
    """Button, progress, curve."""

    failed = Signal(object)
    """A ``VivavoceError``."""
    applied = Signal()
    """The settings are what was found."""

    def __init__(
        self,
        *,
        models: SpeechModels,
        settings: SettingsStore,
        background: Background,
        find: FindSetting = find_setting,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._models = models
        self._settings = settings
        self._background = background
        self._find = find
        self._cancellation: Cancellation | None = None
        self._found: Calibrated | None = None
        self._relay = ProgressRelay(parent=self)
        self.words = Label(
            self.tr(
                "Tries the speech models that are here in several ways on a minute of the sample lecture, and says "
                "which way gives few wrong words for little time. It takes some minutes; nothing is changed by it."
            ),
            tone=Role.TEXT2,
            is_wrapped=True,
        )
        self.start = Button(self.tr("Find the best setting"))
        self.cancel = Button(self.tr("Cancel"), name=self.tr("Cancel the search"))
        self.use = Button(self.tr("Use it"), name=self.tr("Use the setting that was found"))
        self.picture = KneePicture()
        self.checks = Label(tone=Role.TEXT2, is_wrapped=True)
        buttons = QHBoxLayout()
        for button in (self.start, self.cancel, self.use):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self.words)
        layout.addLayout(buttons)
        layout.addWidget(self.picture)
        layout.addWidget(self.checks)
        self._show(is_busy=False)
        self.start.clicked.connect(self._on_start)
        self.cancel.clicked.connect(self.stop)
        self.use.clicked.connect(self._on_use)
        self._relay.progressed.connect(self._on_progressed)

    def stop(self) -> None:
        """End the search, if there is one."""
        if self._cancellation is not None:
            self._cancellation.request()

    def _on_start(self) -> None:
        self._cancellation = Cancellation()
        self._found = None
        self._show(is_busy=True)
        self.words.setText(self.tr("Trying…"))
        work = partial(
            _search, self._find, self._models, self._settings.current.languages, self._cancellation, self._relay
        )
        deliver(self._background.run(work), self._on_found, self._on_failed)

    def _on_progressed(self, fraction: float) -> None:
        if self._cancellation is not None:
            self.words.setText(self.tr("Trying… {percent} %").format(percent=round(100 * fraction)))

    def _on_found(self, found: "Calibrated | None") -> None:
        self._cancellation = None
        self._found = found
        self._show(is_busy=False)
        if found is None:
            self.words.setText(self.tr("Nothing was found, and nothing was changed."))
            return
        chosen = found.knee.chosen
        self.words.setText(
            self.tr(
                "Best for this computer: speech model {model}, beam of {beam}. Of the sample {wrong} % of the words "
                "were wrong, and a second of speech took {work} s."
            ).format(
                model=chosen.rung.model,
                beam=chosen.rung.beam_size,
                wrong=f"{chosen.wrong_percent:.1f}",
                work=f"{chosen.real_time_factor:.2f}",
            )
        )
        passed, failed = self.tr("can be used"), self.tr("should not be used")
        self.checks.setText(
            "\n".join(
                self.tr(
                    "{model} in {precision}: {agreement} % of the next tokens as in full precision, {verdict}."
                ).format(
                    model=each.model,
                    precision=each.compute_type,
                    agreement=f"{100 * each.agreement:.1f}",
                    verdict=passed if each.passes else failed,
                )
                for each in found.precisions
            )
        )
        self.picture.show_found(found)

    def _on_failed(self, error: VivavoceError) -> None:
        self._cancellation = None
        self._show(is_busy=False)
        self.words.setText(self.tr("Nothing was found, and nothing was changed."))
        self.failed.emit(error)

    def _on_use(self) -> None:
        if self._found is None:
            return
        rung = self._found.knee.chosen.rung
        self._settings.change(speech_model=rung.model, beam_size=rung.beam_size)
        self.use.hide()
        self.words.setText(self.tr("It is used from the next recording on. You can choose another speech model below."))
        self.applied.emit()

    def _show(self, *, is_busy: bool) -> None:
        self.start.setVisible(not is_busy)
        self.cancel.setVisible(is_busy)
        self.use.setVisible(self._found is not None)
        self.picture.setVisible(self._found is not None)
        self.checks.setVisible(self._found is not None and bool(self._found.precisions))


def _search(
    find: FindSetting,
    models: SpeechModels,
    languages: Sequence[str],
    cancellation: Cancellation,
    relay: ProgressRelay,
) -> "Calibrated | None":
    """``None`` where it was cancelled, or no speech model is here."""
    usable = _usable(models, languages)
    if not usable:
        return None
    try:
        return find(usable, cancellation, lambda progress: relay.report(progress.done, progress.total))
    except Cancelled:
        return None


def _usable(models: SpeechModels, languages: Sequence[str]) -> list[tuple[str, Path]]:
    """The sample is English; a speech model that knows nothing else is no choice for whoever speaks something else."""
    of_few = {entry.name: entry.languages for entry in models.catalogue if entry.languages != "multilingual"}
    return [
        (entry.name, models.folder / entry.name)
        for entry in models.installed()
        if entry.state == "matches"
        and (entry.name not in of_few or (languages and set(languages) <= set(of_few[entry.name])))
    ]
