"""How a desktop keeps up with the key of a worker it is paired with, and tells it of its own.

Used wherever a worker describes itself (``worker_connection.py``, ``worker_check.py``), on the thread that asked. The
counterpart at a worker is ``engine/worker/desktop_keys.py``; what is said is ``key_news.py``.
"""

from dataclasses import replace

from engine.contract.pairing_errors import IdentityUnavailable, PeersNotSaved
from engine.remote import transcription_pb2 as wire
from engine.remote.key_news import KeyNews, announced, news_message, news_of, read_news
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from engine.remote.wire_format import PROTOCOLS


class WorkerKeys:
    """See the top of this file."""

    def __init__(self, workers: PairedWorkers, own: OwnKeys, *, fingerprint: str) -> None:
        """Get ready.

        Args:
            workers: With whom this desktop is paired.
            own: Its keys.
            fingerprint: What the worker is known by.
        """
        self._workers = workers
        self._own = own
        self._fingerprint = fingerprint

    def say(self) -> KeyNews:
        """What to tell the worker."""
        worker = self._workers.find(self._fingerprint)
        try:
            now = self._own.now()
        except IdentityUnavailable:
            return KeyNews()
        return news_of(now, self._own.following(), kept=worker.next_certificate if worker is not None else None)

    def hear(self, news: KeyNews) -> None:
        """Take what the worker told, over a connection that trusts it. What cannot be kept now is told again."""
        worker = self._workers.find(self._fingerprint)
        if worker is None or not news.shown:
            return
        following = self._own.following()
        after = _after(worker, news, own_next="" if following is None else following.fingerprint)
        try:
            if after != worker:
                self._workers.change(
                    self._fingerprint,
                    certificate=after.certificate,
                    known_by=after.known_by,
                    next_certificate=after.next_certificate,
                    keeps=after.keeps,
                )
            if following is not None and all(each.keeps == following.fingerprint for each in self._workers.read()):
                self._own.change()
        except (PeersNotSaved, IdentityUnavailable):
            return


def describe_request(keys: WorkerKeys | None, *, protocols: tuple[int, ...] = PROTOCOLS) -> wire.DescribeRequest:
    """Asks a worker to describe itself, and tells it of this desktop's key."""
    return wire.DescribeRequest(protocols=protocols, keys=None if keys is None else news_message(keys.say()))


def hear_keys(keys: WorkerKeys | None, described: wire.Description) -> None:
    """Take what a worker told of its key when it described itself; an older one told nothing."""
    if keys is not None and described.HasField("keys"):
        keys.hear(read_news(described.keys))


def _after(worker: PairedWorker, news: KeyNews, *, own_next: str) -> PairedWorker:
    """What is known of a worker after it told this."""
    following = worker.next_certificate
    if following is not None and news.shown == following.fingerprint:
        # It changed, as it said it would. Nobody who has the old key alone is trusted from now on.
        worker = replace(worker, certificate=following, known_by=worker.fingerprint, next_certificate=None)
    if news.shown == worker.certificate.fingerprint:
        worker = replace(worker, next_certificate=announced(news, pinned=worker.certificate))
    return replace(worker, keeps=own_next if own_next and news.kept == own_next else "")
