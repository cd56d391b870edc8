"""The command line over a reciting engine process: ``python -m tests.fakes.reciting_vivavoce``."""

from app.cli.main import cli
from tests.builders.recited_recording import compose_reciting

if __name__ == "__main__":
    cli(prog_name="vivavoce", obj=compose_reciting)
