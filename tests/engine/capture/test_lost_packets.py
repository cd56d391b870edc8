"""Tests of counting what is missing, in numbers alone."""

from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from engine.capture.lost_packets import LostPackets

RATE_HZ = 48_000
FRAME = 1152


@dataclass
class Packet:
    pos: int | None
    content: bytes
    duration: int | None = FRAME
    time_base: Fraction = Fraction(1, RATE_HZ)

    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.content)

    def __bytes__(self) -> bytes:
        return self.content


class File:
    def __init__(self, content: bytes) -> None:
        self.content = content

    def peek(self, at: int, count: int) -> bytes:
        return self.content[at : at + count]


def frame(number: int) -> bytes:
    return b"\xff\xfb" + bytes([number + 1, 255 - number] * 72)


CONTENT = b"".join(frame(number) for number in range(100))
SIZE = len(frame(0))


def packet(number: int) -> Packet:
    return Packet(number * SIZE, frame(number))


def after(frames: int, content: bytes = CONTENT, *, container: str = "mp3") -> LostPackets:
    lost = LostPackets(File(content), container=container)
    for number in range(frames):
        assert lost.length_before(packet(number), position=number * FRAME, rate_hz=RATE_HZ) is None
        lost.note_decoded(packet(number))
    return lost


def test_the_bytes_of_a_bare_stream_tell_how_long_the_damage_was() -> None:
    """Case 34."""
    lost = after(10)
    lost.note_failed(Packet(10 * SIZE, CONTENT[10 * SIZE : 30 * SIZE]))
    assert lost.is_pending
    assert lost.length_before(packet(30), position=10 * FRAME, rate_hz=RATE_HZ) == 20 * FRAME
    lost.note_decoded(packet(30))
    assert not lost.is_pending


def test_bytes_the_reader_skipped_count_as_well() -> None:
    lost = after(10)
    lost.note_failed(packet(10))
    counted_too_low = Packet(12 * SIZE, frame(50))
    assert lost.length_before(counted_too_low, position=10 * FRAME, rate_hz=RATE_HZ) == 40 * FRAME
    lost.note_decoded(counted_too_low)
    assert lost.length_before(Packet(13 * SIZE, frame(51)), position=51 * FRAME, rate_hz=RATE_HZ) is None


def test_a_tag_between_two_joined_files_is_no_damage() -> None:
    content = CONTENT[: 10 * SIZE] + b"ID3" + bytes(10 * SIZE - 3) + CONTENT[20 * SIZE :]
    assert after(10, content).length_before(packet(20), position=10 * FRAME, rate_hz=RATE_HZ) == 0


def test_a_container_with_times_is_left_to_its_times() -> None:
    lost = after(10, container="matroska")
    lost.note_failed(packet(10))
    assert lost.length_before(packet(11), position=10 * FRAME, rate_hz=RATE_HZ) is None


@pytest.mark.parametrize(
    ("header", "sample"),
    [
        (bytes([0xFF, 0xF8, 0, 0, 0x05]), 5 * FRAME),
        (bytes([0xFF, 0xF8, 0, 0, 0xC4, 0x81]), 0x101 * FRAME),
        (bytes([0xFF, 0xF8, 0, 0, 0xE1, 0x80, 0x80]), 0x1000 * FRAME),
        (bytes([0xFF, 0xF9, 0, 0, 0xE1, 0x80, 0x80]), 0x1000),
    ],
)
def test_a_flac_frame_says_its_own_number(header: bytes, sample: int) -> None:
    lost = after(2, container="flac")
    lost.note_failed(packet(2))
    found = lost.length_before(Packet(5 * SIZE, header.ljust(SIZE, b"\1")), position=2 * FRAME, rate_hz=RATE_HZ)
    assert found == max(0, sample - 2 * FRAME)


def test_padding_and_tags_at_the_end_are_no_loss() -> None:
    for trailer in (bytes(5000), b"TAG" + bytes(125), b"APETAGEX" + bytes(range(250)) * 4):
        lost = after(100, CONTENT + trailer)
        lost.note_failed(Packet(100 * SIZE, trailer))
        assert lost.length_at_end(len(CONTENT + trailer), rate_hz=RATE_HZ) == 0


def test_a_rotten_end_is_a_loss() -> None:
    lost = after(60)
    lost.note_failed(Packet(60 * SIZE, CONTENT[60 * SIZE :]))
    assert lost.length_at_end(len(CONTENT), rate_hz=RATE_HZ) == pytest.approx(40 * FRAME, abs=1)


def test_nothing_failed_is_nothing_lost() -> None:
    assert after(10).length_at_end(len(CONTENT), rate_hz=RATE_HZ) == 0
