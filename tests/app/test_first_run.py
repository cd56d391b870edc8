"""The first start suggests a speech model that this computer keeps up with."""

from dataclasses import dataclass

import pytest

from app.first_run import Machine, look, suggested_model

GIB = 1 << 30


@dataclass(frozen=True)
class Device:
    is_usable: bool | None


@pytest.mark.parametrize(
    ("machine", "model"),
    [
        (Machine(has_card=False, processors=2, memory_bytes=4 * GIB), "base"),
        (Machine(has_card=False, processors=2, memory_bytes=24 * GIB), "base"),
        (Machine(has_card=False, processors=16, memory_bytes=4 * GIB), "base"),
        (Machine(has_card=False, processors=8, memory_bytes=16 * GIB), "small"),
        (Machine(has_card=True, processors=4, memory_bytes=8 * GIB), "large-v3-turbo"),
    ],
)
def test_more_is_suggested_only_where_the_computer_keeps_up(machine: Machine, model: str) -> None:
    assert suggested_model(machine) == model


def test_a_card_counts_only_when_it_decoded_speech() -> None:
    processor = Device(is_usable=True)
    assert not look(lambda: (Device(is_usable=None), processor)).has_card
    assert not look(lambda: (Device(is_usable=False), processor)).has_card
    assert look(lambda: (Device(is_usable=True), processor)).has_card
    assert look(lambda: (processor,)).memory_bytes > 0
