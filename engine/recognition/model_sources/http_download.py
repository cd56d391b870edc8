"""One answer of a web server as a stream that can be cancelled within a second, whatever the network does.

Names are looked up, connections opened and bytes awaited on a thread of the download's own, because none
of these can be interrupted from outside; the thread that adds a speech model only waits for what it
delivers, looks at the cancellation ten times a second, and owns the file. System proxies are honoured
(``urllib``), and so are the certificates the system trusts (``truststore``), a company's own among them.
"""

import contextlib
import http.client
import queue
import socket
import ssl
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

import truststore

from engine.contract.cancellation import Cancellation

SILENCE_S = 20.0
"""How long a server may say nothing."""

_CHUNK_BYTES = 1 << 18
_LOOK_S = 0.1


class DownloadFailed(Exception):
    """The server or the way to it failed. ``str()`` is a plain reason without addresses or secrets."""

    def __init__(self, reason: str, *, is_final: bool, status: int | None = None) -> None:
        super().__init__(reason)
        self.is_final = is_final
        """Whether asking again is pointless."""
        self.status = status
        """What the server answered, if it did."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said before the bytes."""

    status: int
    headers: Mapping[str, str]
    """Lower-case names; those of the last answer, and what redirects on the way said about the file (x-linked-…)."""


@dataclass(slots=True)
class _Ended:
    failure: DownloadFailed | None = None


_Item = Answer | bytes | _Ended


@dataclass(slots=True)
class Download:
    """An answer whose bytes are still coming."""

    answer: Answer
    chunks: Iterator[bytes]
    """The bytes as they arrive. Raises ``DownloadFailed`` or ``Cancelled``."""


@contextlib.contextmanager
def open_download(
    url: str, *, headers: Mapping[str, str], secrets: Mapping[str, str], cancellation: Cancellation
) -> Generator[Download]:
    """Ask for a file. ``secrets`` are headers that never follow a redirect to another host.

    Raises:
        DownloadFailed: no answer, or one that says no.
        Cancelled: stopping was requested.
    """
    courier = _Courier(url, headers=headers, secrets=secrets)
    courier.start()
    try:
        first = courier.next(cancellation)
        if not isinstance(first, Answer):
            raise _failure_of(first)
        yield Download(first, _chunks(courier, cancellation))
    finally:
        courier.stop()


def _chunks(courier: "_Courier", cancellation: Cancellation) -> Iterator[bytes]:
    while isinstance(item := courier.next(cancellation), bytes):
        yield item
    if isinstance(item, _Ended) and item.failure is None:
        return
    raise _failure_of(item)


def _failure_of(item: _Item) -> DownloadFailed:
    failure = item.failure if isinstance(item, _Ended) else None
    return failure or DownloadFailed("the server ended the answer early", is_final=False)


class _Courier:
    """The thread that talks to the server."""

    def __init__(self, url: str, *, headers: Mapping[str, str], secrets: Mapping[str, str]) -> None:
        self._url = url
        self._headers = headers
        self._secrets = secrets
        self._items: queue.Queue[_Item] = queue.Queue(maxsize=8)
        self._sockets: list[socket.socket] = []
        self._stopped = threading.Event()
        # A daemon, because a name lookup cannot be interrupted: cancelled then, it ends by its own timeout.
        self._thread = threading.Thread(target=self._run, name="speech-model-download", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def next(self, cancellation: Cancellation) -> _Item:
        while True:
            cancellation.check()
            with contextlib.suppress(queue.Empty):
                return self._items.get(timeout=_LOOK_S)

    def stop(self) -> None:
        self._stopped.set()
        for connected in self._sockets:
            with contextlib.suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=0.5)

    def _run(self) -> None:
        try:
            redirects = _Redirects(self._secrets)
            opener = _build_opener(redirects, self._keep_socket)
            request = urllib.request.Request(self._url, headers={**self._headers, **self._secrets})
            with opener.open(request, timeout=SILENCE_S) as response:
                self._deliver(Answer(response.status, {**redirects.headers, **_lower(response.headers)}))
                while chunk := response.read1(_CHUNK_BYTES):
                    self._deliver(chunk)
            self._deliver(_Ended())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._deliver(_Ended(_explain(error)))

    def _keep_socket(self, connected: socket.socket) -> None:
        self._sockets.append(connected)
        if self._stopped.is_set():
            connected.shutdown(socket.SHUT_RDWR)

    def _deliver(self, item: _Item) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._items.put(item, timeout=_LOOK_S)
                return


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects without carrying secrets to another host, and never from https to http."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = secrets
        self.headers: dict[str, str] = {}

    def redirect_request(  # noqa: PLR0917 - urllib's own signature
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Called by urllib for each redirect."""
        # The hub states a file's hash and size here; the storage it sends us to does not.
        for name, value in _lower(headers).items():
            if name.startswith("x-linked-"):
                self.headers.setdefault(name, value)
        before, after = urllib.parse.urlsplit(req.full_url), urllib.parse.urlsplit(newurl)
        if before.scheme == "https" and after.scheme != "https":
            raise DownloadFailedByRedirect
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None:
            request.remove_header("Proxy-authorization")  # urllib adds it again where a proxy is used
            if (before.scheme, before.netloc) != (after.scheme, after.netloc):
                for name in self._secrets:
                    request.remove_header(name.capitalize())
        return request


class DownloadFailedByRedirect(OSError):
    """The server sent us from a protected to an unprotected address."""


@dataclass(slots=True)
class _Connecting:
    """Builds connections that hand out their socket, so that waiting for bytes can be ended."""

    keep: Callable[[socket.socket], None]
    context: ssl.SSLContext = field(default_factory=lambda: truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT))

    def plain(self, host: str, **options: Any) -> http.client.HTTPConnection:
        keep = self.keep

        class Connection(http.client.HTTPConnection):
            def connect(self) -> None:
                super().connect()
                keep(self.sock)

        return Connection(host, **options)

    def protected(self, host: str, **options: Any) -> http.client.HTTPConnection:
        keep = self.keep

        class Connection(http.client.HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                keep(self.sock)

        return Connection(host, context=self.context, **options)


class _Http(urllib.request.HTTPHandler):
    def __init__(self, connecting: _Connecting) -> None:
        super().__init__()
        self._connecting = connecting

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._connecting.plain, req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, connecting: _Connecting) -> None:
        super().__init__(context=connecting.context)
        self._connecting = connecting

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._connecting.protected, req)


def _build_opener(redirects: _Redirects, keep: Callable[[socket.socket], None]) -> urllib.request.OpenerDirector:
    connecting = _Connecting(keep)
    opener = urllib.request.OpenerDirector()
    # No handlers for ftp: and file:, to which a redirect could otherwise lead.
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.UnknownHandler(),
        _Http(connecting),
        _Https(connecting),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        redirects,
    ):
        opener.add_handler(handler)
    return opener


def _lower(headers: http.client.HTTPMessage) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


_REASONS = {
    401: "it asks for permission",
    403: "it asks for permission",
    404: "it does not have the file",
    407: "the proxy asks for a name and password",
    410: "it does not have the file",
    416: "it cannot continue the file",
    429: "it asks to come back later",
}


def _explain(error: Exception) -> DownloadFailed:
    """Our own words: the exception's text may hold an address with a signature or a password (failures 98)."""
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        said = _REASONS.get(error.code, "it answered with an error")
        is_final = error.code < 500 and error.code not in (408, 416, 429)
        return DownloadFailed(f"{said} (HTTP {error.code})", is_final=is_final, status=error.code)
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if "Tunnel connection failed" in str(cause):
        return DownloadFailed("the proxy refuses the connection", is_final=True)
    for kind, reason, is_final in _CAUSES:
        if isinstance(cause, kind):
            return DownloadFailed(reason, is_final=is_final)
    return DownloadFailed("the connection broke", is_final=False)


_CAUSES: tuple[tuple[type[Exception], str, bool], ...] = (
    (DownloadFailedByRedirect, "it leads to an unprotected address", True),
    (ssl.SSLCertVerificationError, "its certificate is not trusted by this computer", True),
    (TimeoutError, "it does not answer", False),
    (socket.gaierror, "its address was not found; is there a network?", True),
    (ConnectionRefusedError, "it refuses the connection", True),
)
"""Exception, plain reason, whether asking again is pointless."""
