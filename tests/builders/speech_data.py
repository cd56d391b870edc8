"""Small folders of recordings to measure with, laid out as the shared ones are."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import soundfile

from engine.bench.speech_data import SpeechData

SCORER = """
import collections, json, pathlib, sys
import jiwer

def normal(text, language):
    return " ".join("".join(c for c in text.lower() if c.isalnum() or c == " ").split())

if __name__ == "__main__":
    data = pathlib.Path(__file__).resolve().parent.parent / "data" / "speech"
    rows = {row["path"]: row for row in map(json.loads, open(data / "manifest.share.jsonl", encoding="utf-8"))}
    sets = collections.defaultdict(list)
    for line in open(sys.argv[2], encoding="utf-8"):
        said = json.loads(line)
        row = rows[said["path"]]
        if row["transcript"]:
            sets[row["set"]].append((row["transcript"], said["text"]))
    for name, pairs in sets.items():
        found = jiwer.process_words([normal(a, "") for a, _ in pairs], [normal(b, "") for _, b in pairs])
        units = sum(len(a.split()) for a, _ in pairs)
        print(json.dumps({"group": name, "rate": "WER", "percent": round(100 * found.wer, 2), "units": units,
                          "files": len(pairs)}))
"""


@dataclass
class SpeechDataBuilder:
    """Writes ``data/speech`` and ``tools/score.py`` into a folder."""

    folder: Path
    rows: list[dict[str, object]] = field(default_factory=list[dict[str, object]])

    def recording(
        self, path: str, transcript: str | None, *, language: str | None = "en", duration_s: float | None = 3.0
    ) -> "SpeechDataBuilder":
        """A row of the manifest; its set is the folder in its path, its sound half a second of nothing."""
        self._write_sound(path, np.zeros(8_000, np.int16))
        self.rows.append(
            {
                "path": path,
                "set": path.partition("/")[0],
                "duration_s": duration_s,
                "language": language,
                "transcript": transcript,
            }
        )
        return self

    def meeting(
        self, name: str, said: list[tuple[float, str]], *, samples: "np.ndarray | None" = None
    ) -> "SpeechDataBuilder":
        """A meeting with what is said in it and when."""
        self._write_sound(f"meetings/{name}.flac", np.zeros(16_000, np.int16) if samples is None else samples)
        segments = [{"start": start, "text": text} for start, text in said]
        (self._data / "meetings" / f"{name}.json").write_text(json.dumps({"segments": segments}), "utf-8")
        return self

    def build(self) -> SpeechData:
        """Write manifest and scorer."""
        self._data.mkdir(parents=True, exist_ok=True)
        manifest = "".join(f"{json.dumps(row)}\n" for row in self.rows)
        (self._data / "manifest.share.jsonl").write_text(manifest, "utf-8")
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        (tools / "score.py").write_text(SCORER, "utf-8")
        return SpeechData(self._data)

    @property
    def _data(self) -> Path:
        return self.folder / "data" / "speech"

    def _write_sound(self, path: str, samples: np.ndarray) -> None:
        place = self._data / path
        place.parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(place, samples, 16_000, subtype="PCM_16")
