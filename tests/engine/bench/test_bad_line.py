import socket
import threading
from collections.abc import Iterator

import pytest

from engine.bench.bad_line import BadLine

SENT = bytes(number % 251 for number in range(200_000))


@pytest.fixture
def echo() -> Iterator[int]:
    """A port that says back what it hears, to one caller after the other."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                try:
                    while heard := connection.recv(10_000):
                        connection.sendall(heard)
                except OSError:
                    pass

    thread = threading.Thread(target=serve)
    thread.start()
    yield server.getsockname()[1]
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join()


def call(line: BadLine) -> socket.socket:
    return socket.create_connection(("127.0.0.1", line.port), timeout=10.0)


def all_heard(desktop: socket.socket) -> bytes:
    heard = b""
    while piece := desktop.recv(100_000):
        heard += piece
    return heard


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_what_a_line_loses_comes_late_but_whole_and_in_order(echo: int, loss: float):
    with BadLine(echo, delay_s=0.001, loss=loss) as line, call(line) as desktop:
        sending = threading.Thread(target=desktop.sendall, args=(SENT,))
        sending.start()
        heard = b""
        while len(heard) < len(SENT):
            heard += desktop.recv(100_000)
        sending.join()
        desktop.shutdown(socket.SHUT_WR)
        assert heard + all_heard(desktop) == SENT
        assert line.bytes_up == len(SENT)
        assert line.connections == 1


def test_a_line_carries_nothing_while_it_is_frozen_and_all_of_it_afterwards(echo: int):
    with BadLine(echo) as line, call(line) as desktop:
        desktop.sendall(b"one")
        assert desktop.recv(100) == b"one"
        line.freeze()
        desktop.sendall(b"two")
        desktop.settimeout(0.2)
        with pytest.raises(TimeoutError):
            desktop.recv(100)
        line.thaw()
        desktop.settimeout(10.0)
        assert desktop.recv(100) == b"two"


def test_a_line_that_is_cut_breaks_what_is_open_and_lets_others_through(echo: int):
    with BadLine(echo) as line, call(line) as desktop:
        desktop.sendall(b"one")
        assert desktop.recv(100) == b"one"
        line.cut()
        with pytest.raises(ConnectionResetError):
            desktop.recv(100)
        with call(line) as other:
            other.sendall(b"two")
            assert other.recv(100) == b"two"


def test_a_line_that_is_gone_refuses_until_it_is_back_at_the_same_port(echo: int):
    with BadLine(echo) as line:
        line.go_away()
        with pytest.raises(ConnectionRefusedError):
            call(line)
        line.come_back()
        with call(line) as desktop:
            desktop.sendall(b"one")
            assert desktop.recv(100) == b"one"


def test_a_line_to_nobody_hangs_up():
    with BadLine(1) as line, pytest.raises(ConnectionResetError), call(line) as desktop:
        desktop.recv(100)


def test_trouble_comes_and_goes(echo: int):
    with BadLine(echo) as line, call(line) as desktop:
        line.trouble(delay_s=0.002, loss=0.2)
        desktop.sendall(SENT[:1000])
        line.trouble()
        desktop.shutdown(socket.SHUT_WR)
        assert all_heard(desktop) == SENT[:1000]
