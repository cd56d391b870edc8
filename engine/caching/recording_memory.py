"""What is known of a recording because it was heard before: a lecture as MP3 and as WAV, a jingle, an announcement.

Used by ``engine/pipeline/file_pipeline.py`` on the thread of the job, before anything is detected or recognised. A
recording is gone through block by block. Where the sound before was known, the next block is held against what came
next there; else candidates are looked up by their print. Nothing is believed before ``sound_proof.py`` has proven it:
a piece of speech is known if all of its sound is the same, every 64 ms, and the silence between two pieces is if
all of that is. What is not known is detected and recognised as ever, between the pieces that are.

The unit is a part of a stretch: speech with silence around it, or up to the pause where the packer cut. So it does not
matter how a codec moves the borders that the voice detector finds; they are not looked for again.
"""

import hashlib
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.caching.figures import CacheCounts, add_counts
from engine.caching.heard_sound import hear
from engine.caching.kept_lines import moved
from engine.caching.kept_sound import KeptPiece, KeptSounds, KeptWords
from engine.caching.known_piece import KnownPiece, Recalled
from engine.caching.segment_cache import Question, lifetime_s
from engine.caching.sound_index import BLOCK, SoundIndex
from engine.caching.sound_print import print_of
from engine.caching.sound_proof import STEP_SAMPLES, compare, proof_of
from engine.caching.sound_run import HeardBlock, SoundRun, joined
from engine.caching.store import CacheStore
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation

LEAST_STEPS = 16
"""A second must be proven before a candidate is looked at any further."""

ENOUGH = 0.5
"""A sound goes on as long as so much of its next block is proven."""

KNOWN_BY = 0.5
"""So much of a recording must be known if nobody shall be asked for its language."""

MOST_OVERLAP = 64
"""Samples by which neighbours may overlap: blocks are laid over each other one by one."""

Read = Callable[[int, int], Samples]
"""Reads the samples of a stretch of the recording."""


class RecordingMemory:
    """Of one track of one meeting, and one question."""

    def __init__(
        self,
        store: CacheStore,
        *,
        index: SoundIndex,
        question: Question,
        sound: str,
        track: int = 0,
        chance: random.Random | None = None,
    ) -> None:
        """Get ready.

        Args:
            store: Where everything lies.
            index: Of the same store.
            question: What is asked; only answers to the same question are known.
            sound: Name of the meeting, by which what is kept of it is forgotten.
            track: Number of the track.
            chance: For lifetimes that differ.
        """
        self._store = store
        self._index = index
        self._kept = KeptSounds(store)
        self._question = question.digest
        self._tag = sound
        self._sound = hashlib.sha256(f"{sound}/{track}".encode()).hexdigest()[:20]
        self._track = track
        self._chance = chance or random.Random()
        self._covered: list[tuple[int, int]] = []
        self._pieces: defaultdict[int, list[KeptPiece]] = defaultdict(list)
        self._kept_to = 0

    def recall(
        self, read: Read, length: int, cancellation: Cancellation, *, start: int = 0, language: str = ""
    ) -> Recalled:
        """What is known of a recording from ``start`` on.

        Args:
            read: Gives samples of the recording.
            length: Of the recording, in samples.
            cancellation: Looked at between blocks.
            start: Nothing before this sample is wanted.
            language: The meeting's, if it is decided; what was recognised in another is not known then.

        Raises:
            Cancelled: stopping was requested.
        """
        began = time.perf_counter()
        self._index.refresh()
        self._kept_to = start // BLOCK
        runs = self._runs(read, start, length, cancellation)
        pieces: list[KnownPiece] = []
        covered: list[tuple[int, int]] = []
        votes: defaultdict[tuple[str, float], int] = defaultdict(int)
        for run in runs:
            self._take(run, pieces, covered, votes, language=language)
        found = _in_order(pieces, start=start, length=length)
        spans = [(max(first, start), min(stop, length)) for first, stop in covered]
        self._covered = joined([span for span in spans if span[0] < span[1]])
        known = sum(stop - first for first, stop in self._covered)
        chosen = max(votes, key=lambda each: votes[each], default=("", 0.0))
        is_known = known >= KNOWN_BY * max(1, length - start)
        recalled = Recalled(
            found,
            tuple(SpeechSpan(self._track, SampleIndex(first), SampleIndex(stop)) for first, stop in self._covered),
            *(chosen if is_known else ("", 0.0)),
        )
        speech_s = sum(span.length for piece in found for span in piece.speech) / SAMPLE_RATE_HZ
        add_counts(self._store, CacheCounts(1, int(bool(found)), speech_s, speech_s, time.perf_counter() - began))
        return recalled

    def keep(
        self,
        read: Read,
        pieces: Iterable[KnownPiece],
        *,
        finished_to: int,
        length: int,
        probability: float,
        language: str,
    ) -> None:
        """Take in what was recognised, in order, and write down the blocks that are complete.

        Args:
            read: Gives samples of the recording.
            pieces: All that was said since the last call, known or new.
            finished_to: Nothing more comes before this sample.
            length: Of the recording.
            probability: Of the vote on the language, 0 without one.
            language: The meeting's.
        """
        for piece in pieces:
            kept = KeptPiece(
                piece.part.start,
                piece.part.stop,
                tuple((span.start, span.stop) for span in piece.speech),
                tuple(replace(line, track=0) for line in piece.lines),
            )
            self._pieces[piece.part.start // BLOCK].append(kept)
        while self._kept_to * BLOCK < finished_to:
            first, stop = self._kept_to * BLOCK, min((self._kept_to + 1) * BLOCK, length)
            if stop > finished_to:
                break
            is_known = any(start <= first and stop <= end for start, end in self._covered)
            found = self._pieces.pop(self._kept_to, [])
            if not is_known:
                words = KeptWords(language, probability, stop, tuple(found))
                self._write(self._kept_to, read(first, stop), words)
            self._kept_to += 1

    def _write(self, number: int, samples: Samples, words: KeptWords) -> None:
        life = lifetime_s(self._chance)
        self._kept.put_proof(self._sound, number, proof_of(hear(samples)), tag=self._tag, lifetime_s=life)
        self._kept.put_words(self._question, self._sound, number, words, tag=self._tag, lifetime_s=life)
        self._index.put(self._sound, number, print_of(samples), tag=self._tag, lifetime_s=life)

    # Listening

    def _runs(self, read: Read, start: int, length: int, cancellation: Cancellation) -> list[SoundRun]:
        runs: list[SoundRun] = []
        run: SoundRun | None = None
        at = start
        while at < length:
            cancellation.check()
            if run is not None:
                reached = self._go_on(run, max(run.blocks) + 1, read, length, least=ENOUGH)
                if reached is None:
                    run = None
                else:
                    at = max(at + 1, reached)
                continue
            found = self._begun(read, at, length)
            runs += found
            run = next((each for each in found if each.blocks[max(each.blocks)].same[-LEAST_STEPS:].any()), None)
            at = at + BLOCK if run is None else max(at + 1, run.at + run.stop)
        return runs

    def _begun(self, read: Read, at: int, length: int) -> list[SoundRun]:
        """Kept sounds that are proven to be heard within a block from ``at`` on."""
        samples = read(at, min(at + BLOCK, length))
        found: list[SoundRun] = []
        for candidate in self._index.candidates(print_of(samples)):
            run = SoundRun(candidate.sound, at + candidate.at)
            first = max(0, (at - run.at) // BLOCK)
            for number in (first, first + 1):
                self._go_on(run, number, read, length, least=0.0)
            if run.blocks:
                found.append(run)
        return found

    def _go_on(self, run: SoundRun, number: int, read: Read, length: int, *, least: float) -> int | None:
        """Hold the next block against the recording; where it ends there, or ``None`` if it is another sound."""
        proof = self._kept.proof(run.sound, number)
        start = run.at + number * BLOCK
        if proof is None or start >= length:
            return None
        compared = compare(proof, hear(_read_from(read, start, len(proof.low) * 8, length)))
        if compared.lag and compared.same.any():
            # At the place it really has, so that the last of its samples are there too.
            run.at += compared.lag
            compared = compare(proof, hear(_read_from(read, start + compared.lag, len(proof.low) * 8, length)))
        proven = int(compared.same.sum())
        if proven < max(min(LEAST_STEPS, len(compared.same)), least * len(compared.same)):
            return None
        run.at += compared.lag
        run.blocks[number] = HeardBlock(compared.same, run.at)
        return run.at + number * BLOCK + len(compared.same) * STEP_SAMPLES

    # Words

    def _take(
        self,
        run: SoundRun,
        pieces: list[KnownPiece],
        covered: list[tuple[int, int]],
        votes: defaultdict[tuple[str, float], int],
        *,
        language: str,
    ) -> None:
        """Add the pieces of a sound that are proven, and where nothing else is said."""
        known: list[KeptPiece] = []
        complete: list[tuple[int, int]] = []
        of_use: list[int] = []
        for number in sorted(run.blocks):
            words = self._kept.words(self._question, run.sound, number)
            if words is None or (language and words.language != language):
                continue
            complete.append((number * BLOCK, words.complete_to))
            known += words.pieces
            proven = [piece for piece in words.pieces if run.is_same(piece.start, piece.stop)]
            if proven:
                of_use.append(number)
            for piece in proven:
                pieces.append(_at_place(piece, run, track=self._track, language=words.language))
                votes[words.language, words.probability] += piece.stop - piece.start
        for first, stop in joined(complete, slack=0):
            covered += _covered(run, [piece for piece in known if first <= piece.start < stop], first, stop)
        self._kept.note_use(self._question, run.sound, of_use)


def _covered(run: SoundRun, pieces: Sequence[KeptPiece], first: int, stop: int) -> list[tuple[int, int]]:
    """Where in the recording all that was said is known, between two samples of the sound."""
    spans: list[tuple[int, int]] = []
    borders = [first, *(border for piece in pieces for border in (piece.start, piece.stop)), stop]
    for at in range(0, len(borders), 2):  # the silences before, between and behind
        low, high = borders[at], max(borders[at], borders[at + 1])
        if high > low:
            head, tail = run.same_behind(low, most=high), run.same_before(high, least=low)
            spans += [(low, head), (tail, high)] if head < tail else [(low, high)]
    spans += [(piece.start, piece.stop) for piece in pieces if run.is_same(piece.start, piece.stop)]
    return [(run.place(low), run.place(low) + high - low) for low, high in joined(spans, slack=0) if high > low]


def _at_place(piece: KeptPiece, run: SoundRun, *, track: int, language: str) -> KnownPiece:
    by = run.place(piece.start) - piece.start

    def span(start: int, stop: int) -> SpeechSpan:
        return SpeechSpan(track, SampleIndex(start + by), SampleIndex(stop + by))

    return KnownPiece(
        span(piece.start, piece.stop),
        tuple(span(*each) for each in piece.speech),
        tuple(moved(line, by, track=track) for line in piece.lines),
        language,
    )


def _in_order(pieces: Sequence[KnownPiece], *, start: int, length: int) -> tuple[KnownPiece, ...]:
    """Pieces within the recording, the longer of two that lie over each other."""
    found: list[KnownPiece] = []
    for piece in sorted(pieces, key=lambda each: (each.part.start, -each.part.length)):
        if piece.part.start < start or piece.part.stop > length + STEP_SAMPLES:
            continue
        if not found or piece.part.start >= found[-1].part.stop - MOST_OVERLAP:
            found.append(piece)
    return tuple(found)


def _read_from(read: Read, start: int, count: int, length: int) -> Samples:
    """Samples of the recording, to its end at the most; silence before its beginning."""
    return np.pad(read(max(0, start), min(start + count, length)), (max(0, -start), 0))
