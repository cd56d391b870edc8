"""Every setting of the application, declared once: name, type, default, description.

Pure values. ``settings_store.py`` keeps them in a file, ``ui/settings`` shows them.
To add one: a line in ``Settings``, and a control on the page where a person would look for it.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from app.meetings.chinese import ChineseScript
from engine.contract.audio import TrackKind
from engine.contract.options import DEFAULT_MODEL, RecognitionOptions
from engine.contract.recorder_messages import SourceChoice


class InterfaceLanguage(StrEnum):
    """Language of the window."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


class Appearance(StrEnum):
    """Light or dark."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Motion(StrEnum):
    """Whether things move that could as well stand still."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


class ListOrder(StrEnum):
    """Order of the library list."""

    NEWEST = "newest"
    TITLE = "title"
    LONGEST = "longest"


def _describe(text: str, *, not_shown: str = "", is_private: bool = False) -> dict[str, object]:
    """What it is for; why no page of the settings and no menu shows it; whether its value tells of the person."""
    return {"description": text, "not_shown": not_shown, "is_private": is_private}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person chose. Each field's description stands in its metadata."""

    language: InterfaceLanguage = field(
        default=InterfaceLanguage.SYSTEM, metadata=_describe("Language of the window; system follows the computer.")
    )
    appearance: Appearance = field(
        default=Appearance.SYSTEM, metadata=_describe("Light or dark; system follows the computer at run time.")
    )
    motion: Motion = field(
        default=Motion.SYSTEM,
        metadata=_describe("Movement in the window: full, reduced, or as the computer is set."),
    )
    text_scale_percent: Annotated[int, Field(ge=100, le=300)] = field(
        default=100, metadata=_describe("Size of the window's text in percent of the system's, 100 to 300.")
    )
    speech_model: str = field(
        default=DEFAULT_MODEL, metadata=_describe("Speech model for new recordings, by its name in the catalogue.")
    )
    beam_size: Annotated[int, Field(ge=1, le=10)] = field(
        default=5,
        metadata=_describe(
            "Possible texts that are kept while words are understood, 1 to 10; 1 is fastest.",
            not_shown="“Find the best setting” chooses it; a wrong number only makes it slower.",
        ),
    )
    languages: tuple[str, ...] = field(
        default=(), metadata=_describe("Languages that recordings may be in, as Whisper codes; empty means any.")
    )
    language_per_segment: bool = field(
        default=False, metadata=_describe("Decide the language again for each stretch of speech.")
    )
    threads: Annotated[int, Field(ge=0, le=256)] = field(
        default=0,
        metadata=_describe(
            "Processor threads for recognition; 0 lets the engine choose.",
            not_shown="The engine chooses well; a wrong number only makes it slower.",
        ),
    )
    chinese_script: ChineseScript = field(
        default=ChineseScript.AS_SPOKEN, metadata=_describe("Chinese characters on screen and in exported files.")
    )
    chinese_spacing: bool = field(
        default=True, metadata=_describe("One space between Han characters and Latin words in exported files.")
    )
    chinese_marks: bool = field(
        default=True, metadata=_describe("Full-width punctuation in Chinese sentences of exported files.")
    )
    export_formats: tuple[str, ...] = field(
        default=("docx",), metadata=_describe("Kinds of files that are ticked when the export dialog opens.")
    )
    export_speakers: bool = field(default=True, metadata=_describe("Say in exported files who speaks."))
    export_times: bool = field(default=True, metadata=_describe("Say in exported documents when."))
    export_table: bool = field(default=False, metadata=_describe("Exported documents as a table, not as paragraphs."))
    export_gaps: bool = field(
        default=True, metadata=_describe("Say in exported documents where something is missing, and why.")
    )
    export_marks: bool = field(default=True, metadata=_describe("Chapters, bookmarks and notes in exported documents."))
    export_bom: bool = field(
        default=False, metadata=_describe("Begin exported text files with a byte order mark, for old programs.")
    )
    subtitle_width_latin: Annotated[int, Field(ge=20, le=80)] = field(
        default=42, metadata=_describe("Characters in a line of subtitles, 20 to 80.")
    )
    subtitle_width_cjk: Annotated[int, Field(ge=8, le=40)] = field(
        default=16, metadata=_describe("Han characters in a line of subtitles, 8 to 40.")
    )
    export_folder: str = field(
        default="",
        metadata=_describe(
            "Folder where the last export went; empty for the documents folder.",
            not_shown="It follows the export dialog.",
            is_private=True,
        ),
    )
    import_folder: str = field(
        default="",
        metadata=_describe(
            "Folder of the last imported files; empty for the documents folder.",
            not_shown="It follows the dialog in which files are chosen.",
            is_private=True,
        ),
    )
    review_error_percent: Annotated[int, Field(ge=0, le=50)] = field(
        default=5,
        metadata=_describe("Wrong words in 100 at which a review is enough, 0 to 50; 0 looks at every place."),
    )
    finds_speakers: bool = field(
        default=True, metadata=_describe("Find out who speaks when, after each recording and import.")
    )
    remembers_voices: bool = field(
        default=False,
        metadata=_describe("Remember the voices of people where a person asks for it, to suggest their names."),
    )
    records_microphone: bool = field(default=True, metadata=_describe("Record the microphone."))
    microphone_name: str = field(
        default="",
        metadata=_describe(
            "The microphone by the system's name for it; empty for the system's default.", is_private=True
        ),
    )
    microphone_api: str = field(
        default="", metadata=_describe("The sound system that offers that microphone; empty for any.", is_private=True)
    )
    records_computer: bool = field(
        default=True,
        # The other side of a call that was not recorded is lost; a track that stays silent costs next to nothing.
        metadata=_describe("Record what the computer plays as a track of its own, where the system has it."),
    )
    checks_before_recording: bool = field(
        default=False, metadata=_describe("Check for ten seconds before each recording.")
    )
    bookmark_seconds: Annotated[int, Field(ge=1, le=600)] = field(
        default=30, metadata=_describe("How far back a bookmark reaches.")
    )
    disk_warning_minutes: Annotated[int, Field(ge=1, le=600)] = field(
        default=15, metadata=_describe("Warn while recording when the disk has room for less than these minutes.")
    )
    silence_minutes: Annotated[int, Field(ge=0, le=240)] = field(
        default=15,
        metadata=_describe("Offer to stop a recording when nobody was understood for so many minutes; 0 for never."),
    )
    stops_after_silence: bool = field(
        default=False,
        metadata=_describe("Stop by itself then, two minutes after that was said and nobody answered."),
    )
    caption_shown: bool = field(default=False, metadata=_describe("Show the caption bar while recording."))
    caption_size: Annotated[int, Field(ge=20, le=96)] = field(
        default=32, metadata=_describe("Size of the words in the caption bar in pixels, 20 to 96.")
    )
    caption_lines: Annotated[int, Field(ge=1, le=4)] = field(
        default=2, metadata=_describe("Lines of the caption bar, 1 to 4.")
    )
    caption_opacity_percent: Annotated[int, Field(ge=30, le=100)] = field(
        default=100, metadata=_describe("How little shows through the caption bar's ground, 30 to 100.")
    )
    caption_on_top: bool = field(default=True, metadata=_describe("Keep the caption bar above all other windows."))
    caption_screen: str = field(
        default="",
        metadata=_describe("Screen of the caption bar by its name; empty for the window's own.", is_private=True),
    )
    caption_place: str = field(
        default="",
        metadata=_describe("Where on its screen the caption bar is: left, top and width; empty for its foot."),
    )
    bin_days: Annotated[int, Field(ge=0, le=3650)] = field(
        default=0,
        metadata=_describe("Delete for good what has lain in the bin for so many days, at each start; 0 for never."),
    )
    list_order: ListOrder = field(default=ListOrder.NEWEST, metadata=_describe("Order of the library list."))
    window_geometry: str = field(
        default="",
        metadata=_describe(
            "Where the window was, as Qt writes it, in base64.", not_shown="It follows the window.", is_private=True
        ),
    )
    shortcuts: dict[str, str] = field(
        default_factory=dict[str, str],
        metadata=_describe("Keys that differ from the usual ones: the name of an action, and its keys or nothing."),
    )
    first_run_done: bool = field(
        default=False,
        metadata=_describe(
            "The three questions of the first start were answered or passed over.", not_shown="It is asked only once."
        ),
    )

    def recognition_options(self) -> RecognitionOptions:
        """How a new recording is recognised."""
        return RecognitionOptions(
            model=self.speech_model,
            languages=self.languages,
            language_per_segment=self.language_per_segment,
            beam_size=self.beam_size,
            threads=self.threads,
        )

    def recording_sources(self, *, has_computer_sound: bool = True) -> tuple[SourceChoice, ...]:
        """What a new recording records, one track each; never nothing."""
        sources: list[SourceChoice] = []
        if self.records_computer and has_computer_sound:
            sources.append(SourceChoice(TrackKind.COMPUTER))
        if self.records_microphone or not sources:
            sources.insert(0, SourceChoice(TrackKind.MICROPHONE, self.microphone_name, self.microphone_api))
        return tuple(sources)
