"""A hub of one's own: a real web server on this machine that can misbehave in the ways that hubs do."""

import contextlib
import hashlib
import http.server
import re
import threading
import time
from collections.abc import Generator
from dataclasses import dataclass, field


@dataclass
class FakeHub:
    """What it has, how it behaves, and what it was asked."""

    files: dict[str, bytes]
    """By path, such as ``/Somebody/tiny/resolve/main/model.bin``."""
    address: str = ""
    cut_after: list[int] = field(default_factory=list[int])
    """For each request in turn: break the connection after so many bytes of the answer."""
    ranges: bool = True
    states_hash: bool = True
    redirect_to: str = ""
    """Another address that really has the files."""
    status: int = 0
    """Answer every request with this error."""
    stall: bool = False
    """Send the first bytes, and then nothing any more."""
    etag: str = ""
    """Sent in place of the hash."""
    wrong_start: bool = False
    """Continue at another place than was asked."""
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list[tuple[str, dict[str, str]]])
    stopping: threading.Event = field(default_factory=threading.Event)

    def asked_ranges(self) -> list[str | None]:
        return [headers.get("range") for _, headers in self.requests]


class _Handler(http.server.BaseHTTPRequestHandler):
    hub: FakeHub

    def do_GET(self) -> None:
        hub = self.hub
        hub.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        if hub.status:
            self.send_error(hub.status)
            return
        content = hub.files.get(self.path)
        if content is None and not hub.redirect_to:
            self.send_error(404)
            return
        etag = hub.etag or (hashlib.sha256(content or b"").hexdigest() if hub.states_hash else "")
        if hub.redirect_to:
            self.send_response(302)
            self.send_header("Location", hub.redirect_to + self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self._send(content or b"", f'"{etag}"' if etag else "")

    def _send(self, content: bytes, etag: str) -> None:
        hub = self.hub
        start = 0
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if asked and hub.ranges and self.headers.get("If-Range", etag) == etag:
            start = int(asked.group(1))
            if start >= len(content):
                self.send_error(416)
                return
            start += 1 if hub.wrong_start else 0
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        else:
            self.send_response(200)
        body = content[start:]
        self.send_header("Content-Length", str(len(body)))
        if etag:
            self.send_header("ETag", etag)
        self.end_headers()
        if hub.stall:
            self.wfile.write(body[:10])
            self.wfile.flush()
            hub.stopping.wait(30)
            return
        cut = hub.cut_after.pop(0) if hub.cut_after else len(body)
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body[:cut])
        self.close_connection = True

    def log_message(self, *_: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - says nothing
        pass


@contextlib.contextmanager
def serve(hub: FakeHub) -> Generator[FakeHub]:
    """Run the server on a free port of this machine."""
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, name="fake hub")
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        hub.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()


def wait_for_requests(hub: FakeHub, count: int) -> None:
    """Until the server was asked so often."""
    until = time.monotonic() + 20
    while len(hub.requests) < count and time.monotonic() < until:
        time.sleep(0.01)
