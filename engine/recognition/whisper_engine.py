"""The Whisper engine on this machine: weights loaded once, sessions on top.

Built in the engine process by ``engine/pipeline/engine_process.py``; the first user of the ``SpeechEngine`` contract.
"""

from pathlib import Path

from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.recognition.encoder_memory import EncoderCounts
from engine.recognition.glossary_bias import GlossaryBias
from engine.recognition.whisper_model import WhisperModel
from engine.recognition.whisper_session import WhisperSession
from engine.recognition.window_policy import share_device


class WhisperEngine:
    """See ``SpeechEngine``."""

    def __init__(self, *, model_path: Path, device: DeviceReport, threads: int) -> None:
        """Load the weights.

        Args:
            model_path: Folder of a speech model that was checked.
            device: What was proved to decode.
            threads: Processor threads it may use.
        """
        size = (model_path / "model.bin").stat().st_size
        self._share = share_device(device.device, threads=threads, model_bytes=size)
        self._device = device
        self._model = WhisperModel(
            model_path, device=device, replicas=self._share.replicas, threads=self._share.threads
        )

    @property
    def device(self) -> DeviceReport:
        """See ``SpeechEngine``."""
        return self._device

    @property
    def batch_size(self) -> int:
        """See ``SpeechEngine``."""
        return self._share.batch

    @property
    def parallel(self) -> int:
        """See ``SpeechEngine``."""
        return self._share.replicas

    def open_session(self, options: RecognitionOptions) -> WhisperSession:
        """See ``SpeechEngine``."""
        bias = GlossaryBias(model=self._model, terms=options.glossary) if options.glossary else None
        return WhisperSession(
            model=self._model, options=options, batch=self._share.batch, device=self._device.device, bias=bias
        )

    def take_encoded(self) -> EncoderCounts:
        """How often the encoder was spared, since this was asked last."""
        return self._model.memory.take()

    def close(self) -> None:
        """See ``SpeechEngine``."""
        self._model.close()
