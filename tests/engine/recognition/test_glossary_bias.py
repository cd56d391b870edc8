import math
from collections.abc import Callable, Sequence

from engine.contract.heard import AlignedWord
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import AS_BEFORE
from engine.recognition.glossary_bias import LEAST_GAIN, GlossaryBias
from engine.recognition.whisper_model import Decoded, Encoded

ENCODED = Encoded(None, (16_000,))


class FakeWeights:
    """Tokens are words; a text is as likely as it is told."""

    def __init__(self, gain: Callable[[str], float] = lambda text: -1.0, heard: str = "") -> None:
        self._gain = gain
        self._heard = heard
        self.vocabulary: list[str] = []
        self.hints: list[list[str]] = []
        self.asked: list[str] = []

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        return tuple(self._token(f" {word}") for word in text.split())

    def words_of(self, text: str, *, language: str) -> list[tuple[str, tuple[int, ...]]]:
        return [(self.vocabulary[token], (token,)) for token in self.tokens_of(text, language=language)]

    def one_of(self, encoded: Encoded, at: int) -> Encoded:
        return encoded

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        begun: Sequence[Sequence[int]] = (),
        hotwords: Sequence[str] = (),
    ) -> list[Decoded]:
        self.hints.append(list(hotwords))
        return [Decoded((), self._heard, -0.3, 0.0)]

    def likelihoods(self, encoded: Encoded, texts: Sequence[Sequence[int]], *, language: str) -> list[list[float]]:
        found: list[list[float]] = []
        for number, tokens in enumerate(texts):
            text = "".join(self.vocabulary[token] for token in tokens)
            if number:
                self.asked.append(text.strip())
            gain = self._gain(text.strip()) if number else 0.0
            found.append([math.exp(gain / len(tokens))] * len(tokens))
        return found

    def aligned(self, text: str, *, confidence: float = 0.5) -> list[AlignedWord]:
        return [
            AlignedWord(1000 * at, 1000 * (at + 1), f" {word}", confidence, (self._token(f" {word}"),))
            for at, word in enumerate(text.split())
        ]

    def _token(self, word: str) -> int:
        if word not in self.vocabulary:
            self.vocabulary.append(word)
        return self.vocabulary.index(word)


def applied(
    weights: FakeWeights, text: str, *terms: GlossaryTerm, no_speech: float = 0.0, settled: int = 0, sure: float = 0.5
) -> list[AlignedWord]:
    decoded = Decoded((), text, -0.3, no_speech)
    words = weights.aligned(text, confidence=sure)
    return GlossaryBias(model=weights, terms=terms).apply(ENCODED, 0, decoded, words, language="en", settled=settled)


def written(words: Sequence[AlignedWord]) -> str:
    return "".join(word.text for word in words).strip()


HELSTONE = GlossaryTerm("Helstone")


def test_a_term_that_the_sound_allows_takes_the_place_of_what_was_heard_with_its_time_and_says_so():
    words = applied(FakeWeights(), "at Hell stone, he said", GlossaryTerm("Helstone"))
    assert written(words) == "at Helstone, he said"
    [change] = [word for word in words if word.heard]
    assert (change.heard, change.start, change.stop) == ("Hell stone,", 1000, 3000)


def test_a_term_that_the_sound_speaks_against_is_not_written():
    words = applied(FakeWeights(lambda text: LEAST_GAIN - 0.5), "at Helstyn now", HELSTONE)
    assert written(words) == "at Helstyn now"


def test_of_two_terms_for_the_same_words_the_better_one_is_written():
    weights = FakeWeights(lambda text: -1.0 if "Helstone" in text else -6.0)
    assert written(applied(weights, "at Helstyn now", GlossaryTerm("Helsten"), HELSTONE)) == "at Helstone now"


def test_nothing_is_done_where_nobody_may_be_speaking_and_nothing_is_asked_where_nothing_sounds_alike():
    weights = FakeWeights()
    assert written(applied(weights, "at Helstyn now", HELSTONE, no_speech=0.7)) == "at Helstyn now"
    assert written(applied(weights, "good morning", HELSTONE)) == "good morning"
    assert (weights.asked, weights.hints) == ([], [])


def test_words_that_are_settled_stay():
    weights = FakeWeights()
    assert written(applied(weights, "Helstyn Helstyn", HELSTONE, settled=1)) == "Helstyn Helstone"


def test_words_that_were_surely_heard_are_not_heard_again_with_a_hint():
    weights = FakeWeights(heard="at Helstone now")
    applied(weights, "at Helstyn now", HELSTONE, sure=0.95)
    assert weights.hints == []
    applied(weights, "at Helstyn now", HELSTONE, sure=0.4)
    assert weights.hints == [["Helstone"]]


def test_a_hint_that_is_read_out_never_comes_into_the_text():
    weights = FakeWeights(
        lambda text: LEAST_GAIN - 1, heard="Helstone, Helstone, Helstone, Helstone, Helstone, Helstone"
    )
    assert written(applied(weights, "at Helstyn now", HELSTONE)) == "at Helstyn now"


def test_a_hint_is_short_however_long_the_glossary_is():
    weights = FakeWeights()
    terms = [GlossaryTerm(f"Helst{letter}n") for letter in "abcdefghijklmnopqrstuvw"]
    applied(weights, "at Helstyxn now", *terms)
    assert all(len(hint) <= 8 for hint in weights.hints)


def test_what_a_person_gave_is_written_whatever_the_sound_says_and_as_several_words():
    weights = FakeWeights(lambda text: -50.0)
    words = applied(weights, "the k8s thing", GlossaryTerm("k8s", replacement="Kuber Netes"))
    assert written(words) == "the Kuber Netes thing"
    assert [word.heard for word in words] == ["", "k8s", AS_BEFORE, ""]
