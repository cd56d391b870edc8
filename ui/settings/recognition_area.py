"""Settings, Recognition: languages spoken, the devices, the speech models."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.messages.error_messages import describe_error
from ui.messages.language_names import language_name, language_names
from ui.settings.device_card import DeviceCard, DeviceFacts
from ui.settings.knee_card import FindSetting, KneeCard, find_setting
from ui.settings.settings_area import SettingsArea, SettingsForm
from ui.settings.speech_model_lines import SpeechModels
from ui.settings.speech_model_table import SpeechModelTable
from ui.style.fonts import is_large
from ui.style.tokens import SPACE_8, SPACE_16
from ui.widgets.check_box import CheckBox
from ui.widgets.choice import Choice
from ui.widgets.message_bar import MessageBar, MessageKind


class RecognitionArea(SettingsArea):
    """How speech is understood."""

    def __init__(
        self,
        *,
        models: SpeechModels,
        settings: SettingsStore,
        background: Background,
        describe_devices: Callable[[], Sequence[DeviceFacts]],
        find: FindSetting = find_setting,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Recognition"), parent=parent)
        self._settings = settings
        self._background = background
        self._describe_devices = describe_devices
        self.message = MessageBar()
        self.languages = Choice(self.tr("Languages spoken"))
        self.per_segment = CheckBox(self.tr("The language changes within a recording"))
        self.table = SpeechModelTable(models=models, settings=settings, background=background)
        self.knee = KneeCard(models=models, settings=settings, background=background, find=find)
        self._cards: list[DeviceCard] = []
        self._devices = QHBoxLayout()
        self._devices.setSpacing(SPACE_16)
        self._fill_languages()
        form = SettingsForm()
        form.add(
            self.tr("Languages spoken"),
            self.languages,
            self.tr("Naming them makes the words better: nothing is taken for another language."),
        )
        form.add("", self.per_segment)
        self.blocks.addWidget(self.message)
        self.add_card().addLayout(form)
        self.blocks.addLayout(self._devices)
        self.add_card().addWidget(self.knee)
        self.blocks.addSpacing(SPACE_8)
        self.blocks.addWidget(self.table)
        self.blocks.addStretch(1)
        self.languages.activated.connect(self._on_languages)
        self.per_segment.toggled.connect(self._on_per_segment)
        self.table.failed.connect(self._on_failed)
        self.knee.failed.connect(self._on_failed)
        self.knee.applied.connect(self.table.read)

    @property
    def cards(self) -> list[DeviceCard]:
        """One a device."""
        return list(self._cards)

    def read(self) -> None:
        """Look at devices and speech models; called each time the page is shown."""
        self.table.read()
        deliver(self._background.run(self._describe_devices), self._on_devices, self._on_failed)

    def _fill_languages(self) -> None:
        now = self._settings.current
        self.languages.offer((), self.tr("Any language"))
        self.languages.offer(("zh", "en"), self.tr("Chinese and English"))
        for code, name in language_names().items():
            self.languages.offer((code,), name)
        if now.languages not in self.languages.keys:
            self.languages.offer(now.languages, ", ".join(language_name(code) for code in now.languages))
        self.languages.choose(now.languages)
        self.per_segment.setChecked(now.language_per_segment)

    def _on_languages(self) -> None:
        chosen: Any = self.languages.chosen
        self._settings.change(languages=tuple(chosen))

    def _on_per_segment(self, is_on: bool) -> None:
        self._settings.change(language_per_segment=is_on)

    def _on_devices(self, devices: Sequence[DeviceFacts]) -> None:
        self._cards.clear()
        while (item := self._devices.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self._devices.setDirection(QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight)
        for number, facts in enumerate(devices):
            is_processor = number == len(devices) - 1
            title = self.tr("Processor") if is_processor else self.tr("Graphics card")
            card = DeviceCard(title, facts)
            self._cards.append(card)
            self._devices.addWidget(card, 1)

    def _on_failed(self, error: VivavoceError) -> None:
        self.message.say(describe_error(error), MessageKind.DANGER)
