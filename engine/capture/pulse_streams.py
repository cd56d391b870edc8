"""To which source of PulseAudio or PipeWire a stream of ours is connected: the server moves streams without a word.

``soundcard`` asks neither for that nor can it keep a stream from being moved; its connection serves for both. What we
declare of libpulse's structures is only their beginning, which has not changed since its first version.
"""

import functools
import time
from typing import Any

from engine.capture.computer_sound import load_soundcard
from engine.capture.pulse_sources import SIGN

_ANSWER_S = 1.0
"""A server that takes longer to answer does not answer."""

_DECLARATIONS = """
typedef struct { int format; uint32_t rate; uint8_t channels; } pa_sample_spec;
typedef struct { uint8_t channels; int map[32]; } pa_channel_map;
typedef struct { const char *name; uint32_t index; } pa_source_info;
typedef struct {
    uint32_t index;
    const char *name;
    uint32_t owner_module;
    uint32_t client;
    uint32_t source;
    pa_sample_spec sample_spec;
    pa_channel_map channel_map;
    uint64_t buffer_usec;
    uint64_t source_usec;
    const char *resample_method;
    const char *driver;
    void *proplist;
} pa_source_output_info;
typedef void (*pa_source_output_info_cb_t)(void *, const pa_source_output_info *, int, void *);
typedef void (*pa_source_info_cb_t)(void *, const pa_source_info *, int, void *);
void *pa_context_get_source_output_info_list(void *, pa_source_output_info_cb_t, void *);
void *pa_context_get_source_info_by_index(void *, uint32_t, pa_source_info_cb_t, void *);
const char *pa_proplist_gets(void *, const char *);
int pa_context_get_state(void *);
int pa_operation_get_state(void *);
void pa_operation_cancel(void *);
void pa_operation_unref(void *);
"""
_READY = 4
_RUNNING = 0


def source_of_stream(sign: str) -> str:
    """The server's name of the source that the stream with this sign records; empty where it does not tell."""
    try:
        return _Server().source_of_stream(sign)
    except Exception:
        # Without a server, without libpulse, or with another soundcard: whoever asks has another way.
        return ""


class _Server:
    """The connection of ``soundcard``, for one question."""

    def __init__(self) -> None:
        self._ffi, self._pulse = _library()
        self._connection: Any = load_soundcard().pulseaudio._pulse
        self._context = self._ffi.cast("void *", int(_address(self._connection.context)))

    def source_of_stream(self, sign: str) -> str:
        sources: list[int] = []

        def on_stream(_context: Any, stream: Any, end: int, _: Any) -> None:
            if not end and stream.proplist != self._ffi.NULL:
                word = self._pulse.pa_proplist_gets(stream.proplist, SIGN.encode())
                if word != self._ffi.NULL and self._ffi.string(word).decode() == sign:
                    sources.append(int(stream.source))

        names: list[str] = []

        def on_source(_context: Any, source: Any, end: int, _: Any) -> None:
            if not end:
                names.append(self._ffi.string(source.name).decode())

        self._ask(self._pulse.pa_context_get_source_output_info_list, "pa_source_output_info_cb_t", on_stream)
        for source in sources[:1]:
            self._ask(self._pulse.pa_context_get_source_info_by_index, "pa_source_info_cb_t", on_source, source)
        return names[0] if names else ""

    def _ask(self, question: Any, kind: str, answer: Any, *words: int) -> None:
        callback = self._ffi.callback(kind, answer)  # must live until the operation has ended
        with self._connection._lock_mainloop():
            if self._pulse.pa_context_get_state(self._context) != _READY:
                return
            operation = question(self._context, *words, callback, self._ffi.NULL)
        until_s = time.monotonic() + _ANSWER_S
        while operation != self._ffi.NULL:
            with self._connection._lock_mainloop():
                if self._pulse.pa_operation_get_state(operation) != _RUNNING or time.monotonic() > until_s:
                    self._pulse.pa_operation_cancel(operation)  # nobody is called back any more
                    self._pulse.pa_operation_unref(operation)
                    return
            time.sleep(0.001)


def _address(pointer: Any) -> Any:
    ffi = load_soundcard().pulseaudio._ffi
    return ffi.cast("uintptr_t", pointer)


@functools.cache
def _library() -> tuple[Any, Any]:
    ffi: Any = type(load_soundcard().pulseaudio._ffi)()  # declarations of our own
    ffi.cdef(_DECLARATIONS)
    return ffi, ffi.dlopen("libpulse.so.0")
