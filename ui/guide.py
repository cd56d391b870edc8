"""What the window says to somebody who is new in it, or has forgotten a key.

Lives on the window's thread, owned by the main window, which goes where these dialogs lead.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.first_run import Machine, look, suggested_model
from app.library.library import Library
from app.meetings.chinese import ChineseScript, script_read_in
from app.settings.settings import InterfaceLanguage
from app.settings.settings_store import SettingsStore
from ui.bridge.delivery import deliver
from ui.settings.speech_model_lines import SpeechModels, size_text

if TYPE_CHECKING:
    from ui.dialogs.first_run_dialog import FirstRunDialog
    from ui.settings.device_card import DeviceFacts


class Guide(QObject):
    """Help, the first start, and what to say of the settings' file."""

    keys_requested = Signal()
    """The person wants other keys."""
    sample_requested = Signal()
    """The person wants the sample lecture."""
    model_requested = Signal(str)
    """The person wants a speech model fetched and used."""

    def __init__(
        self,
        *,
        settings: SettingsStore,
        library: Library,
        models: SpeechModels,
        background: Background,
        describe_devices: "Callable[[], Sequence[DeviceFacts]]",
        window: QWidget,
        locale: Callable[[], str] = lambda: QLocale.system().name(),
    ) -> None:
        """``locale``: of the computer, as ``zh_TW``."""
        super().__init__(window)
        self._settings = settings
        self._library = library
        self._models = models
        self._background = background
        self._describe_devices = describe_devices
        self._window = window
        self._locale = locale
        self._dialog: FirstRunDialog | None = None

    @property
    def first_run(self) -> "FirstRunDialog | None":
        """The questions of the first start, while they are asked."""
        return self._dialog

    def settings_remark(self) -> str:
        """What to say of the file of settings; empty where it is in order."""
        if self._settings.was_damaged:
            return self.tr("The settings could not be read and are as at the beginning. The old file was kept.")
        if self._settings.refused:
            names = ", ".join(self._settings.refused)
            return self.tr("These settings made no sense in their file and are as usual again: {names}.").format(
                names=names
            )
        return ""

    def show_help(self) -> None:
        """Show what one can do, and with which keys."""
        from ui.dialogs.help_dialog import HelpDialog  # noqa: PLC0415 - loaded when somebody asks

        if not self._window.findChildren(HelpDialog):
            dialog = HelpDialog(parent=self._window)
            dialog.change_requested.connect(self.keys_requested)
            dialog.open()

    def begin(self) -> None:
        """Ask the questions of the first start, unless they were asked before or the library is in use already."""
        if self._settings.current.first_run_done:
            return
        if self._library.meetings():
            self._settings.change(first_run_done=True)
        else:
            self.begin_first_run()

    def begin_first_run(self) -> None:
        """Ask the questions of the first start."""
        deliver(self._background.run(partial(_read_models, self._models)), self._on_models)

    def _on_models(self, models: list[tuple[str, str]]) -> None:
        from ui.dialogs.first_run_dialog import FirstRunDialog  # noqa: PLC0415 - loaded once in a life

        if self._dialog is None:
            self._dialog = FirstRunDialog(self._settings.current, models=models, parent=self._window)
            self._dialog.accepted.connect(self._on_accepted)
            self._dialog.sample_requested.connect(self.sample_requested)
            self._dialog.finished.connect(self._on_finished)
            self._dialog.open()
            deliver(self._background.run(partial(look, self._describe_devices)), self._on_machine)

    def _on_machine(self, machine: Machine) -> None:
        name = suggested_model(machine)
        entry = next((entry for entry in self._models.catalogue if entry.name == name), None)
        if self._dialog is not None and entry is not None and name not in self._dialog.model.keys:
            self._dialog.suggest_model(entry.name, entry.title, size_text(entry.size))

    def _on_accepted(self) -> None:
        if self._dialog is None:
            return
        model = self._dialog.model.chosen
        is_here = model in self._dialog.here
        values = self._dialog.answers | ({"speech_model": model} if is_here else {})
        self._settings.change(**values)
        if model is not None and not is_here:
            self.model_requested.emit(str(model))

    def _on_finished(self) -> None:
        self._dialog = None
        self._settings.change(first_run_done=True, chinese_script=self._script())

    def _script(self) -> ChineseScript:
        """Whoever reads the window in Chinese reads lines in the same characters, as the speech model mixes them."""
        now = self._settings.current
        if now.chinese_script is not ChineseScript.AS_SPOKEN or now.language is InterfaceLanguage.ENGLISH:
            return ChineseScript(now.chinese_script)
        script = script_read_in(self._locale())
        is_asked_for = now.language is InterfaceLanguage.CHINESE and script is ChineseScript.AS_SPOKEN
        return ChineseScript.SIMPLIFIED if is_asked_for else script


def _read_models(models: SpeechModels) -> list[tuple[str, str]]:
    return [(entry.name, entry.title) for entry in models.installed() if entry.state != "damaged"]
