import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import DeviceReport
from engine.contract.errors import DeviceUnusable
from engine.contract.places import RESOURCES
from engine.recognition.device import (
    ChildProber,
    ProbeResult,
    choose_device,
    describe_devices,
    remember_failure,
)
from engine.recognition.device_refusals import Cause, DeviceStep
from engine.recognition.graphics_cards import GraphicsCard, GraphicsCards, find_graphics_cards
from tests.fakes.probers import ABSENT, FakeProber

GB = 1 << 30
SILENCE = np.zeros(16_000, dtype=np.float32)
CUDA_STEPS = ["cuda float16", "cuda int8_float16", "cuda float32"]


def card(*, driver: str = "570.10", free: int = 10 * GB, name: str = "NVIDIA GeForce RTX 3060") -> GraphicsCards:
    return GraphicsCards(driver, (GraphicsCard(name, 12 * GB, free),), has_driver=True)


NO_CARD = GraphicsCards()


def refused(cause: Cause) -> ProbeResult:
    return ProbeResult(cause=cause, detail="what the library said")


@pytest.fixture
def model_path(tmp_path: Path) -> Path:
    folder = tmp_path / "models" / "base"
    folder.mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"weights")
    return folder


@pytest.fixture
def cache_file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "devices.json"


Choose = Callable[..., DeviceReport]


@pytest.fixture
def choose(model_path: Path, cache_file: Path) -> Choose:
    def call(prober: FakeProber, cards: GraphicsCards = NO_CARD, **options: Cancellation) -> DeviceReport:
        return choose_device(
            model_path, sample=SILENCE, cache_file=cache_file, prober=prober, find_cards=lambda: cards, **options
        )

    return call


def test_a_good_graphics_card_is_used_in_half_precision(choose: Choose):
    prober = FakeProber()
    report = choose(prober, card())
    assert report == DeviceReport("cuda", "float16", "NVIDIA GeForce RTX 3060", ())
    assert prober.tried == ["cuda float16"]


def test_without_a_graphics_card_none_is_tried_and_none_is_complained_about(choose: Choose):
    prober = FakeProber()
    report = choose(prober)
    assert (report.device, report.compute_type, report.refused) == ("cpu", "int8", ())
    assert report.name
    assert prober.tried == ["cpu int8"]


def test_what_works_is_not_tried_again(choose: Choose):
    first = choose(FakeProber())
    again = FakeProber()
    assert choose(again) == first
    assert again.tried == []


def test_an_aborting_card_costs_its_step_and_is_remembered(choose: Choose):
    """Case 91."""
    aborting = FakeProber({("cuda", step.split()[1]): refused(Cause.CRASHED) for step in CUDA_STEPS})
    report = choose(aborting, card())
    assert (report.device, report.compute_type) == ("cpu", "int8")
    assert aborting.tried == [*CUDA_STEPS, "cpu int8"]
    assert report.refused[0] == (
        "The graphics card was not used with half precision (float16): "
        "the recognition ended unexpectedly during a test."
    )
    again = FakeProber()
    assert choose(again, card()) == report
    assert again.tried == []


def test_a_new_driver_is_given_another_chance(choose: Choose):
    """Case 91: remembered until drivers change."""
    choose(FakeProber({("cuda", step.split()[1]): refused(Cause.CRASHED) for step in CUDA_STEPS}), card())
    report = choose(FakeProber(), card(driver="580.00"))
    assert (report.device, report.compute_type) == ("cuda", "float16")


@pytest.mark.parametrize("cause", [Cause.MISSING_CUDNN, Cause.MISSING_CUBLAS, Cause.DRIVER_TOO_OLD])
def test_what_spoils_the_whole_card_is_tried_once_only(choose: Choose, cause: Cause):
    """Case 91."""
    prober = FakeProber({("cuda", "float16"): refused(cause)})
    report = choose(prober, card())
    assert prober.tried == ["cuda float16", "cpu int8"]
    assert len(report.refused) == 1


def test_a_precision_that_is_not_supported_leads_to_the_next(choose: Choose):
    """Case 92."""
    prober = FakeProber(
        {
            ("cuda", "float16"): refused(Cause.UNSUPPORTED),
            ("cuda", "int8_float16"): refused(Cause.UNSUPPORTED),
        }
    )
    report = choose(prober, card(name="NVIDIA GeForce GTX 1080"))
    assert (report.device, report.compute_type) == ("cuda", "float32")
    assert len(report.refused) == 2


def test_a_full_card_is_tried_in_smaller_precision_and_not_in_larger(choose: Choose):
    """Case 92."""
    prober = FakeProber(
        {
            ("cuda", "float16"): refused(Cause.OUT_OF_MEMORY),
            ("cuda", "int8_float16"): refused(Cause.OUT_OF_MEMORY),
        }
    )
    report = choose(prober, card(free=1 * GB))
    assert prober.tried == ["cuda float16", "cuda int8_float16", "cpu int8"]
    assert "not enough free memory for this speech model" in report.refused[0]


def test_a_card_that_was_too_full_is_tried_again_when_more_is_free(choose: Choose):
    """Case 92: another program had taken the memory."""
    full = {("cuda", step.split()[1]): refused(Cause.OUT_OF_MEMORY) for step in CUDA_STEPS}
    choose(FakeProber(full), card(free=1 * GB))
    same = FakeProber()
    assert choose(same, card(free=1 * GB)).device == "cpu"
    assert same.tried == []
    assert choose(FakeProber(), card(free=8 * GB)).device == "cuda"


def test_a_test_that_took_too_long_is_not_held_against_the_card(choose: Choose):
    slow = {("cuda", step.split()[1]): refused(Cause.TIMED_OUT) for step in CUDA_STEPS}
    choose(FakeProber(slow), card())
    assert choose(FakeProber(), card()).device == "cuda"


def test_a_device_that_fails_at_work_is_left_at_the_next_choice(choose: Choose, model_path: Path, cache_file: Path):
    """Case 92: out of memory at segment 50."""
    report = choose(FakeProber(), card(free=3 * GB))
    remember_failure(
        model_path,
        report,
        exit_code=None,
        said="CUDA failed with error out of memory",
        cache_file=cache_file,
        find_cards=lambda: card(free=3 * GB),
    )
    prober = FakeProber()
    report = choose(prober, card(free=3 * GB))
    assert (report.device, report.compute_type) == ("cuda", "int8_float16")
    assert prober.tried == ["cuda int8_float16"]


def test_a_failing_processor_is_never_remembered(choose: Choose, model_path: Path, cache_file: Path):
    broken = {("cpu", "int8"): refused(Cause.CRASHED), ("cpu", "float32"): refused(Cause.CRASHED)}
    with pytest.raises(DeviceUnusable) as caught:
        choose(FakeProber(broken))
    assert "The processor was not used with reduced precision (int8)" in caught.value.detail
    assert choose(FakeProber()).device == "cpu"
    remember_failure(
        model_path,
        choose(FakeProber()),
        exit_code=-6,
        said="",
        cache_file=cache_file,
        find_cards=lambda: NO_CARD,
    )
    assert choose(FakeProber()).compute_type == "int8"


def test_a_card_that_only_its_driver_sees_is_explained(choose: Choose):
    prober = FakeProber({("cuda", "float16"): ABSENT})
    report = choose(prober, card())
    assert prober.tried == ["cuda float16", "cpu int8"]
    assert "the recognition does not see it, although its driver does" in report.refused[0]


def test_a_driver_without_a_card_is_asked_once(choose: Choose):
    bare = GraphicsCards(has_driver=True)
    prober = FakeProber({("cuda", "float16"): ABSENT})
    assert choose(prober, bare).refused == ()
    assert prober.tried == ["cuda float16", "cpu int8"]
    again = FakeProber()
    assert choose(again, bare).device == "cpu"
    assert again.tried == []


def test_another_speech_model_is_tried_for_itself(choose: Choose, model_path: Path):
    choose(FakeProber())
    (model_path / "model.bin").write_bytes(b"other weights")
    prober = FakeProber()
    choose(prober)
    assert prober.tried == ["cpu int8"]


@pytest.mark.parametrize("content", ["", "{", '{"x": 1}', "[]"])
def test_a_broken_memory_only_costs_another_try(choose: Choose, cache_file: Path, content: str):
    choose(FakeProber())
    cache_file.write_text(content)
    prober = FakeProber()
    choose(prober)
    assert prober.tried == ["cpu int8"]
    assert json.loads(cache_file.read_text())


def test_a_person_reads_what_was_found_and_what_would_help(choose: Choose, model_path: Path, cache_file: Path):
    def describe():
        return describe_devices(model_path, cache_file=cache_file, find_cards=card)

    graphics, processor = describe()
    assert (graphics.name, graphics.is_found, graphics.is_usable) == ("NVIDIA GeForce RTX 3060", True, None)
    assert graphics.status == "It is tested at the first recognition."
    choose(FakeProber({("cuda", "float16"): refused(Cause.MISSING_CUDNN)}), card())
    graphics, processor = describe()
    assert graphics.is_usable is False
    assert "the cuDNN library for it is missing" in graphics.status
    assert "cuDNN" in graphics.fix
    assert processor.is_usable
    assert processor.status == "Used for recognition (int8)."


def test_without_a_card_a_person_reads_that_the_processor_is_used(model_path: Path, cache_file: Path):
    graphics, _ = describe_devices(model_path, cache_file=cache_file, find_cards=lambda: NO_CARD)
    assert (graphics.is_found, graphics.is_usable) == (False, False)
    assert "the processor is used" in graphics.status.lower()


def test_asking_this_computer_for_its_cards_never_raises():
    assert find_graphics_cards().has_driver in (True, False)


def probe_with(code: str, *, deadline_s: float = 60, cancellation: Cancellation | None = None) -> ProbeResult:
    prober = ChildProber(command=(sys.executable, "-c", code), deadline_s=deadline_s)
    return prober(
        DeviceStep("cuda", "float16"),
        model_path=Path("nowhere"),
        sample=SILENCE,
        cancellation=cancellation or Cancellation(),
    )


READ = "import os, sys; sound = sys.stdin.buffer.read(); "


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("os.abort()", Cause.CRASHED),
        ("os.kill(os.getpid(), 11)", Cause.CRASHED),
        ("os.kill(os.getpid(), 4)", Cause.INSTRUCTION_MISSING),
        ("os._exit(3)", Cause.OTHER),
        ("print('nonsense')", Cause.OTHER),
        (
            "os.write(2, b'Could not load library libcudnn_ops.so.9. Error: no such file'); os.abort()",
            Cause.MISSING_CUDNN,
        ),
        (
            "os.write(2, b'Library libcublas.so.12 is not found or cannot be loaded'); os._exit(1)",
            Cause.MISSING_CUBLAS,
        ),
    ],
)
def test_a_child_that_ends_badly_is_a_refused_step(code: str, cause: Cause):
    """Case 91: a worker that aborts at the first inference, and libraries that are not there."""
    assert probe_with(READ + code).cause is cause


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("RuntimeError: CUDA failed with error out of memory", Cause.OUT_OF_MEMORY),
        ("RuntimeError: CUDA failed with error CUDA driver version is insufficient for CUDA", Cause.DRIVER_TOO_OLD),
        ("RuntimeError: CUDA failed with error no kernel image is available for execution", Cause.CARD_UNKNOWN),
        (
            "ValueError: Requested float16 compute type, but the target device or backend do not support efficient "
            "float16 computation.",
            Cause.UNSUPPORTED,
        ),
        ("RuntimeError: something new", Cause.OTHER),
    ],
)
def test_what_a_library_says_becomes_a_cause(said: str, cause: Cause):
    """Case 92."""
    line = json.dumps({"outcome": "failed", "detail": said})
    result = probe_with(READ + f"print({line!r})")
    assert (result.works, result.cause) == (False, cause)


def test_a_child_that_never_answers_is_ended_at_its_deadline():
    result = probe_with(READ + "import time; time.sleep(600)", deadline_s=0.5)
    assert result.cause is Cause.TIMED_OUT


def test_a_child_that_never_reads_is_ended_as_well():
    assert probe_with("import time; time.sleep(600)", deadline_s=0.5).cause is Cause.TIMED_OUT


def test_a_running_child_is_ended_when_cancelled():
    cancellation = Cancellation()
    timer = threading.Timer(0.3, cancellation.request)
    timer.start()
    with pytest.raises(Cancelled):
        probe_with(READ + "import time; time.sleep(600)", cancellation=cancellation)
    timer.join()


def test_the_child_hears_the_first_second_and_knows_no_key(monkeypatch: pytest.MonkeyPatch):
    """Case 98."""
    monkeypatch.setenv("HF_TOKEN", "hf_CANARY123")
    code = READ + (
        "import json; ok = len(sound) == 64000 and 'HF_TOKEN' not in os.environ "
        "and os.environ['HF_HUB_OFFLINE'] == '1' and 'CANARY' not in ' '.join(sys.argv); "
        "print(json.dumps({'outcome': 'works' if ok else 'failed', 'detail': ''}))"
    )
    prober = ChildProber(command=(sys.executable, "-c", code))
    result = prober(
        DeviceStep("cpu", "int8"),
        model_path=Path("nowhere"),
        sample=np.zeros(48_000, dtype=np.float32),
        cancellation=Cancellation(),
    )
    assert result.works


@pytest.mark.slow
def test_this_computer_really_decodes_a_second_of_the_lecture(speech_models: Path, cache_file: Path):
    read, rate = soundfile.read(RESOURCES / "samples" / "lecture.flac", frames=16_000, start=16_000, dtype="float32")
    assert rate == 16_000
    samples = np.asarray(read, dtype=np.float32)
    report = choose_device(speech_models / "tiny.en", sample=samples, cache_file=cache_file)
    assert report.device in ("cpu", "cuda")
    assert choose_device(speech_models / "tiny.en", sample=samples, cache_file=cache_file) == report


@pytest.mark.slow
def test_weights_that_cannot_be_read_are_a_refused_step(speech_models: Path, tmp_path: Path):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "model.bin").write_bytes(b"no weights")
    result = ChildProber()(DeviceStep("cpu", "int8"), model_path=broken, sample=SILENCE, cancellation=Cancellation())
    assert result.cause is Cause.OTHER
    assert result.detail
