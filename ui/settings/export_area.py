"""Settings, Export: what the export dialog begins with, and how Chinese is written."""

from typing import Any

from PySide6.QtWidgets import QSpinBox, QWidget

from app.meetings.chinese import ChineseScript
from app.settings.settings_store import SettingsStore
from ui.settings.settings_area import SettingsArea, SettingsForm
from ui.style.tokens import SPACE_4
from ui.widgets.check_box import CheckBox
from ui.widgets.choice import Choice


class ExportArea(SettingsArea):
    """The defaults of exporting."""

    def __init__(self, *, settings: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Export"), parent=parent)
        self._settings = settings
        self.formats: dict[str, CheckBox] = {}
        self._add_files()
        self._add_documents()
        self._add_chinese()
        self._add_subtitles()
        self.blocks.addStretch(1)

    def show_settings(self) -> None:
        """Show the settings as they are now; the export dialog changes them too."""
        now = self._settings.current
        for key, box in self.formats.items():
            box.setChecked(key in now.export_formats)
        for box in self.findChildren(CheckBox):
            name = box.property("setting")
            if name:
                box.setChecked(bool(getattr(now, str(name))))
        self.script.choose(now.chinese_script)
        self.layout_choice.choose(now.export_table)
        self.latin.setValue(now.subtitle_width_latin)
        self.cjk.setValue(now.subtitle_width_cjk)

    def _add_files(self) -> None:
        card = self.add_card(self.tr("Files that are ticked at first"))
        card.setSpacing(SPACE_4 * 2)
        titles = {
            "docx": self.tr("Word document, .docx"),
            "srt": self.tr("Subtitles, .srt"),
            "vtt": self.tr("Web subtitles, .vtt"),
            "txt": self.tr("Plain text, .txt"),
            "md": self.tr("Markdown, .md"),
            "csv": self.tr("Spreadsheet, .csv"),
            "json": self.tr("JSON, to import again, .json"),
        }
        for key, title in titles.items():
            box = CheckBox(title)
            box.setChecked(key in self._settings.current.export_formats)
            box.toggled.connect(self._on_formats)
            self.formats[key] = box
            card.addWidget(box)

    def _add_documents(self) -> None:
        card = self.add_card(self.tr("In documents"))
        card.addWidget(self._box("export_speakers", self.tr("Speaker names")))
        card.addWidget(self._box("export_times", self.tr("Times")))
        card.addWidget(self._box("export_gaps", self.tr("Say where something is missing, and why")))
        card.addWidget(self._box("export_marks", self.tr("Chapters, bookmarks and notes")))
        card.addWidget(self._box("export_bom", self.tr("Text files for old Windows programs (byte order mark)")))
        self.layout_choice = Choice(self.tr("Layout of documents"))
        self.layout_choice.offer(False, self.tr("Paragraphs"))
        self.layout_choice.offer(True, self.tr("Table"))
        self.layout_choice.choose(self._settings.current.export_table)
        self.layout_choice.activated.connect(self._on_layout)
        form = SettingsForm()
        form.add(self.tr("Layout"), self.layout_choice)
        card.addLayout(form)

    def _add_chinese(self) -> None:
        card = self.add_card(self.tr("Chinese"))
        self.script = Choice(self.tr("Chinese characters"))
        self.script.offer(ChineseScript.AS_SPOKEN, self.tr("As recognised"))
        self.script.offer(ChineseScript.SIMPLIFIED, "简体")
        self.script.offer(ChineseScript.TRADITIONAL_TW, "繁體（台灣）")
        self.script.offer(ChineseScript.TRADITIONAL_HK, "繁體（香港）")
        self.script.choose(self._settings.current.chinese_script)
        self.script.activated.connect(self._on_script)
        form = SettingsForm()
        form.add(
            self.tr("Characters"),
            self.script,
            self.tr("Only shown and exported this way; what was recognised is kept."),
        )
        card.addLayout(form)
        card.addWidget(self._box("chinese_spacing", self.tr("A space between Chinese and Latin words")))
        card.addWidget(self._box("chinese_marks", self.tr("Full-width punctuation in Chinese sentences")))

    def _add_subtitles(self) -> None:
        card = self.add_card(self.tr("Subtitles"))
        now = self._settings.current
        self.latin = _spin_box(self.tr("Characters in a line"), 20, 80, now.subtitle_width_latin)
        self.cjk = _spin_box(self.tr("Chinese characters in a line"), 8, 40, now.subtitle_width_cjk)
        self.latin.valueChanged.connect(self._on_latin)
        self.cjk.valueChanged.connect(self._on_cjk)
        form = SettingsForm()
        form.add(self.tr("Characters in a line"), self.latin)
        form.add(self.tr("Chinese characters in a line"), self.cjk)
        card.addLayout(form)

    def _box(self, setting: str, text: str) -> CheckBox:
        box = CheckBox(text)
        box.setProperty("setting", setting)
        box.setChecked(bool(getattr(self._settings.current, setting)))
        box.toggled.connect(self._on_box)
        return box

    def _on_formats(self) -> None:
        self._settings.change(export_formats=tuple(key for key, box in self.formats.items() if box.isChecked()))

    def _on_box(self, is_on: bool) -> None:
        self._settings.change(**{str(self.sender().property("setting")): is_on})

    def _on_layout(self) -> None:
        self._settings.change(export_table=bool(self.layout_choice.chosen))

    def _on_script(self) -> None:
        script: Any = self.script.chosen
        self._settings.change(chinese_script=script)

    def _on_latin(self, value: int) -> None:
        self._settings.change(subtitle_width_latin=value)

    def _on_cjk(self, value: int) -> None:
        self._settings.change(subtitle_width_cjk=value)


def _spin_box(name: str, low: int, high: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(low, high)
    box.setValue(value)
    box.setAccessibleName(name)
    return box
