"""Whether left and right of a file hold two different conversations, of which a person may want only one.

Two languages beside each other, or a lecture and a telephone: mixed, neither is understood. A stereo recording of one
room is alike in both channels, but for a moment's delay; so is an interview whose microphones hear both people. A few
seconds here and there are heard, not the whole file. Called on a background thread before a file is imported.
"""

from collections.abc import Iterator
from pathlib import Path

import av
import av.audio
import numpy as np
from av.error import FFmpegError
from numpy.typing import NDArray

from engine.capture.media_container import OpenMedia, open_media
from engine.contract.errors import MediaError

_RATE_HZ = 8000
_BLOCK = _RATE_HZ // 10
_LAG = 12
"""Samples, 1.5 ms: the way from one microphone of a pair to the other is no longer."""
_ALIKE = 0.3
"""Correlation from which a block counts as the same sound."""
_AUDIBLE_POWER = 1e-8
_FAINT_SHARE = 1e-3
"""A channel with less of the other one's power (-30 dB) is no second conversation."""
_APART_SHARE = 0.6
_FEWEST_BLOCKS = 10
_PLACES = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8)
_HEARD_S = 3.0


def has_two_sides(path: Path) -> bool:
    """Whether the only sound track of a file has two channels that say different things. A doubt is a no."""
    try:
        with open_media(path) as media:
            streams = media.container.streams.audio
            if len(streams) != 1 or streams[0].channels != 2:
                return False
            return are_apart(np.concatenate([np.zeros((2, 0), np.float32), *_heard(media, streams[0])], axis=1))
    except (MediaError, FFmpegError, IndexError):  # the last: see ``media_file``
        return False


def are_apart(sound: NDArray[np.float32]) -> bool:
    """Whether two channels at 8 kHz, shape ``(2, n)``, are not the same sound for most of what can be heard."""
    steps = np.diff(sound.astype(np.float64), axis=1)  # hum and offsets say nothing of voices
    powers = (steps**2).mean(axis=1) if steps.shape[1] else np.zeros(2)
    if powers.max() <= _AUDIBLE_POWER or powers.min() < powers.max() * _FAINT_SHARE:
        return False
    likeness: list[float] = []
    for at in range(0, steps.shape[1] - _BLOCK + 1, _BLOCK):
        left, right = steps[:, at : at + _BLOCK]
        if max(float(left @ left), float(right @ right)) / _BLOCK > _AUDIBLE_POWER:
            likeness.append(_likeness(left, right))
    apart = sum(each < _ALIKE for each in likeness)
    return len(likeness) >= _FEWEST_BLOCKS and apart >= len(likeness) * _APART_SHARE


def _likeness(left: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """The largest correlation at any small delay, an inverted channel included."""
    scale = float(np.sqrt((left @ left) * (right @ right)))
    if scale == 0:
        return 0.0
    inner = left[_LAG:-_LAG]
    found = [abs(float(inner @ right[lag : lag + len(inner)])) for lag in range(2 * _LAG + 1)]
    return max(found) / scale


def _heard(media: OpenMedia, stream: av.audio.AudioStream) -> Iterator[NDArray[np.float32]]:
    """A few seconds from several places; only the first where the file does not let itself be searched."""
    length = media.container.duration or 0
    for place in _PLACES:
        try:
            if length > 0:
                media.container.seek(round(length * place))
            yield from _seconds(media, stream)
        except FFmpegError:
            continue
        if length <= 0:
            return


def _seconds(media: OpenMedia, stream: av.audio.AudioStream) -> Iterator[NDArray[np.float32]]:
    narrow = av.AudioResampler(format="fltp", layout="stereo", rate=_RATE_HZ)
    wanted = _HEARD_S * _RATE_HZ
    for frame in media.container.decode(stream):
        frame.pts = None
        for one in narrow.resample(frame):
            yield one.to_ndarray().astype(np.float32)
            wanted -= one.samples
        if wanted <= 0:
            return
