"""What the side that finds speakers answers in tests of measurements."""

from engine.bench.speaker_side import FolderAnswer
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.speakers import SpeakerTurn


def turn(start_s: float, stop_s: float, speaker: int) -> SpeakerTurn:
    """Somebody talks on the only track."""
    return SpeakerTurn(
        0, SampleIndex(round(start_s * SAMPLE_RATE_HZ)), SampleIndex(round(stop_s * SAMPLE_RATE_HZ)), speaker
    )


def answer(
    *final: SpeakerTurn, told: tuple[SpeakerTurn, ...] = (), swaps: int = 0, folder: str = "meeting"
) -> FolderAnswer:
    """Turns of two people, two of them named while it was recorded, which took 2 s of processor time."""
    return FolderAnswer(
        folder=folder,
        turns=final,
        speakers=len({each.speaker for each in final}),
        seconds=1.0,
        processor_s=1.0,
        again_s=0.0,
        again_processor_s=0.0,
        peak_bytes=0,
        told=told,
        standing=final,
        named=2,
        swaps=swaps,
        live_processor_s=2.0,
    )
