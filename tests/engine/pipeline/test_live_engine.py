"""What live recognition runs on, and what it costs to get ready."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import probe_sound
from engine.pipeline.live_engine import warming_window
from engine.recognition.live_recogniser import LiveRecogniser
from engine.recognition.whisper_model import Decoded, Encoded, WhisperModel
from engine.recognition.window_reader import LONGEST_S, WindowReader

CPU = DeviceReport("cpu", "int8", "cpu")

MOST_TOKENS = 20
"""A second of speech holds far fewer; a loop in the longest window holds hundreds."""


class CountedWhisper(WhisperModel):
    """The weights, and what was asked of them."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, device=CPU, replicas=1, threads=1)
        self.frames: list[int] = []
        self.tokens: list[int] = []

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
        begun: Sequence[Sequence[int]] = (),
        hotwords: Sequence[str] = (),
    ) -> list[Decoded]:
        found = super().decode(
            encoded,
            language=language,
            options=options,
            timestamps=timestamps,
            forbid_repeats=forbid_repeats,
            begun=begun,
            hotwords=hotwords,
        )
        self.frames.append(encoded.output.shape[1] * 2)
        self.tokens.append(len(found[0].tokens))
        return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tiny.en", "base"])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_warming_up_decodes_one_window_and_few_words_in_it(speech_models: Path, name: str, device: str):
    """Case 85: as long as this takes, nobody goes on where a worker is lost."""
    whisper = CountedWhisper(speech_models / name)
    recogniser = LiveRecogniser(model=whisper, options=RecognitionOptions(languages=("en",)))
    window = warming_window(probe_sound(), device=device)
    recogniser.understand(window, said=(), language="en", careful=True)
    longest_s = LONGEST_S if device == "cuda" else 1.0
    assert whisper.frames == [WindowReader(model=whisper).frames_of(int(longest_s * SAMPLE_RATE_HZ))]
    assert whisper.tokens[0] <= MOST_TOKENS
    whisper.close()
