import socket
import threading
from collections.abc import Iterator

import pytest

from app.measuring.cut_line import CutLine


@pytest.fixture
def echo() -> Iterator[int]:
    """A port that says back what it hears."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                while heard := connection.recv(100):
                    connection.sendall(heard)

    thread = threading.Thread(target=serve)
    thread.start()
    yield server.getsockname()[1]
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join()


def test_a_line_carries_nothing_while_it_is_cut_and_all_of_it_when_it_is_mended(echo: int):
    with CutLine(echo) as line, socket.create_connection(("127.0.0.1", line.port)) as desktop:
        desktop.settimeout(10.0)
        desktop.sendall(b"one")
        assert desktop.recv(100) == b"one"
        line.cut()
        desktop.sendall(b"two")
        desktop.settimeout(0.2)
        with pytest.raises(TimeoutError):
            desktop.recv(100)
        line.mend()
        desktop.settimeout(10.0)
        assert desktop.recv(100) == b"two"


def test_a_line_to_nobody_hangs_up():
    with CutLine(1) as line, socket.create_connection(("127.0.0.1", line.port)) as desktop:
        desktop.settimeout(10.0)
        with pytest.raises(ConnectionResetError):
            desktop.recv(100)


def test_a_slow_line_that_loses_packets_still_carries_all(echo: int):
    with CutLine(echo, seed=1) as line, socket.create_connection(("127.0.0.1", line.port)) as desktop:
        line.trouble(delay_s=0.002, loss=0.2)
        desktop.settimeout(10.0)
        desktop.sendall(bytes(range(200)) * 5)
        heard = b""
        while len(heard) < 1000:
            heard += desktop.recv(1000)
        assert heard == bytes(range(200)) * 5
