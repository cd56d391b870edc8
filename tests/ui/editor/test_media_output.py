"""QtMultimedia starts threads of its own and talks to the sound server, so it is tried in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.builders.reading import SAMPLES

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QApplication
from ui.editor.media_output import MediaOutput
from ui.editor.playback import OutputTrouble
application = QApplication([])
output = MediaOutput()
told = []
output.watch(lambda: told.append(output.trouble))
output.seek(0)
output.load(Path(sys.argv[1]))
output.set_rate(1.5)
output.seek(20_000)
clock = QElapsedTimer()
clock.start()
while clock.elapsed() < 20_000 and not output.is_open and output.trouble is not OutputTrouble.NOT_PLAYABLE:
    application.processEvents()
print(output.is_open, output.position_ms, output.trouble is OutputTrouble.NOT_PLAYABLE, output.has_ended)
output.close()
"""


def play(path: Path) -> str:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_real_file_opens_and_stands_where_it_was_sent() -> None:
    assert play(SAMPLES / "lecture.flac") == "True 20000 False False"


def test_a_file_that_is_no_sound_is_not_playable(tmp_path: Path) -> None:
    broken = tmp_path / "broken.flac"
    broken.write_bytes(b"nothing of the kind" * 100)
    assert play(broken).split()[2] == "True"
