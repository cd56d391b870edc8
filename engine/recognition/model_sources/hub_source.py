"""Weights from a model hub or a mirror of it, continued where an earlier try was cut off.

Runs on the thread that adds a speech model. Only plain requests for single files are made, to
``ENDPOINT/REPOSITORY/resolve/REVISION/FILE``: every hub and every company mirror answers those.
"""

import base64
import hashlib
import re
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.contract.cancellation import Cancellation
from engine.recognition.catalogue import HubOrigin, ModelFile
from engine.recognition.model_sources.http_download import Answer, DownloadFailed, open_download
from engine.recognition.model_sources.source import CHUNK_BYTES, PartFile, PartOrigin, SourceFailed

TRIES_WITHOUT_PROGRESS = 4


@dataclass(frozen=True, slots=True)
class HubEndpoint:
    """A server that answers like the hub."""

    address: str
    """Such as ``https://huggingface.co``, without a slash at the end and without a password."""
    authorization: str | None = field(default=None, repr=False)
    """A person's own key as a header's value; never logged, never sent elsewhere."""
    is_mirror: bool = False
    """Somebody else's copy: asked only for files whose hash is known."""

    @classmethod
    def of(cls, address: str, *, token: str | None = None) -> "HubEndpoint":
        """The server at an address in which a name and password may stand, as company mirrors want it."""
        parts = urllib.parse.urlsplit(address)
        place, _, host = parts.netloc.rpartition("@")
        if not place:
            return cls(address, f"Bearer {token}" if token else None)
        key = base64.b64encode(urllib.parse.unquote(place).encode()).decode()
        return cls(urllib.parse.urlunsplit(parts._replace(netloc=host)), f"Basic {key}")

    @property
    def host(self) -> str:
        """The server's name as a person reads it."""
        return urllib.parse.urlsplit(self.address).hostname or self.address


class HubSource:
    """Fetches the files of one speech model from one server."""

    def __init__(
        self,
        origin: HubOrigin,
        endpoint: HubEndpoint,
        *,
        pause: Callable[[float, Cancellation], None] | None = None,
    ) -> None:
        self._origin = origin
        self._endpoint = endpoint
        self._pause = pause or _wait

    @property
    def label(self) -> str:
        """Server and repository."""
        return f"{self._endpoint.host} {self._origin.repository}"

    def deliver(
        self, wanted: ModelFile, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]
    ) -> None:
        """Fetch the file, continuing what is there; a cut connection is taken up again."""
        if self._endpoint.is_mirror and wanted.sha256 is None:
            raise SourceFailed(f"{self.label}: not asked, because the hash of {wanted.name} is not known")
        was_continued = self._take_over(part, cancellation)
        on_bytes(part.size)
        if was_continued and part.sha256 == wanted.sha256:
            return  # an earlier try ended between the last byte and the rename
        stated = self._fetch_all(wanted, part, cancellation=cancellation, on_bytes=on_bytes)
        if was_continued and wanted.sha256 is not None and part.sha256 != wanted.sha256:
            # What the earlier try left did not belong to this file: once more, from its beginning.
            part.restart()
            stated = self._fetch_all(wanted, part, cancellation=cancellation, on_bytes=on_bytes)
        if wanted.sha256 is None:
            self._compare_with_stated(stated, wanted, part)

    def close(self) -> None:
        """Nothing is kept open."""

    def _take_over(self, part: PartFile, cancellation: Cancellation) -> bool:
        if part.origin is None:
            part.restart()
            return False
        return part.resume(cancellation) > 0

    def _fetch_all(
        self, wanted: ModelFile, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]
    ) -> "_Stated":
        failures = 0
        while True:
            before = part.size
            try:
                return self._fetch(wanted, part, cancellation=cancellation, on_bytes=on_bytes)
            except DownloadFailed as failure:
                failures = 1 if part.size > before else failures + 1
                if failure.status == 416:
                    part.restart()
                if failure.is_final or failures >= TRIES_WITHOUT_PROGRESS:
                    raise SourceFailed(f"{self.label}: {failure}") from failure
            self._pause(min(2.0**failures, 10.0), cancellation)

    def _fetch(
        self, wanted: ModelFile, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]
    ) -> "_Stated":
        with open_download(
            self._url_of(wanted.name), headers=self._range_of(part), secrets=self._secrets(), cancellation=cancellation
        ) as download:
            answer = download.answer
            if answer.status == 206 and _start_of(answer) != part.size:
                part.restart()
                raise DownloadFailed("it continues the file at the wrong place", is_final=False)
            if answer.status != 206 and part.size:
                part.restart()
            stated = _read_stated(answer, part.size)
            if wanted.size is not None and stated.total not in (None, wanted.size):
                raise SourceFailed(f"{self.label}: its {wanted.name} has {stated.total} bytes, not {wanted.size}")
            part.origin = PartOrigin(self._endpoint.host, answer.headers.get("etag", ""), stated.total or 0)
            for chunk in download.chunks:
                part.write(chunk)
                on_bytes(part.size)
                if stated.total is not None and part.size > stated.total:
                    raise SourceFailed(f"{self.label}: it sends more than the file")
        if stated.total is not None and part.size < stated.total:
            raise DownloadFailed("the connection was cut", is_final=False)
        return stated

    def _url_of(self, name: str) -> str:
        path = "/".join(
            urllib.parse.quote(text, safe="/")
            for text in (self._origin.repository, "resolve", self._origin.revision, name)
        )
        return f"{self._endpoint.address}/{path}"

    def _range_of(self, part: PartFile) -> dict[str, str]:
        headers = {"User-Agent": "vivavoce", "Accept-Encoding": "identity"}
        origin = part.origin
        if part.size and origin is not None:
            headers["Range"] = f"bytes={part.size}-"
            # Another server marks the same bytes differently; there the hash at the end has to do.
            if origin.host == self._endpoint.host and origin.etag and not origin.etag.startswith("W/"):
                headers["If-Range"] = origin.etag
        return headers

    def _secrets(self) -> dict[str, str]:
        is_protected = urllib.parse.urlsplit(self._endpoint.address).scheme == "https"
        may_know = is_protected or self._endpoint.host in ("localhost", "127.0.0.1", "::1")
        return {"Authorization": self._endpoint.authorization} if self._endpoint.authorization and may_know else {}

    def _compare_with_stated(self, stated: "_Stated", wanted: ModelFile, part: PartFile) -> None:
        if stated.sha256 is not None:
            is_right = part.sha256 == stated.sha256
        elif stated.git_sha1 is not None:
            part.make_durable()
            is_right = _git_sha1(part) == stated.git_sha1
        else:
            raise SourceFailed(f"{self.label}: it does not say which hash {wanted.name} should have")
        if not is_right:
            part.restart()
            raise SourceFailed(f"{self.label}: {wanted.name} arrived damaged")


@dataclass(frozen=True, slots=True)
class _Stated:
    """What the hub says about a file."""

    total: int | None
    sha256: str | None
    git_sha1: str | None


def _read_stated(answer: Answer, already: int) -> _Stated:
    mark = (answer.headers.get("x-linked-etag") or answer.headers.get("etag") or "").removeprefix("W/").strip('"')
    return _Stated(
        total=_total_of(answer.headers, already),
        sha256=mark if re.fullmatch("[0-9a-f]{64}", mark) else None,
        git_sha1=mark if re.fullmatch("[0-9a-f]{40}", mark) else None,
    )


def _total_of(headers: Mapping[str, str], already: int) -> int | None:
    if (found := re.fullmatch(r"bytes \d+-\d+/(\d+)", headers.get("content-range", ""))) is not None:
        return int(found.group(1))
    for name, add in (("content-length", already), ("x-linked-size", 0)):
        if headers.get(name, "").isdecimal():
            return int(headers[name]) + add
    return None


def _start_of(answer: Answer) -> int | None:
    found = re.match(r"bytes (\d+)-", answer.headers.get("content-range", ""))
    return int(found.group(1)) if found else None


def _git_sha1(part: PartFile) -> str:
    """The hash by which git, and so the hub, knows a small file."""
    digest = hashlib.sha1(b"blob %d\0" % part.size, usedforsecurity=False)
    with part.path.open("rb") as stream:
        while chunk := stream.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _wait(seconds: float, cancellation: Cancellation) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        cancellation.check()
        time.sleep(0.1)
