"""``--metrics``: where Prometheus reads the figures of a worker, a front, or all of a group.

Used by ``worker.py`` and ``group_member.py`` on the event loop that the figures are of.
"""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.worker.metrics import AskLayers, AskStanding, Metrics, MetricsServer

MOST_PORT = 65_535

FiguresPort = Annotated[
    int | None,
    typer.Option(
        "--metrics", metavar="PORT", min=0, max=MOST_PORT, help="Figures for Prometheus, on this machine alone."
    ),
]


def open_figures(
    port: int, *, standing: "AskStanding", layers: "AskLayers | None" = None
) -> "tuple[Metrics, MetricsServer]":
    """Count, and let Prometheus read it.

    Args:
        port: 0 takes any that is free.
        standing: How much there is to do.
        layers: How the layers of caching do, where there are some.

    Raises:
        CannotServe: the port is taken.
    """
    from engine.worker.metrics import Metrics, no_layers  # noqa: PLC0415 - only when asked
    from engine.worker.server import CannotServe  # noqa: PLC0415

    counted = Metrics()
    try:
        return counted, counted.serve(port, standing=standing, layers=layers or no_layers)
    except OSError as error:
        raise CannotServe(f"Port {port} cannot be used for the figures: {error.strerror}.") from error


def said_of_figures(server: "MetricsServer") -> str:
    """Where they are read."""
    return f"Figures for Prometheus: http://127.0.0.1:{server.port}/metrics"


def ports_from(port: int | None, count: int) -> list[int | None]:
    """Ports for so many members of a group, one behind the other. Raises ``typer.BadParameter``."""
    if port is None or port == 0:
        return [port] * count
    if port + count - 1 > MOST_PORT:
        raise typer.BadParameter(f"There are no {count} ports from {port} on.", param_hint="--metrics")
    return [port + number for number in range(count)]
