from hypothesis import given
from hypothesis import strategies as st

from ui.reading.block_heights import BlockHeights


def test_sums_and_places_of_a_long_list() -> None:
    heights = BlockHeights(30 + n % 3 for n in range(20_000))
    flat = [30 + n % 3 for n in range(20_000)]
    assert heights.total == sum(flat)
    assert heights.top(12_345) == sum(flat[:12_345])
    assert heights.index_at(heights.top(12_345)) == 12_345
    assert heights.index_at(heights.top(12_345) - 1) == 12_344
    assert heights.top(20_000) == heights.total


def test_a_pixel_outside_gives_the_first_or_last_block() -> None:
    heights = BlockHeights([10, 20])
    assert heights.index_at(-5) == 0
    assert heights.index_at(500) == 1
    assert BlockHeights().index_at(3) == 0


@given(
    st.lists(st.integers(1, 90), max_size=700),
    st.lists(st.tuples(st.sampled_from(["insert", "remove", "replace"]), st.integers(0, 10_000), st.integers(1, 90))),
)
def test_it_stays_equal_to_a_plain_list(start: list[int], steps: list[tuple[str, int, int]]) -> None:
    plain, heights = list(start), BlockHeights(start)
    for step, number, height in steps:
        if step == "insert":
            at = number % (len(plain) + 1)
            plain.insert(at, height)
            heights.insert(at, height)
        elif plain:
            at = number % len(plain)
            if step == "remove":
                del plain[at]
                heights.remove(at)
            else:
                plain[at] = height
                heights.replace(at, height)
    assert len(heights) == len(plain)
    assert heights.total == sum(plain)
    assert [heights.height(i) for i in range(len(plain))] == plain
    for index in range(0, len(plain), 7):
        assert heights.top(index) == sum(plain[:index])
        assert heights.index_at(sum(plain[:index])) == index
