"""A worker as the recogniser of words while they are spoken, for all tracks of a recording.

In the engine process, called by ``fallback_recogniser.py`` on threads of its own; ``close`` may come on any. Each track
is a session of its own, so that its window grows by new samples only. Settled words travel with the tokens they were
heard with: another way to write them would be one that the decoder never chose.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engine.contract.audio import Samples
from engine.contract.engine import DeviceReport
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.contract.steady_clock import steady_now
from engine.remote.context_stream import MeetingContext
from engine.remote.question import LanguageTask, Priority, SaidWord, WindowTask
from engine.remote.remote_session import RemoteSession
from engine.remote.standing import OpenedSession

FINAL_WITHIN_S = 0.5
"""What is left of the time from the end of speech to its last words, when the pipeline has noticed that end."""

TENTATIVE_WITHIN_S = 1.0


class Connection(Protocol):
    """What a recogniser needs of the way to a worker; see ``WorkerConnection``."""

    def session(
        self, session_id: str, options: RecognitionOptions, *, is_live: bool, context: MeetingContext | None
    ) -> RemoteSession:
        """A session that is not open yet. Raises ``WorkerError`` if the two do not speak with each other."""
        ...


class RemoteRecogniser:
    """See the top of this file."""

    def __init__(
        self,
        connection: Connection,
        *,
        name: str,
        options: RecognitionOptions,
        context: MeetingContext | None = None,
    ) -> None:
        """Begin with the first track.

        Args:
            connection: The way to the worker; not closed here.
            name: Of the recording, unique for ever.
            options: How to understand it.
            context: What is known of the meeting; told to the worker, and learned from it.

        Raises:
            WorkerError: the worker does not take it.
        """
        self._connection = connection
        self._name = name
        self._options = options
        self._context = context
        self._lock = threading.Lock()
        self._is_closed = False
        self._sessions: dict[int, RemoteSession] = {}
        self._track = 0
        self._is_tentative = False
        self._tokens: dict[str, tuple[int, ...]] = {}
        self._opened = self._open(0)

    @property
    def device(self) -> DeviceReport:
        """What the worker runs on, with its name."""
        return self._opened.device

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        """Say whose window is asked about next, and whether it is one of somebody who still speaks."""
        self._track, self._is_tentative = track, is_tentative

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Remember how words were written that this computer heard meanwhile."""
        self._tokens.update((word.text, word.tokens) for word in words if word.tokens)

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window; see ``LiveRecogniser``. Raises ``WorkerError`` where no answer comes."""
        words = tuple(SaidWord(text, self._tokens.get(text, ())) for text in said)
        session, priority, within_s = self._turn()
        asked_s = steady_now()
        heard = session.ask(WindowTask(samples, words, language, careful), priority=priority, within_s=within_s)
        self._tokens.update((word.text, word.tokens) for word in heard.words)
        if heard.decoding_s is None:
            return heard
        # Its way there and back counts with the encoder: how long the worker decoded is all that is known for sure.
        return replace(heard, encoded_s=max(asked_s, steady_now() - heard.decoding_s))

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable of the allowed languages, and how probable it is. Raises ``WorkerError``."""
        if len(self._options.languages) == 1:
            return self._options.languages[0], 1.0
        session, priority, within_s = self._turn()
        guess = session.ask(LanguageTask(samples=samples), priority=priority, within_s=within_s)
        return guess.language, guess.probability

    def close(self) -> None:
        """End all sessions; a call that waits raises ``WorkerUnreachable``. Closing twice is harmless."""
        with self._lock:
            self._is_closed = True
            sessions = list(self._sessions.values())
        for session in sessions:
            session.close()

    def _turn(self) -> tuple[RemoteSession, Priority, float]:
        """Whose turn it is, and how much it hurries."""
        track, is_tentative = self._track, self._is_tentative
        if track not in self._sessions:
            self._opened = self._open(track)
        if is_tentative:
            return self._sessions[track], Priority.LIVE_TENTATIVE, TENTATIVE_WITHIN_S
        return self._sessions[track], Priority.LIVE_FINAL, FINAL_WITHIN_S

    def _open(self, track: int) -> OpenedSession:
        name = f"{self._name}/{track}"
        session = self._connection.session(name, self._options, is_live=True, context=self._context)
        with self._lock:
            # Known before it is open, so that whoever closes ends the wait for it too.
            is_closed = self._is_closed
            self._sessions[track] = session
        if is_closed:
            session.close()
        try:
            return session.open()
        except BaseException:
            del self._sessions[track]
            session.close()
            raise
