import subprocess
import sys
from pathlib import Path

import pytest

from engine.contract.places import ROOT

LOADS = """
import gc
import sys
from pathlib import Path
import psutil
from engine.contract.engine import DeviceReport
from engine.recognition.whisper_engine import WhisperEngine

held = []
for number in range(20):
    engine = WhisperEngine(model_path=Path(sys.argv[1]), device=DeviceReport("cpu", "int8", "processor"), threads=1)
    engine.close()
    del engine
    gc.collect()
    held.append(psutil.Process().memory_info().rss / 1e6)
print(round(held[4]), round(held[-1]))
"""


@pytest.mark.slow
def test_a_speech_model_that_is_loaded_again_and_again_leaves_nothing_behind(speech_models: Path):
    """Case 63: twenty times; the weights are 41 MB."""
    done = subprocess.run(
        [sys.executable, "-c", LOADS, str(speech_models / "tiny.en")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    after_five, after_twenty = map(int, done.stdout.split())
    assert after_twenty - after_five < 30, (after_five, after_twenty)
