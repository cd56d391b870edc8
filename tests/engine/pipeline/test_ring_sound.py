import os

import numpy as np

from engine.capture.ring_buffer import RingReader, RingWriter
from engine.contract.audio import FRAME_SAMPLES, Samples
from engine.pipeline.ring_sound import RingSound


def saved(start: int, stop: int) -> Samples:
    return np.full(stop - start, 0.5, np.float32)


def test_sound_comes_from_the_ring_and_what_it_no_longer_holds_from_the_file():
    name = f"test-ring-sound-{os.getpid()}"
    writer = RingWriter.create(name, seconds=1)
    reader = RingReader.attach(name)
    try:
        sound = RingSound(reader, read_saved=saved)
        writer.write(np.full(FRAME_SAMPLES, 8192, np.int16))
        assert sound.written == FRAME_SAMPLES
        assert sound.read(0, FRAME_SAMPLES).tolist() == [0.25] * FRAME_SAMPLES
        for _ in range(100):
            writer.write(np.full(FRAME_SAMPLES, 8192, np.int16))
        assert sound.read(0, FRAME_SAMPLES).tolist() == [0.5] * FRAME_SAMPLES
        assert not sound.is_ended
        writer.close()
        assert sound.is_ended
    finally:
        reader.close()
        writer.close()
