"""What was worked out elsewhere is done as it is, unless the transcript has changed meanwhile."""

from dataclasses import replace

from app.editing.document import Document
from app.editing.prepared_command import prepare
from app.editing.speaking import MergeSpeakers
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Speaker
from tests.builders.reading import a_line, a_transcript

ADA, BEN = Speaker(SpeakerId("ada"), 1, "Ada"), Speaker(SpeakerId("ben"), 2, "Ben")
MERGE = MergeSpeakers(BEN.id, ADA.id)


def a_document() -> Document:
    lines = [replace(a_line(number), speaker_id=(ADA, BEN)[number % 2].id) for number in range(6)]
    return Document(replace(a_transcript(*lines), speakers=(ADA, BEN)))


def test_what_was_prepared_is_done_as_it_is() -> None:
    document = a_document()
    prepared = prepare(MERGE, document.transcript)
    edit = prepared.apply(document)
    assert edit is prepared.edit
    assert edit is not None
    document.apply(edit)
    assert {line.speaker_id for line in document} == {ADA.id}
    assert document.speakers == (ADA,)


def test_a_line_that_changed_or_came_meanwhile_is_looked_at_again() -> None:
    for number in (1, 7):  # one that is there, and one that is new
        document = a_document()
        prepared = prepare(MERGE, document.transcript)
        document.put([replace(a_line(number, "meanwhile"), speaker_id=BEN.id)])
        edit = prepared.apply(document)
        assert edit is not None
        assert "meanwhile" in [line.text for line in edit.after]
        document.apply(edit)
        assert {line.speaker_id for line in document} == {ADA.id}
