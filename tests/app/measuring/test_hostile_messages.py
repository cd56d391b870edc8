"""The same seed, the same messages; and among them what each check is for."""

from google.protobuf.message import DecodeError

from app.measuring.hostile_messages import HostileMessages
from engine.remote import transcription_pb2 as wire


def test_a_seed_always_gives_the_same_messages_and_as_many_as_were_wanted():
    first, second = (list(HostileMessages(3).streams(250)) for _ in range(2))
    assert first == second
    assert sum(len(stream.messages) for stream in first) == 250
    assert first != list(HostileMessages(4).streams(250))


def test_some_cannot_be_parsed_some_are_large_and_some_begin_as_they_should():
    unreadable, opened, large = 0, 0, 0
    for stream in HostileMessages(5).streams(400):
        for message in stream.messages:
            large += len(message) > 300_000
            try:
                opened += wire.AudioChunk.FromString(message).HasField("opening")
            except DecodeError:
                unreadable += 1
    assert unreadable > 20
    assert opened > 20
    assert large > 5
