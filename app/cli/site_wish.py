"""``--redis``: the Redis of a site, where its workers keep what they know, as it is typed or stands in the environment.

On the main thread of a command; used by ``worker.py`` and ``worker_group.py``. An address may hold a password, so it is
never printed, and handed on to processes of ours in their environment alone.
"""

from importlib import util
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.worker.site import Site

VARIABLE = "VIVAVOCE_REDIS"

Redis = Annotated[
    str,
    typer.Option(
        "--redis",
        metavar="URL",
        envvar=VARIABLE,
        show_envvar=True,
        help="Keep what is known in a Redis with RedisJSON and RedisBloom that is there already.",
    ),
]


def site_of(typed: str) -> "Site | None":
    """The site that was meant; ``None`` where none was.

    Raises:
        typer.BadParameter: this is no address of a Redis.
        ModuleNotFoundError: the package is missing.
    """
    if not typed:
        return None
    if util.find_spec("redis") is None:  # missed now, and not in the middle of a meeting
        raise ModuleNotFoundError("No module named 'redis'", name="redis")
    from engine.worker.site import SCHEMES, Site  # noqa: PLC0415 - help answers without it

    if not typed.startswith(SCHEMES):
        raise typer.BadParameter(f"An address of a Redis begins with {', '.join(SCHEMES)}.", param_hint="--redis")
    return Site(typed)
