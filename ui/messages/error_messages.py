"""Every known trouble as one plain sentence in the language of the window: what happened, what one can do.

Goes by the error's type and fields; the trees are in ``errors.py`` of ``engine/contract``, ``app/meetings`` and
``app/recording``. Used on the window's thread. An error that this file does not know speaks its own English sentence.

To add one: its line in ``_SENTENCES`` and a function that says it.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.courses.glossary_file import GlossaryUnreadable
from app.exporting.not_safe import NotSafe
from app.meetings import errors as library_errors
from app.recording import errors as recording_errors
from engine.contract import errors
from engine.contract.errors import VivavoceError
from engine.contract.exit_codes import EndCause, end_cause
from ui.messages.pairing_messages import PAIRING_SENTENCES
from ui.messages.remark_messages import describe_remark

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def describe_error(error: VivavoceError) -> str:
    """The sentence for a person."""
    say = _SENTENCES.get(type(error))
    return say(error) if say is not None else error.sentence


def _media_not_found(error: errors.MediaNotFound) -> str:
    text = translate("Errors", "“{name}” is not there, or is not a file. Check the name and try again.")
    return text.format(name=error.name)


def _no_audio_found(error: errors.NoAudioFound) -> str:
    text = translate("Errors", "No audio was found in “{name}”. Choose an audio file, or a video with sound.")
    return text.format(name=error.name)


def _media_unfinished(error: errors.MediaUnfinished) -> str:
    text = translate(
        "Errors",
        "The recording of “{name}” was not finished, so it cannot be read. "
        "Open it once in the program that recorded it, or use a repair tool.",
    )
    return text.format(name=error.name)


def _media_refused(error: errors.MediaRefused) -> str:
    text = translate("Errors", "“{name}” is a list of other files, not a recording. Choose the recording itself.")
    return text.format(name=error.name)


def _media_not_readable(error: errors.MediaNotReadable) -> str:
    text = translate("Errors", "“{name}” could not be read. It may be damaged, or not a recording at all.")
    return text.format(name=error.name)


def _speech_model_unknown(error: errors.SpeechModelUnknown) -> str:
    text = translate("Errors", "There is no speech model called “{name}”. Settings, Recognition shows them all.")
    return text.format(name=error.model)


def _speech_model_missing(error: errors.SpeechModelMissing) -> str:
    text = translate(
        "Errors", "The speech model “{name}” is not on this computer yet. Download it in Settings, Recognition."
    )
    return text.format(name=error.model)


def _speech_model_damaged(error: errors.SpeechModelDamaged) -> str:
    text = translate("Errors", "The speech model “{name}” is damaged ({file}). Repair it in Settings, Recognition.")
    return text.format(name=error.model, file=error.file)


def _speech_model_fetch_failed(error: errors.SpeechModelFetchFailed) -> str:
    text = translate(
        "Errors",
        "The speech model “{name}” could not be downloaded. Check the network and try again: "
        "what is already here is kept. You can also import it from a folder.",
    )
    return text.format(name=error.model)


def _archive_refused(error: errors.ArchiveRefused) -> str:
    text = translate("Errors", "“{name}” cannot be used: {reason}. Nothing was changed.")
    return text.format(name=error.name, reason=describe_remark(error.reason))


def _device_unusable(_error: errors.DeviceUnusable) -> str:
    return translate(
        "Errors",
        "Neither the graphics card nor the processor could understand the test sentence. "
        "Settings, Recognition shows what was tried.",
    )


def _speaker_model_missing(_error: errors.SpeakerModelMissing) -> str:
    return translate(
        "Errors",
        "Speakers cannot be told apart: a part of Vivavoce that is needed for it is not on this computer. "
        "The text is complete; start Vivavoce once with a network connection and try again.",
    )


def _speaker_model_damaged(error: errors.SpeakerModelDamaged) -> str:
    text = translate(
        "Errors",
        "Speakers cannot be told apart: a part of Vivavoce is damaged ({file}). "
        "The text is complete; install Vivavoce again and try again.",
    )
    return text.format(file=error.file)


def _speakers_not_told(error: errors.SpeakersNotTold) -> str:
    if end_cause(error.exit_code) is EndCause.LIBRARY:
        return translate(
            "Errors",
            "Speakers could not be told apart: a part of Vivavoce or of the system could not be loaded. "
            "The text is complete; install Vivavoce again and try again.",
        )
    return translate(
        "Errors",
        "Speakers could not be told apart, probably because memory ran out. "
        "The text is complete; close other programs and try again.",
    )


def _recogniser_failed(error: errors.RecogniserFailed) -> str:
    if error.device == "cuda":
        return translate(
            "Errors",
            "The graphics card could not go on. What is understood is saved; choose Try again to continue.",
        )
    return translate(
        "Errors",
        "The recognition could not go on, probably because memory ran out. What is understood is saved; "
        "close other programs, or choose a smaller speech model, and try again.",
    )


def _engine_died(error: errors.EngineDied) -> str:
    match end_cause(error.exit_code):
        case EndCause.MEMORY:
            return translate(
                "Errors",
                "The recognition could not go on because memory ran out. Everything understood so far is saved; "
                "close other programs, or choose a smaller speech model, and choose Try again.",
            )
        case EndCause.LIBRARY:
            return translate(
                "Errors",
                "The recognition could not begin: a part of Vivavoce or of the system could not be loaded. "
                "Everything understood so far is saved; install Vivavoce again and choose Try again.",
            )
        case EndCause.UNKNOWN:
            pass
    return translate(
        "Errors",
        "The recognition stopped unexpectedly, several times at the same place. "
        "Everything understood so far is saved; choose Try again to continue.",
    )


def _worker_unreachable(error: errors.WorkerUnreachable) -> str:
    text = translate("Errors", "The worker “{name}” does not answer. Check that it is on, and in the same network.")
    return text.format(name=error.worker)


def _worker_refused(error: errors.WorkerRefused) -> str:
    if error.is_full:
        text = translate("Errors", "The worker “{name}” has no room at the moment. Try again later.")
    elif error.reason == "model_missing":
        text = translate("Errors", "The worker “{name}” does not have this speech model. Install it there.")
    else:
        text = translate("Errors", "The worker “{name}” could not understand this. Its log tells why.")
    return text.format(name=error.worker)


def _worker_not_trusted(error: errors.WorkerNotTrusted) -> str:
    text = translate(
        "Errors",
        "The worker “{name}” and this computer do not trust each other any more. "
        "Pair them again in Settings, Other computers.",
    )
    return text.format(name=error.worker)


def _worker_too_old(error: errors.WorkerTooOld) -> str:
    if error.is_newer:
        text = translate(
            "Errors", "The worker “{name}” has a newer Vivavoce than this one understands. Update it here."
        )
    else:
        text = translate(
            "Errors", "The worker “{name}” has an older Vivavoce than this one understands. Update it there."
        )
    return text.format(name=error.worker)


def _recording_not_saved(error: errors.RecordingNotSaved) -> str:
    if error.has_begun:
        text = translate(
            "Errors",
            "The sound cannot be saved ({detail}). What is saved is safe; "
            "the recording goes on as soon as {folder} can be written again.",
        )
    else:
        text = translate(
            "Errors",
            "The recording could not begin ({detail}). Nothing was recorded. "
            "Check whether {folder} can be written, and try again.",
        )
    return text.format(detail=error.detail, folder=error.folder)


def _no_words_found(error: errors.NoWordsFound) -> str:
    text = translate(
        "Errors",
        "{length} of speech were heard but no words understood. The sound is safe; "
        "try again with another language or speech model.",
    )
    if error.speech_s < 90:
        return text.format(length=translate("Errors", "{s} s").format(s=f"{error.speech_s:.0f}"))
    return text.format(length=translate("Errors", "{m} min").format(m=f"{error.speech_s / 60:.0f}"))


def _disk_full(error: errors.DiskFull) -> str:
    text = translate(
        "Errors", "The disk is full ({folder}). Free some room and try again; what was done so far is kept."
    )
    return text.format(folder=error.folder)


def _library_in_use(_error: library_errors.LibraryInUse) -> str:
    return translate("Errors", "Vivavoce is already open with this library. Use that window, or close it first.")


def _library_too_new(error: library_errors.LibraryTooNew) -> str:
    text = translate(
        "Errors",
        "This library was last used by a newer Vivavoce ({version}). Please update Vivavoce; "
        "nothing in the library was changed.",
    )
    return text.format(version=error.version)


def _library_damaged(error: library_errors.LibraryDamaged) -> str:
    text = translate(
        "Errors", "The library in {folder} is damaged and could not be restored. The damaged file was kept."
    )
    return text.format(folder=error.folder)


def _library_not_writable(error: library_errors.LibraryNotWritable) -> str:
    text = translate(
        "Errors",
        "Vivavoce may not write to {folder}. Check the folder's permissions, or choose another place.",
    )
    return text.format(folder=error.folder)


def _meeting_not_found(_error: library_errors.MeetingNotFound) -> str:
    return translate("Errors", "This meeting is no longer in the library.")


def _sound_is_missing(error: library_errors.SoundIsMissing) -> str:
    text = translate("Errors", "The sound of “{title}” could not be read. Nothing was changed.")
    return text.format(title=error.name)


def _nothing_to_split(error: library_errors.NothingToSplit) -> str:
    text = translate("Errors", "“{title}” cannot be divided there: choose a time at least one second inside of it.")
    return text.format(title=error.name)


def _meeting_is_recorded(_error: library_errors.MeetingIsRecorded) -> str:
    return translate("Errors", "This meeting is still being recorded. Stop the recording first, then try again.")


def _recording_in_progress(error: recording_errors.RecordingInProgress) -> str:
    text = translate("Errors", "“{title}” is being recorded. Stop it first, then start the next one.")
    return text.format(title=error.title)


def _not_recorded_here(error: recording_errors.NotRecordedHere) -> str:
    text = translate("Errors", "“{title}” was not recorded here, so it cannot be recorded on. Start a new recording.")
    return text.format(title=error.title)


def _recorder_keeps_ending(_error: recording_errors.RecorderKeepsEnding) -> str:
    return translate(
        "Errors",
        "The recorder stopped unexpectedly and could not be started again, so nothing more is recorded. "
        "What was recorded before is safe. Check the sound devices and try again.",
    )


def _check_not_recorded(_error: recording_errors.CheckNotRecorded) -> str:
    return translate("Errors", "The test could not be recorded. Try again; if it happens again, restart the computer.")


def _check_not_understood(_error: recording_errors.CheckNotUnderstood) -> str:
    return translate(
        "Errors", "The recognition did not answer. A recording would be safe, and could be understood later."
    )


def _destination_exists(error: library_errors.DestinationExists) -> str:
    text = translate("Errors", "“{name}” is there already. Choose another name, or say that it may be replaced.")
    return text.format(name=error.name)


def _destination_not_writable(error: library_errors.DestinationNotWritable) -> str:
    text = translate("Errors", "“{name}” could not be written. Choose another folder, or check its permissions.")
    return text.format(name=error.name)


def _not_a_transcript(error: library_errors.NotATranscript) -> str:
    text = translate("Errors", "“{name}” is not a transcript that Vivavoce can read: {reason}.")
    return text.format(name=error.name, reason=describe_remark(error.reason))


def _glossary_unreadable(error: GlossaryUnreadable) -> str:
    text = translate(
        "Errors", "“{name}” is not a glossary: a CSV file with a term in each line is needed. Nothing was changed."
    )
    return text.format(name=error.name)


def _not_safe(error: NotSafe) -> str:
    text = translate("Errors", "“{name}” still told who spoke when it was read back, so nothing was written.")
    return text.format(name=error.name)


_SENTENCES: dict[type[VivavoceError], Callable[[Any], str]] = {
    **PAIRING_SENTENCES,
    GlossaryUnreadable: _glossary_unreadable,
    NotSafe: _not_safe,
    errors.MediaNotFound: _media_not_found,
    errors.NoAudioFound: _no_audio_found,
    errors.MediaUnfinished: _media_unfinished,
    errors.MediaRefused: _media_refused,
    errors.MediaNotReadable: _media_not_readable,
    errors.SpeechModelUnknown: _speech_model_unknown,
    errors.SpeechModelMissing: _speech_model_missing,
    errors.SpeechModelDamaged: _speech_model_damaged,
    errors.SpeechModelFetchFailed: _speech_model_fetch_failed,
    errors.ArchiveRefused: _archive_refused,
    errors.DeviceUnusable: _device_unusable,
    errors.RecogniserFailed: _recogniser_failed,
    errors.SpeakerModelMissing: _speaker_model_missing,
    errors.SpeakerModelDamaged: _speaker_model_damaged,
    errors.SpeakersNotTold: _speakers_not_told,
    errors.EngineDied: _engine_died,
    errors.WorkerUnreachable: _worker_unreachable,
    errors.WorkerRefused: _worker_refused,
    errors.WorkerNotTrusted: _worker_not_trusted,
    errors.WorkerTooOld: _worker_too_old,
    errors.RecordingNotSaved: _recording_not_saved,
    errors.NoWordsFound: _no_words_found,
    errors.DiskFull: _disk_full,
    library_errors.LibraryInUse: _library_in_use,
    library_errors.LibraryTooNew: _library_too_new,
    library_errors.LibraryDamaged: _library_damaged,
    library_errors.LibraryNotWritable: _library_not_writable,
    library_errors.MeetingNotFound: _meeting_not_found,
    library_errors.MeetingIsRecorded: _meeting_is_recorded,
    library_errors.SoundIsMissing: _sound_is_missing,
    library_errors.NothingToSplit: _nothing_to_split,
    library_errors.DestinationExists: _destination_exists,
    library_errors.DestinationNotWritable: _destination_not_writable,
    library_errors.NotATranscript: _not_a_transcript,
    recording_errors.RecordingInProgress: _recording_in_progress,
    recording_errors.NotRecordedHere: _not_recorded_here,
    recording_errors.RecorderKeepsEnding: _recorder_keeps_ending,
    recording_errors.CheckNotRecorded: _check_not_recorded,
    recording_errors.CheckNotUnderstood: _check_not_understood,
}

TRANSLATED = frozenset(_SENTENCES)
"""The errors that this file knows."""
