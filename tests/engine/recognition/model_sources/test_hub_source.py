import hashlib
import logging
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.recognition.catalogue import Catalogue, HubOrigin, ModelFile
from engine.recognition.model_sources.hub_source import HubEndpoint, HubSource
from engine.recognition.model_sources.opening import find_endpoints
from engine.recognition.model_sources.source import PartFile, SourceFailed
from tests.fakes.hub_server import FakeHub, serve, wait_for_requests

CONTENT = hashlib.shake_256(b"weights").digest(3_000_000)
SHA256 = hashlib.sha256(CONTENT).hexdigest()
WANTED = ModelFile("model.bin", len(CONTENT), SHA256)
UNPINNED = ModelFile("model.bin")
ORIGIN = HubOrigin("Somebody/tiny")
PATH = "/Somebody/tiny/resolve/main/model.bin"


@pytest.fixture
def hub() -> Generator[FakeHub]:
    with serve(FakeHub({PATH: CONTENT})) as running:
        yield running


@pytest.fixture
def part_path(tmp_path: Path) -> Path:
    return tmp_path / "model.bin.part"


def no_pause(seconds: float, cancellation: Cancellation) -> None:
    cancellation.check()


def fetch(
    hub: FakeHub,
    part_path: Path,
    wanted: ModelFile = WANTED,
    *,
    token: str | None = None,
    is_mirror: bool = False,
    cancellation: Cancellation | None = None,
) -> bytes:
    endpoint = HubEndpoint(hub.address, f"Bearer {token}" if token else None, is_mirror=is_mirror)
    source = HubSource(ORIGIN, endpoint, pause=no_pause)
    with PartFile(part_path) as part:
        source.deliver(wanted, part, cancellation=cancellation or Cancellation(), on_bytes=lambda _: None)
    return part_path.read_bytes()


def test_a_file_arrives_as_it_is(hub: FakeHub, part_path: Path):
    assert fetch(hub, part_path) == CONTENT
    assert hub.asked_ranges() == [None]


def test_a_cut_connection_is_taken_up_where_it_broke(hub: FakeHub, part_path: Path):
    """Case 88: also behind a proxy that cuts each answer at so many bytes."""
    hub.cut_after = [1_000_000, 700_000, 5]
    assert fetch(hub, part_path) == CONTENT
    assert hub.asked_ranges() == [None, "bytes=1000000-", "bytes=1700000-", "bytes=1700005-"]
    assert hub.requests[1][1]["if-range"] == f'"{SHA256}"'


def test_a_later_try_continues_what_an_earlier_one_left(hub: FakeHub, part_path: Path):
    hub.cut_after = [1_000_000, 0, 0, 0, 0]
    with pytest.raises(SourceFailed, match="the connection was cut"):
        fetch(hub, part_path)
    hub.requests.clear()
    hub.cut_after.clear()
    assert fetch(hub, part_path) == CONTENT
    assert hub.asked_ranges() == ["bytes=1000000-"]


def test_a_server_without_ranges_starts_anew(hub: FakeHub, part_path: Path):
    hub.ranges = False
    hub.cut_after = [1_000_000]
    assert fetch(hub, part_path) == CONTENT


def test_a_file_that_changed_on_the_server_starts_anew(hub: FakeHub, part_path: Path):
    hub.etag = "first"
    hub.cut_after = [1_000_000, 0, 0, 0, 0]
    with pytest.raises(SourceFailed):
        fetch(hub, part_path)
    hub.etag = "second"
    hub.cut_after.clear()
    assert fetch(hub, part_path) == CONTENT


def test_a_server_that_continues_at_the_wrong_place_is_not_believed(hub: FakeHub, part_path: Path):
    hub.wrong_start = True
    hub.cut_after = [1_000_000]
    assert fetch(hub, part_path) == CONTENT


def test_what_an_earlier_try_left_is_replaced_when_it_was_wrong(hub: FakeHub, part_path: Path):
    hub.cut_after = [1_000_000, 0, 0, 0, 0]
    with pytest.raises(SourceFailed):
        fetch(hub, part_path)
    part_path.write_bytes(bytes(1_000_000))
    assert fetch(hub, part_path) == CONTENT
    assert hub.asked_ranges()[-1] is None


def test_a_whole_file_from_an_earlier_try_is_not_fetched_again(hub: FakeHub, part_path: Path):
    fetch(hub, part_path)
    hub.requests.clear()
    assert fetch(hub, part_path) == CONTENT
    assert hub.requests == []


def test_another_server_continues_what_the_first_began(hub: FakeHub, part_path: Path):
    hub.cut_after = [1_000_000, 0, 0, 0, 0]
    with pytest.raises(SourceFailed):
        fetch(hub, part_path)
    with serve(FakeHub({PATH: CONTENT}, etag="its own mark")) as mirror:
        mirror.address = mirror.address.replace("127.0.0.1", "localhost")
        assert fetch(mirror, part_path, is_mirror=True) == CONTENT
        assert mirror.asked_ranges() == ["bytes=1000000-"]
        assert "if-range" not in mirror.requests[0][1]


def test_a_file_of_another_size_is_not_even_fetched(hub: FakeHub, part_path: Path):
    with pytest.raises(SourceFailed, match=r"its model\.bin has 3000000 bytes, not 5"):
        fetch(hub, part_path, ModelFile("model.bin", 5, SHA256))
    assert part_path.stat().st_size == 0


@pytest.mark.parametrize(
    ("status", "reason", "tries"),
    [
        (404, "it does not have the file", 1),
        (401, "it asks for permission", 1),
        (429, "it asks to come back later", 4),
        (503, "it answered with an error", 4),
    ],
)
def test_an_answer_that_says_no_has_a_plain_reason(hub: FakeHub, part_path: Path, status: int, reason: str, tries: int):
    hub.status = status
    with pytest.raises(SourceFailed, match=rf"127\.0\.0\.1 Somebody/tiny: {reason} \(HTTP {status}\)"):
        fetch(hub, part_path)
    assert len(hub.requests) == tries


def test_a_server_that_is_not_there_has_a_plain_reason(hub: FakeHub, part_path: Path):
    with serve(FakeHub({})) as gone:
        pass
    with pytest.raises(SourceFailed, match="it refuses the connection"):
        fetch(gone, part_path)


def test_the_hash_that_the_hub_states_holds_where_the_catalogue_knows_none(hub: FakeHub, part_path: Path):
    assert fetch(hub, part_path, UNPINNED) == CONTENT


def test_a_file_that_differs_from_the_stated_hash_is_refused(hub: FakeHub, part_path: Path):
    hub.etag = "0" * 64
    with pytest.raises(SourceFailed, match="arrived damaged"):
        fetch(hub, part_path, UNPINNED)
    assert part_path.stat().st_size == 0


def test_small_files_are_held_to_the_hash_that_git_gives_them(hub: FakeHub, part_path: Path):
    hub.etag = hashlib.sha1(b"blob %d\0" % len(CONTENT) + CONTENT).hexdigest()
    assert fetch(hub, part_path, UNPINNED) == CONTENT
    hub.etag = "1" * 40
    part_path.unlink()
    with pytest.raises(SourceFailed, match="arrived damaged"):
        fetch(hub, part_path, UNPINNED)


def test_a_server_that_states_no_hash_is_refused_where_none_is_known(hub: FakeHub, part_path: Path):
    hub.states_hash = False
    with pytest.raises(SourceFailed, match="does not say which hash"):
        fetch(hub, part_path, UNPINNED)


def test_a_mirror_is_asked_only_for_files_whose_hash_is_known(hub: FakeHub, part_path: Path):
    assert fetch(hub, part_path, is_mirror=True) == CONTENT
    part_path.unlink()
    with pytest.raises(SourceFailed, match="not asked"):
        fetch(hub, part_path, UNPINNED, is_mirror=True)
    assert len(hub.requests) == 1


def test_cancelling_ends_a_silent_download_at_once(hub: FakeHub, part_path: Path):
    """The server has sent ten bytes and says nothing any more; its own patience is 30 s, ours 20 s."""
    hub.stall = True
    cancellation = Cancellation()
    caught: list[float] = []

    def run() -> None:
        try:
            fetch(hub, part_path, cancellation=cancellation)
        except Cancelled:
            caught.append(time.monotonic())

    waiting = threading.Thread(target=run)
    waiting.start()
    wait_for_requests(hub, 1)
    cancellation.request()
    waiting.join(timeout=15)
    assert caught, "the download went on"
    assert not [thread for thread in threading.enumerate() if thread.name == "speech-model-download"]


def test_cancelling_keeps_what_arrived(hub: FakeHub, part_path: Path):
    cancellation = Cancellation()
    source = HubSource(ORIGIN, HubEndpoint(hub.address), pause=no_pause)

    def cancel_soon(there: int) -> None:
        if there:
            cancellation.request()

    with PartFile(part_path) as part, pytest.raises(Cancelled):
        source.deliver(WANTED, part, cancellation=cancellation, on_bytes=cancel_soon)
    kept = part_path.stat().st_size
    assert 0 < kept < len(CONTENT)
    assert fetch(hub, part_path) == CONTENT
    assert hub.asked_ranges()[-1] == f"bytes={kept}-"


def test_the_access_key_goes_to_the_hub_and_not_along_to_its_storage(
    hub: FakeHub, part_path: Path, caplog: pytest.LogCaptureFixture
):
    """Case 98."""
    caplog.set_level(logging.DEBUG)
    with serve(FakeHub({}, redirect_to=hub.address)) as front:
        assert fetch(front, part_path, token="hf_CANARY123") == CONTENT
        assert front.requests[0][1]["authorization"] == "Bearer hf_CANARY123"
    assert "authorization" not in hub.requests[0][1]
    assert "CANARY" not in caplog.text
    assert "CANARY" not in repr(HubEndpoint.of(hub.address, token="hf_CANARY123"))


@pytest.mark.parametrize("status", [401, 503])
def test_a_failure_tells_no_secret(hub: FakeHub, part_path: Path, status: int):
    """Case 98: also not what stands in an address."""
    hub.status = status
    endpoint = HubEndpoint.of(hub.address.replace("http://", "http://somebody:CANARY456@"))
    with PartFile(part_path) as part, pytest.raises(SourceFailed) as caught:
        HubSource(ORIGIN, endpoint, pause=no_pause).deliver(
            WANTED, part, cancellation=Cancellation(), on_bytes=lambda _: None
        )
    assert hub.requests[0][1]["authorization"] == "Basic c29tZWJvZHk6Q0FOQVJZNDU2"
    seen: BaseException | None = caught.value
    while seen is not None:
        assert "CANARY" not in f"{seen} {seen!r}"
        seen = seen.__cause__


def test_a_key_is_not_sent_over_an_unprotected_line(tmp_path: Path):
    source = HubSource(ORIGIN, HubEndpoint.of("http://mirror.example", token="hf_CANARY123"))
    assert source.label == "mirror.example Somebody/tiny"
    assert source._secrets() == {}  # pyright: ignore[reportPrivateUsage] - nothing leaves this machine in a test


CATALOGUE = Catalogue((), hubs=("https://huggingface.co",), mirrors=("https://hf-mirror.com",))


def test_the_hub_is_asked_before_its_mirror_and_alone_knows_the_key():
    assert find_endpoints(CATALOGUE, {"HF_TOKEN": "hf_CANARY123"}) == [
        HubEndpoint("https://huggingface.co", "Bearer hf_CANARY123"),
        HubEndpoint("https://hf-mirror.com", is_mirror=True),
    ]


def test_an_endpoint_that_a_person_chose_is_the_only_one():
    environment = {"HF_ENDPOINT": "https://models.company.example/", "HF_TOKEN": " "}
    assert find_endpoints(CATALOGUE, environment) == [HubEndpoint("https://models.company.example")]


def test_offline_means_that_nobody_is_asked():
    assert find_endpoints(CATALOGUE, {"HF_HUB_OFFLINE": "1"}) == []
