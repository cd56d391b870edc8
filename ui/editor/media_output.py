"""Plays the playback copy of a meeting through QtMultimedia. On the window's thread, made with the first meeting page.

QtMultimedia decodes on its own threads. It tells the position only every 50 to 100 ms, which is too coarse for a word
that is marked while it is spoken, so the time since is added.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QLoggingCategory, QObject, QUrl

from app.track_mix import ReadTrack
from ui.editor.playback import OutputTrouble

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QMediaPlayer

_LONGEST_GUESS_MS: Final = 200
"""Longer without word from the player, and it is stalled rather than late."""


class MediaOutput(QObject):
    """A ``SoundOutput`` on the system's default device."""

    def __init__(self, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Loading QtMultimedia takes a while and, without PipeWire, complains aloud although PulseAudio or ALSA plays.
        QLoggingCategory.setFilterRules("qt.multimedia.symbolsresolver=false")
        from PySide6 import QtMultimedia  # noqa: PLC0415 - importing this module must do nothing

        self._qt = QtMultimedia
        self._devices = QtMultimedia.QMediaDevices(self)
        self._audio = QtMultimedia.QAudioOutput(self)
        self._player = QtMultimedia.QMediaPlayer(self)
        self._player.setAudioOutput(self._audio)
        if hasattr(self._player, "setPitchCompensation"):  # since Qt 6.10
            self._player.setPitchCompensation(True)
        self._said_ms = 0
        self._since = QElapsedTimer()
        self._wanted_ms: int | None = None
        self._is_broken = False
        self._changed: Callable[[], None] | None = None
        self._player.positionChanged.connect(self._on_position)
        self._player.mediaStatusChanged.connect(self._on_status)
        self._player.errorOccurred.connect(self._on_error)
        self._devices.audioOutputsChanged.connect(self._on_devices)

    @property
    def position_ms(self) -> int:
        """Where it stands now."""
        is_playing = self._player.playbackState() is self._qt.QMediaPlayer.PlaybackState.PlayingState
        if not is_playing or not self._since.isValid():
            return self._said_ms
        since = min(self._since.elapsed(), _LONGEST_GUESS_MS)
        return self._said_ms + round(since * self._player.playbackRate())

    @property
    def has_ended(self) -> bool:
        """Whether the end was reached."""
        return self._player.mediaStatus() is self._qt.QMediaPlayer.MediaStatus.EndOfMedia

    @property
    def trouble(self) -> OutputTrouble | None:
        """Why nothing can be heard, if so."""
        if self._is_broken:
            return OutputTrouble.NOT_PLAYABLE
        return None if self._qt.QMediaDevices.audioOutputs() else OutputTrouble.NO_DEVICE

    @property
    def is_open(self) -> bool:
        """Whether the file is open, so that it can be sent to a place."""
        return self._player.mediaStatus() in (
            self._qt.QMediaPlayer.MediaStatus.LoadedMedia,
            self._qt.QMediaPlayer.MediaStatus.BufferedMedia,
            self._qt.QMediaPlayer.MediaStatus.BufferingMedia,
            self._qt.QMediaPlayer.MediaStatus.EndOfMedia,
        )

    def load(self, path: Path, *, tracks: Sequence[ReadTrack] = (), length_ms: int = 0) -> None:  # noqa: ARG002  one file has one level
        """Take a file."""
        self._is_broken = False
        self._said_ms = 0
        self._wanted_ms = None
        self._player.setSource(QUrl.fromLocalFile(str(path)))

    def unload(self) -> None:
        """Let go of the file."""
        self._player.stop()
        self._player.setSource(QUrl())
        self._said_ms = 0

    def play(self) -> None:
        """Play on."""
        self._since.start()
        self._player.play()

    def pause(self) -> None:
        """Stop there."""
        self._said_ms = self.position_ms
        self._player.pause()

    def seek(self, position_ms: int) -> None:
        """Stand somewhere else; a file that is still being opened goes there when it is."""
        self._said_ms = position_ms
        self._since.start()
        if self.is_open:
            self._player.setPosition(position_ms)
        else:
            self._wanted_ms = position_ms

    def set_rate(self, rate: float) -> None:
        """Play faster or slower."""
        self._player.setPlaybackRate(rate)

    def set_level(self, track: int, level: float) -> None:
        """One file has one level: that of the system."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Call back when the trouble may have changed."""
        self._changed = changed

    def close(self) -> None:
        """Let go of file and device."""
        self._changed = None
        self.unload()

    def _on_position(self, position_ms: int) -> None:
        if self._wanted_ms is None:
            self._said_ms = position_ms
            self._since.start()

    def _on_status(self, status: "QMediaPlayer.MediaStatus") -> None:
        is_loaded = status is self._qt.QMediaPlayer.MediaStatus.LoadedMedia
        if is_loaded and (not self._player.hasAudio() or self._player.duration() <= 0):
            self._is_broken = True  # FFmpeg takes any bytes called .flac for sound; a playback copy knows its length
            self._tell()
        if self._wanted_ms is not None and self.is_open:
            wanted, self._wanted_ms = self._wanted_ms, None
            self._player.setPosition(wanted)

    def _on_error(self, _error: "QMediaPlayer.Error", _text: str) -> None:
        self._is_broken = True
        self._tell()

    def _on_devices(self) -> None:
        self._audio.setDevice(self._qt.QMediaDevices.defaultAudioOutput())
        self._tell()

    def _tell(self) -> None:
        if self._changed is not None:
            self._changed()
