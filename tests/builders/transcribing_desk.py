"""The command line that transcribes, over a fake engine process, in a folder."""

from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from app.cli.main import cli
from app.composition import Services, compose_library, compose_services
from app.folders import Folders, find_folders
from engine.contract.places import ROOT
from tests.builders.scripted_engine import scripted_engine, starts_of

AUDIO = ROOT / "tests" / "audio"
ENGLISH = "1998-15444-0001.flac"
CHINESE = "BAC009S0150W0204.wav"


class TranscribingDesk:
    """A folder with recordings, and the command line over a fake engine process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenario: dict[str, Any] = {"length_s": 3}

    def recording(self, name: str = "talk.flac", source: str = ENGLISH) -> Path:
        path = self.folder / name
        path.write_bytes((AUDIO / source).read_bytes())
        return path

    def compose(self, folders: Folders) -> Services:
        return compose_services(
            folders,
            engine=scripted_engine(self.folder / "engine", **self.scenario),
            speaker_engine=scripted_engine(self.folder / "engine" / "speakers", **self.scenario),
        )

    def run(self, *words: object) -> Result:
        if "--speakers" not in words:
            words = ("--speakers", "off", *words)
        return CliRunner().invoke(cli, ["transcribe", *map(str, words)], obj=self.compose)

    def library(self):
        return compose_library(find_folders())

    @property
    def starts(self) -> int:
        return starts_of(self.folder / "engine")
