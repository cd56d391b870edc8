"""Readers who hum, known again by a fake encoder."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from engine.bench.voice_memory import VoiceTrials, draw_curves, hear_readers
from tests.builders.heard import Talk, sound_of
from tests.fakes.fake_voices import FakeEncoder


def test_own_words_are_like_the_voice_and_those_of_others_are_not():
    readers = {f"reader {voice}": [sound_of([Talk(0, 16.5, voice)], 16.5)] for voice in range(3)}
    told: list[str] = []
    trials = hear_readers(readers, FakeEncoder(), trial_s=3, tell=told.append)
    assert len(trials.own) == 3 * 2
    assert len(trials.others) == 3 * 2 * 2
    assert trials.own.min() > 0.8
    assert trials.others.max() < 0.3
    assert len(told) == 3


def test_who_says_too_little_to_be_tried_is_left_out():
    readers = {"short": [sound_of([Talk(0, 11, 0)], 11)], "long": [sound_of([Talk(0, 14, 1)], 14)]}
    assert len(hear_readers(readers, FakeEncoder(), trial_s=3, tell=lambda _: None).own) == 1


def test_a_threshold_accepts_and_rejects_in_percent():
    trials = VoiceTrials(np.array([0.9, 0.7, 0.5, 0.3], np.float32), np.array([0.4, 0.1], np.float32))
    point = trials.at(0.35)
    assert (point.accepted, point.rejected) == (50.0, 25.0)
    curve = trials.curve()
    assert [each.accepted for each in curve] == sorted((each.accepted for each in curve), reverse=True)
    assert [each.rejected for each in curve] == sorted(each.rejected for each in curve)


def test_the_picture_is_a_picture():
    trials = VoiceTrials(np.array([0.9], np.float32), np.array([0.1], np.float32))
    root = ElementTree.fromstring(draw_curves({"3 s": trials.curve()}, chosen=0.45))
    assert root.tag.endswith("svg")
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2


@pytest.mark.parametrize("threshold", [-0.2, 0.95])
def test_the_curve_reaches_from_everything_to_nothing(threshold: float):
    trials = VoiceTrials(np.array([0.9], np.float32), np.array([0.1], np.float32))
    assert any(point.threshold == pytest.approx(threshold) for point in trials.curve())
