from pathlib import Path

from app.library.opening import Circumstances
from tests.builders.library import a_job, a_meeting, open_library


def test_what_was_recognised_in_a_deleted_meeting_is_forgotten_with_its_sound(tmp_path: Path):
    """Case 98."""
    forgotten: list[str] = []
    library = open_library(tmp_path, circumstances=Circumstances(forget_speech=forgotten.append))
    meeting = a_meeting()
    library.add_import(meeting, a_job(meeting)).result()
    folder = library.meeting_folder(meeting.id)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "track-0.pcm").write_bytes(b"\1\2" * 1000)
    library.delete_meeting(meeting.id).result()
    library.close()
    assert not folder.exists()
    assert forgotten == [meeting.id]
