"""A media file becomes the application's own sound: once, packet by packet, in constant memory.

``decode_media`` runs in the engine process on the thread of the job; ``inspect_media`` and ``fingerprint``
on a background thread of whoever asks. One pass over the packets writes the 16 kHz samples and the playback
copy (``sound_writer``). A packet that cannot be decoded costs only itself: silence of the same length takes
its place and a gap says so (``lost_packets``, ``presentation_clock``). Headers are hints, never truth.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import av.audio
import av.stream
from av.error import FFmpegError

from engine.capture.fingerprint import fingerprint
from engine.capture.frame_writer import FrameWriter
from engine.capture.lost_packets import LostPackets
from engine.capture.media_container import OpenMedia, open_media
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.capture.sound_writer import SoundWriter, disk_full_reported
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.channel import Channel
from engine.contract.errors import DiskFull, MediaNotReadable, NoAudioFound
from engine.contract.segments import GapReason, RecognisedGap

__all__ = ["AudioStream", "DecodedMedia", "MediaInfo", "decode_media", "fingerprint", "inspect_media"]

_RATES_HZ = range(1000, 6_000_001)
"""Outside these a header lies, and believing it would fill the disk."""
_LEAST_BYTES_PER_S = 100
_LONGEST_PAUSE_S = 3600.0
"""No recording packs more time than this into its bytes, a muted hour included."""
_LONGEST_CLAIM_S = 100 * 3600.0
"""A header that claims more is not worth repeating."""
_DEMUX_FAILURES = 200
_REPORT_EVERY_S = 0.1
_NEAR_S = 0.1
"""Gaps closer than this are one gap."""
_CLEAN_HOLE_S = 2.0
"""A shorter stretch without packets is a pause in sending (a muted microphone), no gap."""
_START_LIMIT_US = 60_000_000
_STARTS_AT_ZERO = {"mov", "matroska", "ogg", "avi"}
"""Containers whose own timeline begins at 0: a later first sound has silence in front."""
_KEEPS_TIME = {"mov", "matroska", "flv", "asf", "avi"}
"""Containers that carry a time for each packet, so that a hole without errors was recorded like that."""
_KNOWS_LENGTH = {"mov", "matroska", "flac", "w64", "asf", "aiff", "caf"}


@dataclass(frozen=True, slots=True)
class AudioStream:
    """One sound track of a container."""

    number: int
    """Its number among all streams of the container, as ``decode_media`` takes it."""
    language: str
    """As the file says it, usually three letters; empty if it does not."""
    title: str
    channels: int
    rate_hz: int
    is_default: bool
    """The one that is taken when nobody chooses; exactly one has it."""
    has_two_sides: bool = False
    """Left and right hold different sound, as far as somebody listened: see ``channel_likeness``."""


@dataclass(frozen=True, slots=True)
class MediaInfo:
    """What a file says of itself."""

    name: str
    streams: tuple[AudioStream, ...]
    expected_s: float | None
    """What the header claims. A hint for a first impression, never the length."""


def inspect_media(path: Path) -> MediaInfo:
    """Look at a file without decoding it.

    Raises:
        MediaError: one of its kinds; a file without sound is ``NoAudioFound``.
    """
    with open_media(path) as media:
        default = _choose_stream(media, None)
        streams = tuple(_describe(stream, is_default=stream is default) for stream in media.container.streams.audio)
        expected_s = (media.container.duration or 0) / av.time_base
        return MediaInfo(media.name, streams, expected_s if 0 < expected_s < _LONGEST_CLAIM_S else None)


def decode_media(
    path: Path,
    into: SoundFolder,
    *,
    audio_stream: int | None,
    cancellation: Cancellation,
    on_progress: Callable[[int, int], None],
    track: int = 0,
    channel: Channel = Channel.MIX,
) -> DecodedMedia:
    """Decode one audio stream into a track of the sound folder, replacing what is there.

    ``on_progress`` hears (samples done, samples in all as far as one can tell), on this thread. With a ``channel``
    the others are heard in the playback copy alone.

    Raises:
        MediaError: one of its kinds. Nothing is left in the folder.
        DiskFull: there is no room left. Nothing is left in the folder.
        Cancelled: stopping was requested. Nothing is left in the folder.
    """
    with open_media(path, cancellation) as media:
        stream = _choose_stream(media, audio_stream)
        for other in media.container.streams:
            if other.index != stream.index:
                other.discard = av.stream.Discard.all
        decoding = _Decoding(
            media, stream, into, track=track, channel=channel, cancellation=cancellation, on_progress=on_progress
        )
        decoded = decoding.run()
    try:
        with disk_full_reported(into.path):
            into.write_marker(track, decoded)
    except DiskFull:
        into.clear(track)
        raise
    return decoded


class _Decoding:
    """One pass over the packets of one stream."""

    def __init__(
        self,
        media: OpenMedia,
        stream: av.audio.AudioStream,
        into: SoundFolder,
        *,
        track: int,
        channel: Channel,
        cancellation: Cancellation,
        on_progress: Callable[[int, int], None],
    ) -> None:
        self._channel = channel
        self._media = media
        self._stream = stream
        self._into = into
        self._track = track
        self._cancellation = cancellation
        self._on_progress = on_progress
        self._kind = media.container.format.name.split(",")[0]
        self._lost = LostPackets(media.file, container=self._kind)
        self._output: FrameWriter | None = None
        self._gaps: list[RecognisedGap] = []
        self._damaged_parts = 0
        self._lost_samples = 0
        self._last_error: FFmpegError | None = None
        self._fraction = 0.0
        self._next_report = 0.0
        self._first_packet_at: int | None = None
        self._read_to = 0

    def run(self) -> DecodedMedia:
        """Decode to the end. What was begun is removed when this raises."""
        try:
            for packet in self._packets():
                self._decode(packet)
            self._cancellation.check()
            if self._media.file.trouble is not None:
                raise MediaNotReadable(self._media.name, detail=str(self._media.file.trouble))
            output = self._output
            if output is None or output.clock.position == 0:
                if self._last_error is not None:
                    raise MediaNotReadable(self._media.name, detail=str(self._last_error))
                raise NoAudioFound(self._media.name)
            self._end_with_damage(output)
            length = output.finish()
            self._on_progress(length, length)
            return DecodedMedia(length, tuple(self._gaps), self._notes(output, length))
        finally:
            if self._output is not None:
                self._output.close()

    def _packets(self) -> Iterator["av.Packet[av.audio.AudioStream]"]:
        """The packets, going on behind places where the container itself is broken."""
        failures = 0
        while failures < _DEMUX_FAILURES:
            try:
                for packet in self._media.container.demux(self._stream):
                    self._cancellation.check()
                    yield packet
            except FFmpegError as error:
                # Raised by reading only: the decoding of a packet catches its own.
                self._last_error = error
                self._lost.note_unknown()
                failures += 1
            except IndexError:
                # PyAV 18 stumbles over a stream that appeared while reading (FLV, MPEG-TS), after the last packet.
                return
            else:
                return

    def _decode(self, packet: "av.Packet[av.audio.AudioStream]") -> None:
        try:
            frames = packet.decode()
        except FFmpegError as error:
            self._last_error = error
            self._lost.note_failed(packet)
            return
        if packet.pos is not None:
            if self._first_packet_at is None:
                self._first_packet_at = packet.pos
            self._read_to = max(self._read_to, packet.pos + packet.size)
        if packet.is_corrupt and self._kind == "mpegts":
            self._lost.note_unknown()  # a piece of the broadcast is missing; elsewhere it marks a short last packet
        for frame in frames:
            if not frame.samples:
                continue
            try:
                self._place(frame, packet)
            except FFmpegError as error:  # a rotten header made a format that nothing converts
                self._last_error = error
                self._lost.note_failed(packet)
                return
        self._lost.note_decoded(packet)
        self._report()

    def _place(self, frame: av.AudioFrame, packet: "av.Packet[av.audio.AudioStream]") -> None:
        output = self._output
        if output is None:
            output = self._output = self._begin(frame)
        at = None if frame.pts is None else output.index_of(frame.pts)
        is_after_damage = self._lost.is_pending
        lost = self._lost.length_before(packet, position=output.clock.position, rate_hz=output.rate_hz)
        had_begun = output.clock.position > 0
        placement = output.put(frame, at, is_after_damage=is_after_damage, lost=lost)
        if is_after_damage:
            self._damaged_parts += 1
        if placement.is_hole or (is_after_damage and not had_begun and placement.silence):
            self._note_hole(output, placement.silence, packet, length=frame.samples - placement.trim)

    def _begin(self, frame: av.AudioFrame) -> FrameWriter:
        if frame.sample_rate not in _RATES_HZ:
            raise MediaNotReadable(self._media.name, detail=f"sample rate {frame.sample_rate}")
        time_base = frame.time_base or self._stream.time_base or Fraction(1, frame.sample_rate)
        writer = SoundWriter(
            self._into, track=self._track, rate_hz=frame.sample_rate, channels=frame.layout.nb_channels
        )
        return FrameWriter(
            frame,
            writer,
            time_base=time_base,
            start_us=self._start_us(frame, time_base),
            limit_s=self._limit_s(),
            cancellation=self._cancellation,
            channel=self._channel,
        )

    def _limit_s(self) -> float:
        """A time beyond which no time stamp is believed: a rotten one may ask for days of silence."""
        limit_s = self._media.file.size / _LEAST_BYTES_PER_S + _LONGEST_PAUSE_S
        duration = self._media.container.duration
        if duration and duration > 0:
            limit_s = min(limit_s, duration / av.time_base * 1.1 + 60)
        return limit_s

    def _start_us(self, frame: av.AudioFrame, time_base: Fraction) -> Fraction:
        """The presentation time that becomes sample 0, in microseconds."""
        # The stub knows no None here; FFmpeg does.
        start = cast("int | None", self._media.container.start_time)
        first = Fraction((frame.pts or 0) * 1_000_000) * time_base
        if start is None:
            return first
        if self._kind in _STARTS_AT_ZERO and 0 <= start <= _START_LIMIT_US:
            return Fraction(0)
        return min(Fraction(start), first)

    def _note_hole(
        self, output: FrameWriter, silence: int, packet: "av.Packet[av.audio.AudioStream]", *, length: int
    ) -> None:
        stop = output.clock.position - length
        is_clean = self._kind in _KEEPS_TIME and not self._lost.has_skipped_bytes(packet, self._is_only_stream())
        if self._lost.is_pending or not is_clean:
            reason = GapReason.DAMAGED_MEDIA
            self._lost_samples += silence
            if not self._lost.is_pending:
                self._damaged_parts += 1
        elif silence >= output.rate_hz * _CLEAN_HOLE_S:
            reason = GapReason.SOURCE_LOST
        else:
            return
        self._add_gap(output.to_index(stop - silence), output.to_index(stop), reason)

    def _add_gap(self, start: SampleIndex, stop: SampleIndex, reason: GapReason) -> None:
        if stop <= start:
            return
        if self._gaps:
            last = self._gaps[-1]
            if last.reason is reason and start - last.stop < SAMPLE_RATE_HZ * _NEAR_S:
                self._gaps[-1] = RecognisedGap(self._track, last.start, stop, reason)
                return
        self._gaps.append(RecognisedGap(self._track, start, stop, reason))

    def _end_with_damage(self, output: FrameWriter) -> None:
        """Packets at the end that could not be decoded are silence too, if they held more than a tag."""
        lost = self._lost.length_at_end(self._media.file.size, rate_hz=output.rate_hz)
        if lost < output.rate_hz * _NEAR_S:
            return
        start = output.clock.position
        output.put_silence(lost)
        self._damaged_parts += 1
        self._lost_samples += lost
        self._add_gap(output.to_index(start), output.to_index(start + lost), GapReason.DAMAGED_MEDIA)

    def _notes(self, output: FrameWriter, length: SampleIndex) -> tuple[str, ...]:
        notes = list(output.mix.notes())
        if self._damaged_parts:
            parts = "1 damaged part" if self._damaged_parts == 1 else f"{self._damaged_parts} damaged parts"
            notes.append(f"{parts}, {self._lost_samples / output.rate_hz:.1f} s lost.")
        got, promised = length / SAMPLE_RATE_HZ, self._promised_s()
        if promised is not None and promised < _LONGEST_CLAIM_S and promised - got > max(1.0, promised * 0.02):
            notes.append(f"The recording breaks off: {got:.0f} s of {promised:.0f} s are there.")
        if self._media.riff is not None and self._media.riff.is_header_short:
            notes.append("The header gives a wrong size; everything in the file was read.")
        elif self._is_only_stream() and (self._kind == "ogg" or self._stream.codec_context.name.startswith("pcm_")):
            unread = self._media.file.size - self._read_to
            if unread > max(1 << 16 if self._kind != "ogg" else 1 << 13, self._media.file.size // 20):
                notes.append(f"{unread / 1e6:.2f} MB at the end of the file could not be read as sound.")
        return tuple(notes)

    def _promised_s(self) -> float | None:
        """The length the file claims, where such a claim is written by counting and not by guessing."""
        if self._media.riff is not None:
            return self._media.riff.promised_s
        knows = self._kind in _KNOWS_LENGTH or (self._kind == "mp3" and self._has_frame_count())
        if knows and self._stream.duration is not None and self._stream.time_base is not None:
            return float(self._stream.duration * self._stream.time_base)
        duration = self._media.container.duration
        return duration / av.time_base if knows and duration and self._is_only_stream() else None

    def _has_frame_count(self) -> bool:
        """Whether an MP3 begins with the frame in which encoders note the number of frames."""
        at = self._first_packet_at
        if at is None:
            return False
        before = self._media.file.peek(max(0, at - 2000), min(at, 2000))
        return b"Xing" in before or b"Info" in before or b"VBRI" in before

    def _is_only_stream(self) -> bool:
        return len(self._media.container.streams) == 1

    def _report(self) -> None:
        now = time.monotonic()
        if self._output is None or now < self._next_report:
            return
        self._next_report = now + _REPORT_EVERY_S
        done = self._output.to_index(self._output.clock.position)
        # By bytes, not by the header's length, which may be a guess.
        self._fraction = max(self._fraction, min(1.0, self._read_to / max(1, self._media.file.size)))
        total = round(done / self._fraction) if self._fraction > 0 else 0
        self._on_progress(done, max(done, total))


def _choose_stream(media: OpenMedia, number: int | None) -> av.audio.AudioStream:
    streams = [stream for stream in media.container.streams.audio if number is None or stream.index == number]
    if not streams:
        raise NoAudioFound(media.name)

    def standing(stream: av.audio.AudioStream) -> tuple[bool, bool]:
        spoken_aside = av.stream.Disposition.comment | av.stream.Disposition.visual_impaired
        return bool(stream.disposition & av.stream.Disposition.default), not stream.disposition & spoken_aside

    chosen = max(streams, key=standing)  # the first of equals
    # The stub knows no None here: PyAV gives it when this FFmpeg has no decoder.
    if cast("object | None", chosen.codec_context) is None:
        raise MediaNotReadable(media.name, detail="no decoder for its sound")
    return chosen


def _describe(stream: av.audio.AudioStream, *, is_default: bool) -> AudioStream:
    has_decoder = cast("object | None", stream.codec_context) is not None
    return AudioStream(
        number=stream.index,
        language=_clean(stream.metadata.get("language", "")).replace("und", ""),
        title=_clean(stream.metadata.get("title", "")),
        channels=stream.channels if has_decoder else 0,
        rate_hz=stream.sample_rate if has_decoder else 0,
        is_default=is_default,
    )


def _clean(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable()).strip()
