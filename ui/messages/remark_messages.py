"""Plain remarks of other layers, in the language of the window: of imports, of opening the library, of refused files.

They are stored and handed on as English sentences, with numbers and names in them. Each is looked up here by its form;
one that is not here, perhaps of a newer version, is shown as it is. Used on the window's thread.

To add one: its form, with a name in braces for each part that varies.
"""

import re
from typing import cast

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_FORMS = (
    # engine/capture: what was found while the file was read
    QT_TRANSLATE_NOOP("Remarks", "The left channel is silent; the right one was used."),
    QT_TRANSLATE_NOOP("Remarks", "The right channel is silent; the left one was used."),
    QT_TRANSLATE_NOOP("Remarks", "Only the left channel was understood, as it was chosen."),
    QT_TRANSLATE_NOOP("Remarks", "Only the right channel was understood, as it was chosen."),
    QT_TRANSLATE_NOOP("Remarks", "{silent} of {channels} channels are silent; the others were used."),
    QT_TRANSLATE_NOOP("Remarks", "The channels run against each other (one is inverted); this was corrected."),
    QT_TRANSLATE_NOOP("Remarks", "1 damaged part, {s} s lost."),
    QT_TRANSLATE_NOOP("Remarks", "{parts} damaged parts, {s} s lost."),
    QT_TRANSLATE_NOOP("Remarks", "The recording breaks off: {got} s of {promised} s are there."),
    QT_TRANSLATE_NOOP("Remarks", "The header gives a wrong size; everything in the file was read."),
    QT_TRANSLATE_NOOP("Remarks", "{size} MB at the end of the file could not be read as sound."),
    QT_TRANSLATE_NOOP("Remarks", "It has more audio tracks than are understood; the first {count} were."),
    QT_TRANSLATE_NOOP(
        "Remarks", "There was no room on the disk for a copy to listen to. The recording itself is complete."
    ),
    # engine/capture: what an interrupted recording lost
    QT_TRANSLATE_NOOP("Remarks", "Track {number}: the last {s} s are not on the disk."),
    QT_TRANSLATE_NOOP("Remarks", "Track {number}: {lines} notes about gaps cannot be read."),
    # app/importing: how the recognition went
    QT_TRANSLATE_NOOP("Remarks", "No speech was found."),
    QT_TRANSLATE_NOOP("Remarks", "No words were found."),
    QT_TRANSLATE_NOOP("Remarks", "All that was heard was set aside as doubtful."),
    QT_TRANSLATE_NOOP(
        "Remarks", "The graphics card failed during recognition. It went on in another way from where it was."
    ),
    # app/assembling: what a recording was made of; the longer form first, it holds the shorter one
    QT_TRANSLATE_NOOP(
        "Remarks",
        "Put together from two recordings; the second begins at {time}. Between them {minutes} min were not recorded.",
    ),
    QT_TRANSLATE_NOOP("Remarks", "Put together from two recordings; the second begins at {time}."),
    # app/library: what opening had to do
    QT_TRANSLATE_NOOP(
        "Remarks",
        "The library was damaged and has been put together again. Meetings: {meetings}, lines: {lines}.",
    ),
    QT_TRANSLATE_NOOP(
        "Remarks",
        "What could not be read any more was taken from the backup “{name}”; changes made after it may be missing.",
    ),
    QT_TRANSLATE_NOOP(
        "Remarks",
        "Lines that could not be read any more: {lines}. Their sound is not affected; the meetings can be transcribed "
        "again.",
    ),
    QT_TRANSLATE_NOOP(
        "Remarks",
        "Meetings of which only the sound was left: {meetings}. They are in the list again and can be transcribed "
        "again.",
    ),
    QT_TRANSLATE_NOOP("Remarks", "The damaged file was kept as “{name}”."),
    QT_TRANSLATE_NOOP(
        "Remarks",
        "The library lies on a network or shared folder ({kind}). It works there more slowly, and must be open on one "
        "computer at a time only; a folder on this computer's own disk is better.",
    ),
    QT_TRANSLATE_NOOP(
        "Remarks",
        "The folder of the library does not support the usual way of saving, so a slower and safer one is used. A "
        "folder on this computer's own disk is better.",
    ),
    QT_TRANSLATE_NOOP(
        "Remarks", "The disk is full ({folder}). Free some room and try again; what was done so far is kept."
    ),
    QT_TRANSLATE_NOOP(
        "Remarks", "Vivavoce may not write to {folder}. Check the folder's permissions, or choose another place."
    ),
    # app/exporting: why a file is no transcript, the second half of a sentence
    QT_TRANSLATE_NOOP("Remarks", "a line ends before it begins (“{place}”)"),
    QT_TRANSLATE_NOOP("Remarks", "a line in it names a speaker who is not in the file"),
    QT_TRANSLATE_NOOP("Remarks", "a line or gap in it lies outside the recording"),
    QT_TRANSLATE_NOOP("Remarks", "a newer Vivavoce wrote it (format {version}). Please update Vivavoce first"),
    QT_TRANSLATE_NOOP("Remarks", "a number in it cannot be read"),
    QT_TRANSLATE_NOOP("Remarks", "it does not say in which version of the format it is written"),
    QT_TRANSLATE_NOOP("Remarks", "it is JSON, but not a transcript that Vivavoce wrote"),
    QT_TRANSLATE_NOOP("Remarks", "it is nested too deeply"),
    QT_TRANSLATE_NOOP("Remarks", "it is not a text file"),
    QT_TRANSLATE_NOOP("Remarks", "it is not valid JSON (line {number})"),
    QT_TRANSLATE_NOOP("Remarks", "it is not written in “{encoding}”"),
    QT_TRANSLATE_NOOP("Remarks", "it says that it is Unicode, and is damaged"),
    QT_TRANSLATE_NOOP("Remarks", "line {number} is not the beginning of a subtitle"),
    QT_TRANSLATE_NOOP("Remarks", "subtitle {number} begins after the recording has ended"),
    QT_TRANSLATE_NOOP("Remarks", "the times in line {number} cannot be read"),
    QT_TRANSLATE_NOOP("Remarks", "there is not one subtitle in it"),
    QT_TRANSLATE_NOOP("Remarks", "two things in it have the same id"),
    QT_TRANSLATE_NOOP("Remarks", "two tracks in it have the same number"),
    QT_TRANSLATE_NOOP("Remarks", "“{place}” is missing"),
    QT_TRANSLATE_NOOP("Remarks", "“{place}” is not what it should be"),
    # Why a file was not imported: the second half of a sentence
    QT_TRANSLATE_NOOP("Remarks", "a file in it would be written outside its folder"),
    QT_TRANSLATE_NOOP("Remarks", "it cannot be read"),
    QT_TRANSLATE_NOOP("Remarks", "it holds a link instead of a file"),
    QT_TRANSLATE_NOOP("Remarks", "it holds far more files than a speech model"),
    QT_TRANSLATE_NOOP("Remarks", "it holds files that do not belong into a backup of a library"),
    QT_TRANSLATE_NOOP("Remarks", "it holds links or folders, which a backup of a library never does"),
    QT_TRANSLATE_NOOP("Remarks", "it holds more than a backup of a library does"),
    QT_TRANSLATE_NOOP("Remarks", "it holds more than one speech model; choose one of its folders"),
    QT_TRANSLATE_NOOP("Remarks", "it holds no speech model (model.bin, config.json and tokenizer.json)"),
    QT_TRANSLATE_NOOP("Remarks", "it holds too many folders; choose the one with model.bin in it"),
    QT_TRANSLATE_NOOP("Remarks", "it is damaged, or not a backup of a library"),
    QT_TRANSLATE_NOOP("Remarks", "it is encrypted"),
    QT_TRANSLATE_NOOP("Remarks", "it is larger than any speech model"),
    QT_TRANSLATE_NOOP("Remarks", "it is neither a folder nor a zip file that can be read"),
    QT_TRANSLATE_NOOP("Remarks", "it is not a backup of a library"),
    QT_TRANSLATE_NOOP("Remarks", "it is not there"),
    QT_TRANSLATE_NOOP("Remarks", "it is protected by a password"),
    QT_TRANSLATE_NOOP("Remarks", "it unpacks to more than it says"),
    QT_TRANSLATE_NOOP("Remarks", "it would grow to a size that no speech model has"),
    QT_TRANSLATE_NOOP("Remarks", "it would unpack to far more than a library is"),
    QT_TRANSLATE_NOOP("Remarks", "its manifest is far too long"),
    QT_TRANSLATE_NOOP("Remarks", "its {file} is not a Whisper speech model in CTranslate2 form"),
    QT_TRANSLATE_NOOP("Remarks", "its {file} is not the one published for “{name}”"),
    QT_TRANSLATE_NOOP("Remarks", "its {file} is a link to another place"),
    QT_TRANSLATE_NOOP("Remarks", "its {file} is damaged"),
    QT_TRANSLATE_NOOP("Remarks", "the library in it is damaged"),
    QT_TRANSLATE_NOOP("Remarks", "there is already a speech model called “{name}”; choose another name"),
    QT_TRANSLATE_NOOP("Remarks", "two files in it have the same name"),
    QT_TRANSLATE_NOOP("Remarks", "what is in it is not what was saved"),
    QT_TRANSLATE_NOOP("Remarks", "“{name}” cannot be the name of a folder on every system"),
)
_PLACE = re.compile(r"\\\{(\w+)\\\}")


def describe_remark(text: str) -> str:
    """A remark in the language of the window."""
    forms = cast("tuple[str, ...]", _FORMS)  # Qt's stubs say "object"
    if text in forms:
        return QCoreApplication.translate("Remarks", text)
    for form in forms:
        if "{" in form and (found := re.fullmatch(_PLACE.sub(r"(?P<\1>.+)", re.escape(form)), text, re.DOTALL)):
            return QCoreApplication.translate("Remarks", form).format(**found.groupdict())
    return text
