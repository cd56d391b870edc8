"""Builds the application: every object is made here and handed what it needs, and closed here in reverse order.

``compose_services`` knows no Qt and serves window and command line alike; ``compose_window`` puts the window on top.
Nothing here loads a speech model or starts the engine process: the first job does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.announcements import Announcements
from app.folders import Folders
from app.library.library import Library
from app.library.opening import Circumstances

if TYPE_CHECKING:
    from app.background import Background
    from app.diagnostics.report import Part
    from app.diagnostics.stage_log import StageLog
    from app.editing.transcript_editor import TranscriptEditor
    from app.importing.import_queue import ImportQueue
    from app.meeting_sound import StoredSound
    from app.meetings.identifiers import MeetingId
    from app.meetings.meeting import Meeting
    from app.playback_copies import PlaybackCopies
    from app.preheating import Preheater
    from app.recording.level_watch import LevelWatch
    from app.recording.preflight import Preflight
    from app.recording.recorder_link import RecorderLink
    from app.recording.recordings import Recordings
    from app.settings.settings_store import SettingsStore
    from app.speaking.live_speakers import LiveSpeakers
    from app.speaking.speaker_queue import SpeakerQueue
    from app.workers import Workers
    from engine.capture.device_list import SoundDevice
    from engine.capture.media_file import AudioStream
    from engine.pipeline.engine_port import EnginePort
    from engine.recognition.device import DeviceFacts
    from engine.recognition.speech_model_store import SpeechModelStore
    from ui.editor.playback import SoundOutput
    from ui.main_window import MainWindow
    from ui.widgets.found_sources import ListSources


@dataclass(frozen=True)
class Services:
    """What window and command line work with."""

    folders: Folders
    announcements: Announcements
    settings: SettingsStore
    library: Library
    models: SpeechModelStore
    imports: ImportQueue
    recordings: Recordings
    speakers: SpeakerQueue
    live_speakers: LiveSpeakers
    background: Background
    describe_devices: Callable[[], Sequence[DeviceFacts]]
    fingerprint: Callable[[Path], str]
    """Content hash of a media file."""
    find_audio_tracks: Callable[[Path], Sequence[AudioStream]]
    """Looks into a media file; raises the ``MediaError`` tree where there is no sound in it."""
    open_sound: Callable[[MeetingId], StoredSound]
    preflight: Preflight
    levels: LevelWatch
    workers: Workers
    preheater: Preheater
    stages: StageLog
    stack: ExitStack

    def close(self) -> None:
        """Close everything in reverse order. Twice is harmless."""
        self.stack.close()


def compose_services(
    folders: Folders,
    *,
    engine: EnginePort | None = None,
    live_engine: EnginePort | None = None,
    speaker_engine: EnginePort | None = None,
    live_speaker_engine: EnginePort | None = None,
    recorder: RecorderLink | None = None,
) -> Services:
    """Everything but the window.

    ``imports``, ``speakers`` and ``preheater`` are not started yet, and ``recordings`` did not look for what a crash
    left.

    Other processes than this computer's are for tests.

    Raises:
        LibraryInUse, LibraryTooNew, LibraryDamaged, LibraryNotWritable, DiskFull: there is no library to work with.
    """
    from app.background import Background  # noqa: PLC0415 - library commands need none of these
    from app.diagnostics.stage_log import StageLog  # noqa: PLC0415 - likewise
    from app.engine_factory import (  # noqa: PLC0415 - likewise
        make_device_memory,
        make_device_view,
        make_engine,
        make_levels,
        make_live_engine,
        make_live_speaker_engine,
        make_preflight,
        make_recorder,
        make_speaker_engine,
    )
    from app.importing.import_queue import ImportQueue  # noqa: PLC0415 - likewise
    from app.playback_copies import PlaybackCopies  # noqa: PLC0415 - likewise
    from app.preheating import Preheater, cold_meetings, warm_loudness  # noqa: PLC0415 - likewise
    from app.recording.recording_title import interface_language, recording_title  # noqa: PLC0415 - likewise
    from app.recording.recordings import Recordings  # noqa: PLC0415 - likewise
    from app.settings.settings_store import SettingsStore  # noqa: PLC0415 - likewise
    from app.speaking.default_names import speaker_names  # noqa: PLC0415 - likewise
    from app.speaking.live_speakers import LiveSpeakers  # noqa: PLC0415 - likewise
    from app.speaking.speaker_queue import SpeakerQueue  # noqa: PLC0415 - likewise
    from app.workers import Workers  # noqa: PLC0415 - likewise
    from engine.recognition.catalogue import read_catalogue  # noqa: PLC0415 - likewise
    from engine.recognition.speech_model_store import SpeechModelStore  # noqa: PLC0415 - likewise

    with ExitStack() as stack:
        announcements = Announcements()
        settings = SettingsStore(folders.settings)
        library = Library.open(folders.library, announcements=announcements, circumstances=_circumstances(folders))
        stack.callback(library.close)
        if settings.current.bin_days:
            library.empty_bin(older_than_days=settings.current.bin_days)
        models = SpeechModelStore(folders.models, read_catalogue())
        note_device_failure = make_device_memory(folders, models)
        imports = ImportQueue(
            library=library,
            engine=engine or make_engine(folders),
            announcements=announcements,
            fingerprint=_fingerprint,
            note_device_failure=note_device_failure,
        )
        stack.callback(imports.close)
        background = Background()
        stack.callback(background.close)
        copies = PlaybackCopies(library=library, background=background, announcements=announcements)
        stack.callback(copies.close)
        recordings = Recordings(
            library=library,
            recorder=recorder or make_recorder(folders),
            engine=live_engine or make_live_engine(folders),
            imports=imports,
            announcements=announcements,
            make_title=lambda at: recording_title(at, language=interface_language(settings.current.language)),
            write_playback=copies.write,
            note_device_failure=note_device_failure,
            bookmark_s=lambda: settings.current.bookmark_seconds,
            low_room_s=lambda: settings.current.disk_warning_minutes * 60.0,
        )
        stack.callback(recordings.close)
        stages = StageLog()
        recordings.overhear(stages.hear)
        speakers = SpeakerQueue(
            library=library,
            engine=speaker_engine or make_speaker_engine(folders),
            announcements=announcements,
            is_wanted=lambda: settings.current.finds_speakers,
            names=lambda: speaker_names(interface_language(settings.current.language)),
            wants_voices=partial(_may_remember_voices, library, settings),
            is_busy=lambda: (status := recordings.status) is not None and status.phase.is_open,
        )
        stack.callback(speakers.close)
        live_speakers = LiveSpeakers(
            library=library,
            engine=live_speaker_engine or make_live_speaker_engine(folders),
            announcements=announcements,
            is_wanted=lambda: settings.current.finds_speakers,
            names=lambda: speaker_names(interface_language(settings.current.language)),
        )
        stack.callback(live_speakers.close)
        preheater = Preheater(
            likely=partial(cold_meetings, library),
            warm=partial(warm_loudness, library.meeting_folder),
            background=background,
            is_busy=lambda: (status := recordings.status) is not None and status.phase.is_open,
        )
        stack.callback(preheater.close)
        preflight, levels = make_preflight(folders), make_levels(folders)
        stack.callback(preflight.close)
        stack.callback(levels.stop)
        return Services(
            folders=folders,
            announcements=announcements,
            settings=settings,
            library=library,
            models=models,
            imports=imports,
            recordings=recordings,
            speakers=speakers,
            live_speakers=live_speakers,
            background=background,
            describe_devices=make_device_view(folders, models, settings),
            fingerprint=_fingerprint,
            find_audio_tracks=_find_audio_tracks,
            open_sound=partial(_open_sound, library, copies),
            preflight=preflight,
            levels=levels,
            workers=Workers(folders.workers, keeps_key_in_file=folders.is_portable),
            preheater=preheater,
            stages=stages,
            stack=stack.pop_all(),
        )


@contextmanager
def compose_library(folders: Folders) -> Generator[Library]:
    """The library alone, for commands that recognise nothing. Raises what ``compose_services`` raises."""
    library = Library.open(folders.library, announcements=Announcements(), circumstances=_circumstances(folders))
    try:
        yield library
    finally:
        library.close()


def _circumstances(folders: Folders) -> Circumstances:
    def forget_speech(meeting: str) -> None:
        from app.cached_speech import CachedSpeech  # noqa: PLC0415 - needed when a meeting is deleted for good

        CachedSpeech(folders.cache).forget(meeting)

    return Circumstances(forget_speech=forget_speech)


def compose_window(
    services: Services, *, sound_output: SoundOutput | None = None, list_sources: ListSources | None = None
) -> MainWindow:
    """The window over the services. Needs a ``QApplication``; the caller closes the window, then the services.

    Another sound output and other sources than this computer's are for tests and measurements.
    """
    from ui.main_window import MainWindow  # noqa: PLC0415 - the command line needs no Qt

    return MainWindow(
        library=services.library,
        imports=services.imports,
        models=services.models,
        settings=services.settings,
        recordings=services.recordings,
        announcements=services.announcements,
        background=services.background,
        folders=services.folders,
        describe_device=services.describe_devices,
        open_sound=services.open_sound,
        open_editor=partial(_open_editor, services.library, services.announcements),
        looks=services.speakers,
        live_speakers=services.live_speakers,
        find_audio_tracks=services.find_audio_tracks,
        list_sources=list_sources or _list_sources,
        sound_output=sound_output,
        check=services.preflight,
        levels=services.levels,
        collect_diagnostics=partial(_collect_diagnostics, services),
        workers=services.workers,
        stages=services.stages,
    )


def _collect_diagnostics(services: Services) -> Sequence[Part]:
    from app.diagnostics.report import Diagnostics  # noqa: PLC0415 - needed when somebody asks

    return Diagnostics(
        folders=services.folders,
        settings=lambda: services.settings.current,
        library=services.library,
        installed_models=services.models.installed,
        known_models=lambda: services.models.catalogue,
        devices=services.describe_devices,
        sources=_list_sources,
    ).collect()


def _may_remember_voices(library: Library, settings: SettingsStore, meeting: Meeting) -> bool:
    if not settings.current.remembers_voices:
        return False
    return meeting.course_id is None or meeting.course_id in library.voice_courses()


def _fingerprint(path: Path) -> str:
    from engine.capture.fingerprint import fingerprint  # noqa: PLC0415 - loads FFmpeg, which the window starts without

    return fingerprint(path)


def _find_audio_tracks(path: Path) -> Sequence[AudioStream]:
    from engine.capture.channel_likeness import has_two_sides  # noqa: PLC0415 - likewise
    from engine.capture.media_file import inspect_media  # noqa: PLC0415 - likewise

    streams = inspect_media(path).streams
    if len(streams) == 1 and has_two_sides(path):
        return (replace(streams[0], has_two_sides=True),)
    return streams


def _list_sources() -> Sequence[SoundDevice] | None:
    from engine.capture.device_list import DevicesUnknown, list_devices  # noqa: PLC0415 - needed when one is chosen

    try:
        return list_devices()
    except DevicesUnknown as trouble:
        # Not its words: a command line has the name of a person in it.
        logging.getLogger(__name__).warning("The sources could not be listed: %s", type(trouble.__cause__).__name__)
        return None


def _open_editor(library: Library, announcements: Announcements, meeting_id: MeetingId) -> TranscriptEditor:
    from app.editing.transcript_editor import TranscriptEditor  # noqa: PLC0415 - needed when a meeting is first opened

    return TranscriptEditor(library=library, meeting_id=meeting_id, announcements=announcements)


def _open_sound(library: Library, copies: PlaybackCopies, meeting_id: MeetingId) -> StoredSound:
    from app.meeting_sound import StoredSound  # noqa: PLC0415 - needed when a meeting is first opened

    copies.write_missing(meeting_id)
    return StoredSound(library.meeting_folder(meeting_id))
