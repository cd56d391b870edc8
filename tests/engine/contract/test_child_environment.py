import os

from engine.contract.child_environment import child_environment
from engine.contract.places import ROOT


def test_a_child_finds_our_packages_first_and_then_what_was_there():
    environment = child_environment({"PYTHONPATH": "theirs"})
    assert environment["PYTHONPATH"] == os.pathsep.join((str(ROOT), "theirs"))
    assert child_environment({})["PYTHONPATH"] == str(ROOT)


def test_a_child_gets_no_keys_and_no_network():
    """Cases 90 and 98."""
    environment = child_environment({"HF_TOKEN": "hf_1", "HUGGING_FACE_HUB_TOKEN": "hf_2", "LANG": "C"})
    assert (environment["HF_HUB_OFFLINE"], environment["LANG"]) == ("1", "C")
    assert environment["ORT_DISABLE_TELEMETRY"] == "1", "ONNX Runtime would report to its makers"
    assert not [value for value in environment.values() if value.startswith("hf_")]


def test_the_surroundings_themselves_stay_as_they_are():
    surroundings = {"HF_TOKEN": "hf_1"}
    child_environment(surroundings)
    assert surroundings == {"HF_TOKEN": "hf_1"}


def test_a_child_computes_features_on_one_thread():
    assert child_environment({})["OPENBLAS_NUM_THREADS"] == "1", "two are three times slower"
