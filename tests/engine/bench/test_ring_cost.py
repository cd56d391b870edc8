"""A view in another process is the writer's memory, and stamps cost less than a hundredth of a core."""

from engine.bench.ring_cost import measure_ring


def test_a_view_in_another_process_shows_what_the_writer_writes_afterwards() -> None:
    found = measure_ring()
    assert found.is_change_seen
    assert found.is_shared
    assert found.writer.process != found.reader.process
    assert found.writer.is_inside in (True, None)
    assert found.stamp_share < 0.01
