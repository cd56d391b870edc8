"""The manifests are what Kubernetes, KEDA and the Prometheus operator take, and fit the group they are for."""

import re
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from typer.main import get_command
from typer.testing import CliRunner

from app.cli.worker import worker
from engine.contract.places import ROOT
from engine.worker.group import subjects
from engine.worker.group.nats_server import MOST_PAYLOAD, find_nats_server

FOLDER = ROOT / "installers" / "worker" / "kubernetes"
VERSIONS = ("1.30", "1.37.0")
"""Of Kubernetes: the oldest that clusters still run, and the newest that is known here."""

CUSTOM = ("ScaledObject", "PodMonitor")

Manifest = dict[str, Any]


def manifests() -> list[Manifest]:
    return [
        manifest for path in sorted(FOLDER.glob("*.yaml")) for manifest in yaml.safe_load_all(path.read_text("utf-8"))
    ]


def of_kind(kind: str) -> list[Manifest]:
    return [each for each in manifests() if each["kind"] == kind]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_manifest_of_kubernetes_own_kinds_is_valid_and_has_nothing_unknown(version: str):
    kinds: set[str] = set()
    for manifest in manifests():
        if manifest["kind"] not in CUSTOM:
            kubernetes_validate.validate(manifest, version, strict=True)
            kinds.add(manifest["kind"])
    assert {"Deployment", "StatefulSet", "Service", "ConfigMap", "NetworkPolicy"} <= kinds


@pytest.mark.slow
def test_the_custom_resources_are_what_their_own_definitions_say():
    # Five seconds of imports, made from the definitions that KEDA and the Prometheus operator publish.
    from cloudcoil.models.keda.v1alpha1 import ScaledObject
    from cloudcoil.models.prometheus_operator.v1 import PodMonitor

    for kind, model in (("ScaledObject", ScaledObject), ("PodMonitor", PodMonitor)):
        (manifest,) = of_kind(kind)
        # What the definition does not know would be dropped.
        assert model.model_validate(manifest).model_dump(by_alias=True, exclude_unset=True) == manifest
        with pytest.raises(ValueError):
            model.model_validate(manifest | {"spec": {}})


def test_it_grows_by_what_waits_in_every_lane_and_by_the_graphics_cards():
    (scaled,) = of_kind("ScaledObject")
    triggers: list[Manifest] = scaled["spec"]["triggers"]
    lanes = [each["metadata"] for each in triggers if each["type"] == "nats-jetstream"]
    assert {each["consumer"] for each in lanes} == {lane.name for lane in subjects.LANES}
    assert {each["stream"] for each in lanes} == {subjects.QUESTIONS}
    assert triggers[-1]["type"] == "prometheus"
    assert "GPU" in triggers[-1]["metadata"]["query"]
    (scaled_deployment,) = (each for each in of_kind("Deployment") if each["metadata"]["name"] == "vivavoce-worker")
    assert scaled["spec"]["scaleTargetRef"]["name"] == scaled_deployment["metadata"]["name"]
    assert "replicas" not in scaled_deployment["spec"]


def test_what_is_selected_is_there():
    labels = [
        each["spec"]["template"]["metadata"]["labels"] for each in (*of_kind("Deployment"), *of_kind("StatefulSet"))
    ]
    names = {each["app.kubernetes.io/name"] for each in labels}
    selected = [each["spec"]["selector"] for each in of_kind("Service")]
    selected += [each["spec"]["podSelector"]["matchLabels"] for each in of_kind("NetworkPolicy")]
    selected += [each["spec"]["selector"]["matchLabels"] for each in of_kind("PodMonitor")]
    assert {each["app.kubernetes.io/name"] for each in selected} == names
    (monitor,) = of_kind("PodMonitor")
    (servers,) = of_kind("StatefulSet")
    ports = {port["name"] for each in servers["spec"]["template"]["spec"]["containers"] for port in each["ports"]}
    assert {each["port"] for each in monitor["spec"]["podMetricsEndpoints"]} <= ports


def test_members_are_started_by_words_that_the_command_knows():
    known = {name for each in get_command(worker).commands["group"].params for name in each.opts}  # type: ignore[attr-defined]
    for deployment in of_kind("Deployment"):
        (container,) = deployment["spec"]["template"]["spec"]["containers"]
        words = [*container["command"], *container["args"]]
        assert words[:3] == ["vivavoce", "worker", "group"]
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used <= known
        assert {"--role", "--member", "--nats", "--tls", "--copies"} <= used


def test_the_servers_configuration_is_one_and_takes_what_a_group_sends(tmp_path: Path):
    (config,) = of_kind("ConfigMap")
    made = CliRunner().invoke(worker, ["certificates", str(tmp_path / "tls"), "front", "worker"])
    assert made.exit_code == 0, made.output
    text = config["data"]["nats.conf"].replace(": /tls/", f": {tmp_path}/tls/")
    text = text.replace("/data", str(tmp_path / "data"))
    (size,) = re.findall(r"max_payload: (\d+)MB", text)
    assert int(size) << 20 == MOST_PAYLOAD
    place = tmp_path / "nats.conf"
    place.write_text(text, "utf-8")
    tried = subprocess.run(
        [find_nats_server(), "-t", "-c", place],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env={"POD_NAME": "vivavoce-nats-0"},
    )
    assert tried.returncode == 0, tried.stderr
