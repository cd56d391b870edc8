"""From several channels to one, without losing a voice that only one of them carries.

A plain mean halves a voice that lies in one channel, silences it where the second channel is wired the
wrong way round, and leaves a fifth of it in a film's centre channel. So each block of two seconds is
looked at before it is mixed: channels that run against the loudest are turned around, and the mean is
raised until it is as loud as the loudest channel. The decision needs one block, not the whole file, so
memory does not grow with length; a change of mind fades over 50 ms.

Where the two channels hold two conversations a person may choose one of them, and then nothing is mixed.

Used by ``media_file`` on the decoding thread. Pure numbers: no files and no clock.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import Samples
from engine.contract.channel import Channel

_BLOCK_S = 2.0
_FADE_S = 0.05
_AGAINST = -0.5
"""Correlation with the loudest channel below which a channel is turned around ..."""
_ALONG = 0.3
"""... and above which it is turned back; in between nothing changes."""
_AUDIBLE_POWER = 1e-10
"""Mean square of the differenced signal below which a block says nothing about the channels."""
_SILENT_SHARE = 1e-5
"""A channel with less than this share of the loudest one's power (-50 dB) counts as silent."""
_CEILING = 0.999
_NUMBERS = {Channel.MIX: 0, Channel.LEFT: 0, Channel.RIGHT: 1}


class ChannelMix:
    """Mixes one file's channels down, block by block."""

    def __init__(
        self, *, channels: int, rate_hz: int, left_out: Sequence[int] = (), chosen: Channel = Channel.MIX
    ) -> None:
        """``left_out`` are channels that never carry a voice, such as the subwoofer's."""
        self._channels = channels
        self._chosen = chosen if channels > 1 else Channel.MIX
        self._block = max(1, round(rate_hz * _BLOCK_S))
        self._fade = max(1, round(rate_hz * _FADE_S))
        self._used = np.array([0.0 if number in left_out else 1.0 for number in range(channels)])
        if not self._used.any():
            self._used[:] = 1.0
        self._signs = np.ones(channels)
        self._gain = 1.0
        self._weights: NDArray[np.float64] | None = None
        self._powers = np.zeros(channels)
        self._audible_blocks = 0
        self._turned_blocks = 0

    def mix(self, sound: NDArray[np.float32]) -> Samples:
        """One channel out of ``(channels, n)``."""
        if self._channels == 1 or self._chosen is not Channel.MIX:
            return sound[_NUMBERS[self._chosen]]
        blocks = [sound[:, at : at + self._block] for at in range(0, sound.shape[1], self._block)]
        return np.concatenate([self._mix_block(block) for block in blocks]) if blocks else sound[0]

    def notes(self) -> tuple[str, ...]:
        """What a person should know about the channels, after the whole file was mixed."""
        if self._chosen is not Channel.MIX:
            return (f"Only the {self._chosen} channel was understood, as it was chosen.",)
        if self._channels == 1 or not self._powers.any():
            return ()
        found: list[str] = []
        silent = [number for number, power in enumerate(self._powers) if power < self._powers.max() * _SILENT_SHARE]
        if self._channels == 2 and silent:
            dead, live = ("left", "right") if silent == [0] else ("right", "left")
            found.append(f"The {dead} channel is silent; the {live} one was used.")
        elif silent:
            found.append(f"{len(silent)} of {self._channels} channels are silent; the others were used.")
        if self._turned_blocks * 2 > self._audible_blocks:
            found.append("The channels run against each other (one is inverted); this was corrected.")
        return tuple(found)

    def _mix_block(self, block: NDArray[np.float32]) -> Samples:
        before = self._weights
        self._listen(block)
        after = self._mean() * self._gain
        mixed = after.astype(np.float32) @ block
        peak = float(np.abs(mixed).max(initial=0.0))
        if peak > _CEILING and self._gain > 1.0:
            self._gain = max(1.0, self._gain * _CEILING / peak)
            after = self._mean() * self._gain
            mixed = after.astype(np.float32) @ block
        if before is not None and not np.allclose(before, after):
            length = min(self._fade, block.shape[1])
            ramp = np.linspace(0.0, 1.0, length, endpoint=False, dtype=np.float32)
            old = before.astype(np.float32) @ block[:, :length]
            mixed[:length] = old + (mixed[:length] - old) * ramp
        self._weights = after
        return mixed

    def _mean(self) -> NDArray[np.float64]:
        return self._signs * self._used / self._used.sum()

    def _listen(self, block: NDArray[np.float32]) -> None:
        """Decide signs and gain. The difference of neighbours hides hum and offsets, which say nothing of voices."""
        if block.shape[1] < 2:
            return
        steps = np.diff(block, axis=1)
        together = (steps @ steps.T).astype(np.float64) / steps.shape[1]
        powers = np.diag(together) * self._used
        loudest = int(powers.argmax())
        if powers[loudest] < _AUDIBLE_POWER:
            return
        self._powers += np.diag(together) * steps.shape[1]
        turned = self._turn(together, powers, loudest)
        mean = self._mean()
        mixed_power = max(float(mean @ together @ mean), powers[loudest] / self._used.sum() ** 2)
        wanted = max(1.0, float(np.sqrt(powers[loudest] / mixed_power)))
        is_first = self._audible_blocks == 0
        self._gain = wanted if turned or is_first else float(np.sqrt(self._gain * wanted))
        self._audible_blocks += 1
        self._turned_blocks += bool((self._signs < 0).any())

    def _turn(self, together: NDArray[np.float64], powers: NDArray[np.float64], loudest: int) -> bool:
        scale = np.sqrt(np.maximum(powers, 1e-30) * powers[loudest])
        along = together[loudest] / scale
        relative = self._signs * self._signs[loudest]
        relative = np.where(along < _AGAINST, -1.0, np.where(along > _ALONG, 1.0, relative))
        relative[powers < powers[loudest] * _SILENT_SHARE] = 1.0
        signs = relative if relative @ self._signs >= 0 else -relative
        changed = not np.array_equal(signs, self._signs)
        self._signs = signs
        return changed
