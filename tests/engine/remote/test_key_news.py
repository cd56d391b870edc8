"""Only who has the pinned key can announce the next one."""

from dataclasses import replace

import pytest

from engine.remote import transcription_pb2 as wire
from engine.remote.key_news import KeyNews, announced, news_message, news_of, read_news
from tests.builders.paired_machines import DAY, TODAY, new_identity

NOW, FOLLOWING, OTHER = new_identity(), new_identity(), new_identity()


def test_what_is_said_arrives():
    news = news_of(NOW, FOLLOWING, kept=OTHER.certificate)
    arrived = read_news(wire.KeyNews.FromString(news_message(news).SerializeToString()))
    assert arrived == news
    assert (arrived.shown, arrived.kept) == (NOW.fingerprint, OTHER.fingerprint)
    assert announced(arrived, pinned=NOW.certificate) == FOLLOWING.certificate


def test_without_a_next_key_nothing_is_announced():
    news = news_of(NOW, None, kept=None)
    assert (news.shown, news.kept) == (NOW.fingerprint, "")
    assert announced(news, pinned=NOW.certificate) is None


def test_an_older_peer_says_nothing():
    assert read_news(wire.DescribeRequest().keys) == KeyNews()


@pytest.mark.parametrize("wrong", ["another's key", "another's certificate", "no signature", "the same", "expired"])
def test_what_the_pinned_key_did_not_sign_for_is_not_taken(wrong: str):
    news = news_of(NOW, FOLLOWING, kept=None)
    match wrong:
        case "another's key":
            news = news_of(OTHER, FOLLOWING, kept=None)
        case "another's certificate":
            news = replace(news, next_certificate=OTHER.certificate.der)
        case "no signature":
            news = replace(news, signature=b"")
        case "the same":
            news = news_of(NOW, NOW, kept=None)
        case _:
            news = news_of(NOW, new_identity(begins=TODAY - 3 * DAY, ends=TODAY - DAY), kept=None)
    assert announced(news, pinned=NOW.certificate) is None


def test_what_makes_no_sense_counts_as_not_said():
    message = wire.KeyNews(shown=b"short", next_certificate=b"\x30" * 9000, signature=b"x" * 5000, kept=b"y" * 33)
    news = read_news(message)
    assert (news.shown, news.kept, news.signature) == ("", "", b"")
    assert announced(news, pinned=NOW.certificate) is None
