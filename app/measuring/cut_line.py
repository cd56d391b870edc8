"""A line on loopback that can be cut, slowed and made to lose packets: what a desktop reaches a worker through.

A thread accepts, two more carry each connection. Cut, bytes are taken and go nowhere, and nobody is told, as with a
pulled cable. What a lost packet costs TCP is waited for, since TCP itself loses nothing: it sends again after at least
``RESEND_S``, and everything behind it waits.
"""

import contextlib
import random
import socket
import struct
import threading
import time
from collections.abc import Callable

RESEND_S = 0.2
"""The least that Linux waits before it sends a lost packet again."""

_PIECE = 16_384
_LOOK_S = 0.05


class CutLine:
    """Use as a context, or ``close``."""

    def __init__(self, port: int, *, seed: int = 0) -> None:
        """Listen for connections to a port of this machine."""
        self._port = port
        self._chance = random.Random(seed)
        self._open = threading.Event()
        self._open.set()
        self._is_over = False
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._delay_s = 0.0
        self._loss = 0.0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(_LOOK_S)
        self.port: int = self._listener.getsockname()[1]
        """Where the desktop connects to."""
        self._start(self._accept)

    def __enter__(self) -> "CutLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut(self) -> None:
        """Carry nothing until ``mend``, for old connections and new ones."""
        self._open.clear()

    def mend(self) -> None:
        """Carry on: what waits in old connections goes through, as after a short break of a real line."""
        self._open.set()

    def trouble(self, *, delay_s: float = 0.0, loss: float = 0.0) -> None:
        """Delay each piece by so much, and of those lose a part, which then come late."""
        self._delay_s, self._loss = delay_s, loss

    def lead_to(self, port: int) -> None:
        """New connections go to another port: the worker was started again."""
        self._port = port

    def close(self) -> None:
        """Hang up everything."""
        self._is_over = True
        self._open.set()
        with self._lock:
            sockets = [self._listener, *self._sockets]
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in self._threads:
            thread.join(2.0)

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name="cut-line", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._is_over:
            try:
                near, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            self._start(lambda near=near: self._connect(near))

    def _connect(self, near: socket.socket) -> None:
        while not self._open.wait(_LOOK_S):
            if self._is_over:
                near.close()
                return
        try:
            far = socket.create_connection(("127.0.0.1", self._port), timeout=5.0)
        except OSError:
            # As a machine does where nobody listens; a good end would look like a peer that lets nobody in.
            near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            near.close()
            return
        far.settimeout(None)
        near.settimeout(None)
        for each in (near, far):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self._sockets += [near, far]
        self._start(lambda: self._carry(near, far))
        self._start(lambda: self._carry(far, near))

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(_PIECE):
                wait_s = self._delay_s + (RESEND_S if self._chance.random() < self._loss else 0.0)
                if wait_s:
                    time.sleep(wait_s)
                self._open.wait()
                if self._is_over:
                    break
                target.sendall(piece)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
