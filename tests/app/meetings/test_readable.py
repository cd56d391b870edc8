"""Case 81: names that the system's code page does not know."""

from app.meetings.readable import one_line, readable


def test_a_name_that_came_in_as_ascii_is_read_as_utf_8():
    hidden = "今天 会议".encode().decode("ascii", "surrogateescape")
    assert readable(hidden) == "今天 会议"


def test_a_byte_that_is_no_utf_8_is_shown_as_one_that_cannot_be_read():
    assert readable("caf\udce9") == "caf\ufffd"


def test_half_a_pair_is_no_error():
    assert readable("a\ud800b") == "a?b"


def test_an_ordinary_name_stays_as_it_is():
    assert readable("Zoë 测试 😀\n") == "Zoë 测试 😀\n"


def test_line_breaks_and_terminal_orders_do_not_get_onto_a_line():
    assert one_line("a\nb\x1b[31m\u2028c") == "a b [31m c"
