"""One question of a front in the stream of questions: published so that it is there once, found, and taken back.

On a front's event loop; made by ``front.py`` for each question. The server knows a message id for as long as a question
may live, so whoever asks the same again, here or at another front, adds nothing; only what was refused, or was lost,
gets a new id, and every front gives it the same one.
"""

import logging
import secrets

import nats.errors
import nats.js.errors
from nats.js.api import Header, PubAck

from engine.remote.question import Question
from engine.worker.group import subjects
from engine.worker.group.context_store import ContextStore
from engine.worker.group.group_format import write_question
from engine.worker.group.layout import lay_out
from engine.worker.group.membership import Kept, Membership
from engine.worker.group.parcels import Parcels

log = logging.getLogger(__name__)


class Asking:
    """See above."""

    def __init__(self, question: Question, *, member: Membership, contexts: ContextStore, parcels: Parcels) -> None:
        self._question = question
        self._member = member
        self._contexts = contexts
        self._parcels = parcels
        self._subject = subjects.question_subject(question)
        self._refused_at = 0
        self._lost_at = 0
        self._published: PubAck | None = None

    @property
    def _identity(self) -> str:
        question = self._question
        return subjects.message_id(
            question.session_id, question.seq_id, refused_at=self._refused_at, lost_at=self._lost_at
        )

    async def ask(self) -> bytes | None:
        """Publish it; gives the answer where somebody asked before and was answered.

        Raises:
            Refused: the session asks too much at a time, or the server is away.
            nats.errors.Error: likewise.
        """
        if not (await self._publish()).duplicate:
            return None
        found = await self._last()
        if found is None:
            return None
        if not subjects.says_refused(found.headers):
            return found.data
        self._refused_at = found.number
        await self._publish()
        return None

    async def find(self) -> bytes | None:
        """The answer if there is one. Raises what NATS raises."""
        found = await self._last()
        if found is None or (subjects.says_refused(found.headers) and found.number <= self._refused_at):
            return None
        return found.data

    async def ask_again_if_lost(self) -> None:
        """Publish it again if neither it nor an answer is there: the server began anew, or somebody took it back.

        Raises:
            Refused: there is no room any more, or the server is away.
            nats.errors.Error: likewise.
        """
        if self._published is None or await self._is_there(self._published) or await self.find() is not None:
            return
        log.info("A question was lost, and is asked again")
        self._lost_at = self._published.seq
        self._contexts.forget()
        await self._publish()

    async def take_back(self) -> None:
        """Nobody waits for it any more. Never raises: what stays goes when its lifetime ends."""
        question, published = self._question, self._published
        try:
            await self._member.client.publish(subjects.taken_back_subject(question.session_id, question.seq_id))
            if published is not None and not published.duplicate:
                await self._member.stream.delete_msg(subjects.QUESTIONS, published.seq)
        except (nats.errors.Error, OSError) as error:
            log.debug("A question could not be taken back: %s", type(error).__name__)

    async def _publish(self) -> PubAck:
        question, member = self._question, self._member
        payload = b""
        try:
            key = await self._kept_options()
            # A name of its own each time: whoever reads what was stored before is not disturbed.
            name = f"{self._identity}:{secrets.token_hex(8)}"
            payload = await self._parcels.pack(write_question(question, context=key), name=name)
            published = await member.publish(self._subject, payload, message_id=self._identity, mend=self._mend)
        except BaseException:
            await self._parcels.throw_away(payload)
            raise
        if published.duplicate:
            await self._parcels.throw_away(payload)
        if self._published is None or not published.duplicate:
            self._published = published
        return published

    async def _kept_options(self) -> str:
        question = self._question
        try:
            return await self._contexts.put(question.session_id, question.options)
        except (nats.js.errors.NotFoundError, nats.js.errors.NoStreamResponseError, nats.errors.NoRespondersError):
            await self._mend()  # the server began anew, with nothing
            return await self._contexts.put(question.session_id, question.options)

    async def _mend(self) -> None:
        await lay_out(self._member.stream, self._member.bounds)
        self._contexts.forget()
        await self._contexts.put(self._question.session_id, self._question.options)

    async def _last(self) -> Kept | None:
        return await self._member.last_answer(self._question.session_id, self._question.seq_id)

    async def _is_there(self, published: PubAck) -> bool:
        found = await self._member.question_at(published.seq)
        return found is not None and found.headers.get(Header.MSG_ID) == self._identity
