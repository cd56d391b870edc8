"""Speakers that edits make, name and take away.

Runs on the writer thread, inside its transactions; called by ``edited_lines.py``. A better pass has speakers of its
own; an edit from before it knows them by their names.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from app.library.reading import read_speakers
from app.library.rows import clean
from app.library.transcript_tables import SegmentRow, SpeakerRow
from app.meetings.edit import Edit
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Segment, Speaker, with_speakers


class Speakers:
    """Those of one version, while an edit is carried out."""

    def __init__(self, connection: Connection, version: int) -> None:
        self._connection = connection
        self._version = version
        self._here = {speaker.id: speaker for speaker in read_speakers(connection, version)}
        self._others: dict[SpeakerId, SpeakerId | None] = {}

    def change(self, edit: Edit) -> tuple[tuple[Speaker, ...], tuple[Speaker, ...]]:
        """Make and rename those of the edit; gives them as they were and are. Those that go wait for the lines."""
        before = {speaker.id: speaker for speaker in edit.speakers_before}
        were: list[Speaker] = []
        are: list[Speaker] = []
        for speaker in edit.speakers_after:
            there = self._here.get(speaker.id) or self._named(before.get(speaker.id))
            if there is None:
                speaker = replace(speaker, number=self._free(speaker.number), name=clean(speaker.name))  # noqa: PLW2901
                self._connection.execute(
                    insert(SpeakerRow).prefix_with("OR IGNORE"),
                    {
                        "id": speaker.id,
                        "version": self._version,
                        "number": speaker.number,
                        "name": speaker.name,
                    },
                )
            else:
                were.append(there)
                speaker = replace(there, name=clean(speaker.name))  # noqa: PLW2901 - the one that is here
                self._connection.execute(update(SpeakerRow).where(SpeakerRow.id == there.id).values(name=speaker.name))
            are.append(speaker)
            self._here[speaker.id] = speaker
        kept = {speaker.id for speaker in are}
        were += [self._here[each] for each in before if each in self._here and each not in kept]
        return tuple(were), tuple(are)

    def known_in(self, line: Segment) -> Segment:
        """The line with speakers of this version alone."""
        return with_speakers(line, self._find)

    def forget_unused(self, edit: Edit) -> None:
        """Take away those that the edit takes away, unless a line has come to be theirs."""
        kept = {speaker.id for speaker in edit.speakers_after}
        for speaker in edit.speakers_before:
            if speaker.id in kept or speaker.id not in self._here:
                continue
            used = select(SegmentRow.number).where(SegmentRow.speaker_id == speaker.id).limit(1)
            if self._connection.execute(used).first() is None:
                self._connection.execute(delete(SpeakerRow).where(SpeakerRow.id == speaker.id))

    def _find(self, speaker_id: SpeakerId) -> SpeakerId | None:
        if speaker_id in self._here:
            return speaker_id
        if speaker_id not in self._others:
            row = self._connection.execute(select(SpeakerRow.name).where(SpeakerRow.id == speaker_id)).first()
            same: Sequence[SpeakerId] = [each.id for each in self._here.values() if row and each.name == row.name]
            self._others[speaker_id] = same[0] if same else None
        return self._others[speaker_id]

    def _named(self, speaker: Speaker | None) -> Speaker | None:
        return next((each for each in self._here.values() if speaker and each.name == speaker.name), None)

    def _free(self, number: int) -> int:
        taken = {speaker.number for speaker in self._here.values()}
        return number if number not in taken else max(taken) + 1
