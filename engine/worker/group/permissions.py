"""Which subjects a member of a group may use, by the name in its certificate.

Pure; written into the server's configuration by ``nats_server.py``. A worker can ask no question and read no answer of
others, a front cannot take a question out of a lane, and nobody hears another's inbox. To a name that is not here, the
server says nothing at all.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.worker.group import subjects
from engine.worker.group.subjects import inbox_of

DOMAIN = "group.vivavoce"
"""Certificates are for ``NAME.group.vivavoce``."""

_API = "$JS.API"
_CONTEXTS = f"KV_{subjects.CONTEXTS}"
_MEETINGS = f"KV_{subjects.MEETINGS}"
_PARCELS = f"OBJ_{subjects.PARCELS}"


ANSWERS_WITHIN_S = 60


class Role(StrEnum):
    """What a member is for."""

    FRONT = "front"
    WORKER = "worker"


def host_name(member: str) -> str:
    """What a member's certificate says it is called."""
    return f"{member}.{DOMAIN}"


@dataclass(frozen=True, slots=True)
class Permissions:
    """Of one certificate."""

    user: str
    """As the certificate says."""
    publish: tuple[str, ...]
    subscribe: tuple[str, ...]

    def as_user(self) -> dict[str, object]:
        """As the server's configuration has it."""
        return {
            "user": self.user,
            "permissions": {
                "publish": {"allow": list(self.publish)},
                "subscribe": {"allow": list(self.subscribe)},
                # Whoever is asked something may answer it, once, and soon.
                "allow_responses": {"max": 1, "expires": f"{ANSWERS_WITHIN_S}s"},
            },
        }


def permissions_of(member: str, role: Role) -> Permissions:
    """What a member may do. One that is called as its role is all of its role, where they come and go by themselves."""
    is_all = member == role
    inbox = f"_INBOX.{role}.>" if is_all else f"{inbox_of(member)}.>"
    itself = "*" if is_all else member
    asks_about = (
        f"{_API}.CONSUMER.INFO.{subjects.QUESTIONS}.*",
        f"{_API}.STREAM.INFO.{_CONTEXTS}",
        f"{_API}.STREAM.INFO.{_PARCELS}",
        f"{_API}.DIRECT.GET.{subjects.ANSWERS}.>",
        # Parcels go both ways: large questions to workers, large answers to fronts.
        f"{_API}.*.*.{_PARCELS}",
        f"{_API}.*.*.*.{_PARCELS}",
        f"{_API}.CONSUMER.*.{_PARCELS}.>",
        f"{_API}.DIRECT.GET.{_PARCELS}.>",
        f"{_API}.STREAM.NAMES",
        f"$O.{subjects.PARCELS}.>",
        f"$JS.ACK.{_PARCELS}.>",
    )
    if role is Role.FRONT:
        return Permissions(
            host_name(member),
            publish=(
                *asks_about,
                subjects.ALL_QUESTIONS,
                f"{subjects.ROOT}.back.>",
                f"{subjects.ROOT}.here.>",
                subjects.ROLL_CALL,
                f"{subjects.ROOT}.worker.>",
                # A front lays out what is not there.
                f"{_API}.STREAM.INFO.*",
                f"{_API}.STREAM.CREATE.*",
                f"{_API}.CONSUMER.CREATE.{subjects.QUESTIONS}.>",
                f"{_API}.CONSUMER.DURABLE.CREATE.{subjects.QUESTIONS}.*",
                f"{_API}.DIRECT.GET.{subjects.QUESTIONS}",
                f"{_API}.DIRECT.GET.{subjects.QUESTIONS}.>",
                f"{_API}.DIRECT.GET.{subjects.ANSWERS}",
                f"{_API}.STREAM.MSG.DELETE.{subjects.QUESTIONS}",
                f"$KV.{subjects.CONTEXTS}.>",
                # What is known of meetings is between fronts alone.
                f"{_API}.DIRECT.GET.{_MEETINGS}.>",
                f"$KV.{subjects.MEETINGS}.>",
            ),
            subscribe=(inbox, subjects.ALL_ANSWERS, subjects.ALL_STANDINGS),
        )
    return Permissions(
        host_name(member),
        publish=(
            *asks_about,
            f"{_API}.CONSUMER.MSG.NEXT.{subjects.QUESTIONS}.*",
            f"{_API}.DIRECT.GET.{_CONTEXTS}.>",
            f"$JS.ACK.{subjects.QUESTIONS}.>",
            subjects.ALL_ANSWERS,
            subjects.ALL_PARKED,
            subjects.standing_subject(itself),
        ),
        subscribe=(
            inbox,
            subjects.ALL_TAKEN_BACK,
            subjects.ALL_HERE,
            subjects.ROLL_CALL,
            f"{subjects.ROOT}.worker.{itself}.*",
        ),
    )
