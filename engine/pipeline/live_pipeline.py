"""The live pipeline: words while they are spoken, from the rings of a recording.

Read this first. Runs on one thread of the process that recognises, for all tracks of a recording:

    ring ── new sound ──▶ detector ──▶ live track ── window that is due ──▶ recogniser ──▶ agreement ──▶ lines

Sound is never dropped here: what there was no time for, or what no try could read, is told as ``StretchSkipped``,
and understood from the recording as soon as nothing else is due (``live_repair.py``). What was committed never
changes. A mark never goes by what was not told before it, so that a process that is killed at any moment goes on
without a word lost.
"""

from collections.abc import Callable, Iterator, Sequence

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import Heard
from engine.contract.messages import (
    Event,
    FollowedTrack,
    LanguageChosen,
    LineGrown,
    LivePace,
    StretchSkipped,
    TrackSettled,
)
from engine.contract.segments import GapReason, RecognisedGap, RecognisedWord
from engine.contract.steady_clock import steady_now
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.far_tracks import FarTracks
from engine.pipeline.lateness import Lateness
from engine.pipeline.live_lane import LiveLane, LiveSound
from engine.pipeline.live_language import GUESS_S, LanguageVote
from engine.pipeline.live_pace import RARE_S, PaceKeeper
from engine.pipeline.live_piece import Reread, placed, read_piece
from engine.pipeline.live_repair import Repairs
from engine.pipeline.live_schedule import LiveRules, PassKind, behind
from engine.pipeline.live_telling import LiveTelling
from engine.pipeline.live_track import PassWindow
from engine.pipeline.patient_recogniser import PatientRecogniser, Understands
from engine.pipeline.stage_clock import PassStamps
from engine.recognition.coverage import uncovered
from engine.recognition.elsewhere import PassedOver

TELL_SETTLED_S = 2.0
"""The mark is told at least so often, in seconds of the recording."""

UNREAD_S = 3.0
"""Voice without words from which on a gap says so; shorter, it may be a laugh or a cough."""

UNHEARD_S = 0.8
"""The same where there was no time to listen to it alone; a second look says nothing of a cough."""

GIVE_UP_S = 14.0
"""Speech in a window that still cannot be read is left for a second try of another kind."""

GUESS_FROM_S = 10
"""Of a stretch that was skipped, so much at the most is asked for its language."""


def no_smaller() -> Understands | None:
    """There is no smaller speech model."""
    return None


class LivePipeline:
    """Understands all tracks of one recording while it lasts."""

    def __init__(
        self,
        *,
        job: str,
        tracks: Sequence[tuple[FollowedTrack, LiveSound]],
        recogniser: Understands,
        make_detector: Callable[[], VoiceDetector],
        wait: Callable[[], None],
        cancellation: Cancellation,
        language: str = "",
        has_many_languages: bool = False,
        rules: LiveRules | None = None,
        load_smaller: Callable[[], Understands | None] = no_smaller,
        now: Callable[[], float] = steady_now,
    ) -> None:
        """Get ready.

        Args:
            job: Name of the job, for the events.
            tracks: What is followed, with its sound.
            recogniser: Used on the thread of ``run`` only.
            make_detector: A detector for each track.
            wait: Called when nothing is to be done; returns after a few hundredths of a second.
            cancellation: Looked at between passes.
            language: Whisper code; empty lets the first speech decide.
            has_many_languages: Each utterance may be in another language.
            rules: How to go about it.
            load_smaller: Gives a recogniser that is faster, or ``None``; asked when this one is too slow.
            now: The clock by which passes are timed, in seconds.
        """
        self._job = job
        self._rules = rules or LiveRules()
        self._chosen = recogniser
        self._load_smaller = load_smaller
        self._wait = wait
        self._now = now
        self._cancellation = cancellation
        self._language = LanguageVote(language)
        self._has_many_languages = has_many_languages
        self._pace = PaceKeeper()
        can_echo = any(LiveLane.is_computer(followed) for followed, _ in tracks)
        self._lanes = [
            LiveLane(followed, sound, make_detector=make_detector, rules=self._rules, can_echo=can_echo)
            for followed, sound in tracks
        ]
        self._lateness = Lateness(job=job, lanes=self._lanes)
        self._recogniser = PatientRecogniser(recogniser, passing=self._lateness.passing)
        self._far = FarTracks(self._lanes)
        self._telling = LiveTelling(job=job, far=self._far, pass_of=self._pass_of)
        self._repairs = Repairs(job=job, make_detector=make_detector)
        for lane in self._lanes:
            lane.language = language
        for followed, _ in tracks:
            for gap in followed.open_gaps:
                self._repairs.add(SpeechSpan(followed.track, gap.start, gap.stop))

    @property
    def length(self) -> SampleIndex:
        """Samples of the longest track, as far as it is recorded."""
        return SampleIndex(max((lane.sound.written for lane in self._lanes), default=0))

    @property
    def done(self) -> tuple[int, int]:
        """Samples that are settled and that are recorded, of all tracks together."""
        return sum(lane.mark for lane in self._lanes), sum(lane.sound.written for lane in self._lanes)

    @property
    def pace(self) -> LivePace:
        """How far it has stepped down because the machine is too slow."""
        return self._pace.pace

    @property
    def lateness(self) -> Lateness:
        """How late the text is, also while ``run`` waits for the recogniser."""
        return self._lateness

    def replace_recogniser(self, recogniser: Understands) -> None:
        """Go on with another one, from what is settled. Not while ``run`` is at work."""
        self._chosen = recogniser
        self._pace = PaceKeeper()
        self._use(recogniser)

    def run(self) -> Iterator[Event]:
        """Until all tracks have ended and everything is understood. May be called again after it raised.

        Raises:
            Cancelled: stopping was requested; what was committed stands.
            VivavoceError: the recogniser cannot go on.
        """
        while True:
            self._cancellation.check()
            for lane in self._lanes:
                yield from self._follow(lane)
            yield from self._keep_pace()
            due = [(lane, work) for lane in self._lanes if (work := lane.backlog() or self._due(lane)) is not None]
            if due:
                lane, work = max(due, key=lambda each: each[0].urgency_s)
                yield from self._catch_up(lane, work) if isinstance(work, SpeechSpan) else self._pass(lane, work)
            elif (skipped := self._repairs.next(first=self._far.numbers)) is not None:
                yield from self._repair(skipped)
            elif all(lane.is_finished for lane in self._lanes):
                break
            else:
                self._wait()
        for lane in self._lanes:
            yield from self._telling.released(lane)
            yield from self._telling.lines(lane, lane.words.close())
            yield TrackSettled(self._job, lane.number, lane.tell_mark())

    def _follow(self, lane: LiveLane) -> Iterator[Event]:
        """Hear what is new, and settle what time alone settles."""
        lane.listen()
        yield from lane.stages.pictures(self._job, lane.number)
        if not lane.sound.is_ended and (skipped := lane.track.skip_if_hopeless()) is not None:
            at = lane.last_pause(skipped.stop)
            yield from self._leave_unread(lane, skipped.start, at)
            lane.begin_anew(at)
        before = lane.track.standing
        words = lane.hear_holes(before.settled, lane.track.settle_if_over(), self._reread(lane))
        settled = lane.track.standing.settled
        if lane.is_unread and settled >= before.voice > before.settled:
            yield from self._leave_unread(lane, max(before.settled, before.speech_from), settled)
        if words or settled != before.settled or not lane.is_past_seam:
            yield from self._settle(lane, words)
        yield from self._telling.released(lane)
        yield from self._telling.lines(lane, lane.words.close_after_pause(lane.quiet_to))
        if lane.told_tentative and not lane.rest:
            yield from self._telling.tentative(lane)
        if lane.mark - lane.told >= TELL_SETTLED_S * SAMPLE_RATE_HZ:
            yield TrackSettled(self._job, lane.number, lane.tell_mark())

    def _due(self, lane: LiveLane) -> PassWindow | None:
        """The pass that is due, if it is worth its time."""
        window = lane.track.next_window(can_wait=not lane.sound.is_ended)
        if window is None or window.kind is not PassKind.GROWING:
            return window
        standing = lane.track.standing
        is_rare = self._pace.pace is not LivePace.FULL or lane.sound.is_ended
        if is_rare and standing.heard - standing.passed < RARE_S * SAMPLE_RATE_HZ:
            return None
        if not self._language.decided and window.stop - standing.speech_from < GUESS_S * SAMPLE_RATE_HZ:
            return None
        return window

    # A pass

    def _pass(self, lane: LiveLane, window: PassWindow) -> Iterator[Event]:
        sound = lane.sound.read(window.start, min(window.stop, lane.fed))
        is_late = behind(lane.track.standing) > self._rules.relaxed_behind_s
        yield from self._find_language(lane, sound, window.start if not window.said else None)
        begun_s = self._now()
        try:
            heard = self._recogniser.understand(
                sound,
                lane.number,
                said=window.said,
                language=lane.language,
                careful=not is_late or window.kind is not PassKind.GROWING,
                is_tentative=window.is_tentative,
            )
        except PassedOver:
            lane.track.pass_over(window)
            return
        took_s = self._now() - begun_s
        # A loop says nothing reliable; what comes after it is understood at the next pass.
        lane.is_unread = heard is None or heard.is_loop
        words = [] if heard is None or heard.is_loop else placed(heard, window.start)
        before = lane.track.standing.settled
        settled = lane.hear_holes(before, lane.track.take(window, words, took_s=took_s), self._reread(lane))
        yield from self._settle(lane, settled, no_speech=heard.no_speech if heard is not None else 0.0)
        standing = lane.track.standing
        start = max(standing.settled, standing.speech_from, window.start)
        if lane.is_unread and window.stop - start >= GIVE_UP_S * SAMPLE_RATE_HZ:
            yield from self._leave_unread(lane, start, window.stop)
            lane.begin_anew(window.stop, context_s=0.0)
        yield from self._telling.tentative(lane)

    def _catch_up(self, lane: LiveLane, piece: SpeechSpan) -> Iterator[Event]:
        """Understand what is waiting a piece at a time."""
        yield from self._find_language(lane, lane.sound.read(piece.start, piece.stop), piece.start)
        voiced = lane.speech(piece.start, piece.stop)
        found = read_piece(piece, lane.sound, self._reread(lane), voiced=voiced)
        lane.is_unread = found is None
        if found is None and voiced:
            yield from self._leave_unread(lane, piece.start, piece.stop)
        new = lane.take_new(found.words if found is not None else (), is_all=True)
        yield from self._leave_holes(lane, to=piece.stop)
        lane.go_on_at(piece.stop)
        no_speech = found.no_speech if found is not None else 0.0
        yield from self._telling.lines(
            lane, lane.words.add(new, language=lane.language, no_speech=no_speech, now=lane.fed)
        )
        yield from self._telling.tentative(lane)

    def _reread(self, lane: LiveLane) -> Reread:
        return lambda window: self._recogniser.understand(window, lane.number, said=(), language=lane.language)

    def _find_language(self, lane: LiveLane, sound: Samples, start: int | None) -> Iterator[Event]:
        """Guess it while it is not decided, and where an utterance that begins at ``start`` may be in another."""
        is_decided = bool(self._language.decided)
        is_asked = self._has_many_languages and start is not None and lane.spoken.wants_guess(start, start + len(sound))
        if (is_decided and not is_asked) or (guess := self._recogniser.guess_language(sound, lane.number)) is None:
            return
        if is_decided:
            lane.language = lane.spoken.choose(self._language.decided, *guess)
            return
        language, probability = self._language.take(*guess)
        for each in self._lanes:
            each.language = language
        if self._language.decided:
            yield LanguageChosen(self._job, language, probability)

    def _settle(self, lane: LiveLane, words: Sequence[RecognisedWord], *, no_speech: float = 0.0) -> Iterator[Event]:
        was_past_seam = lane.is_past_seam
        new = lane.take_new(words)
        if new and not was_past_seam:
            new = lane.put_right(new, lane.hear_holes(lane.seam, new, self._reread(lane)))
        yield from self._leave_holes(lane)
        if new:
            now = lane.track.standing.heard
            grown = lane.words.add(new, language=lane.language, no_speech=no_speech, now=now)
            yield from self._telling.lines(lane, grown)

    # What could not be read

    def _leave_holes(self, lane: LiveLane, *, to: int | None = None) -> Iterator[Event]:
        """Say that a voice got no words; nothing is passed over in silence."""
        voiced = lane.to_look_through(to=to)
        least = UNHEARD_S if lane.has_unheard else UNREAD_S
        lane.has_unheard = lane.has_unheard and not voiced
        for hole in uncovered(voiced, lane.recent):
            if hole.length >= least * SAMPLE_RATE_HZ:
                yield self._leave(hole)

    def _leave_unread(self, lane: LiveLane, start: int, stop: int) -> Iterator[Event]:
        """Leave a stretch whose passes gave nothing that can be believed."""
        span = SpeechSpan(lane.number, SampleIndex(max(start, lane.seam)), SampleIndex(stop))
        if span.length > 0:
            lane.skip(span)
            yield self._leave(span)

    def _leave(self, span: SpeechSpan) -> StretchSkipped:
        self._repairs.add(span)
        return StretchSkipped(self._job, RecognisedGap(span.track, span.start, span.stop, GapReason.NOT_RECOGNISED))

    def _repair(self, skipped: SpeechSpan) -> Iterator[Event]:
        lane = next(lane for lane in self._lanes if lane.number == skipped.track)
        yield from self._find_language(
            lane, lane.sound.read(skipped.start, skipped.stop)[: GUESS_FROM_S * SAMPLE_RATE_HZ], None
        )

        def reread(sound: Samples) -> Heard | None:
            try:
                return self._reread(lane)(sound)
            except RecogniserFailed:
                self._repairs.put_back(skipped)
                raise

        known = lane.known_words
        for outcome in self._repairs.repair(skipped, lane.sound, reread, language=lane.language, known=known):
            for name, found in outcome.lines:
                segment = self._far.set_aside(lane, found)
                lane.repaired.extend(segment.words)
                yield LineGrown(self._job, name, segment, len(segment.words), lane.tell_mark(), is_closed=True)
            yield outcome.event(self._job)

    # Too slow

    def _keep_pace(self) -> Iterator[Event]:
        """Tell how late the text is, and step down or up."""
        before = self._pace.pace
        live = [lane for lane in self._lanes if not lane.sound.is_ended]
        if live:
            at = max(lane.sound.written for lane in live)
            self._pace.look(max(lane.late_s for lane in live), at)
            if self._pace.pace is not before and LivePace.SMALLER_MODEL in (before, self._pace.pace):
                self._change_size()
        yield from self._lateness.tell(self._pace.pace, intended_s=self._pace.intended_s)

    def _change_size(self) -> None:
        if self._pace.pace is not LivePace.SMALLER_MODEL:
            self._use(self._chosen)
        elif (smaller := self._load_smaller()) is not None:
            self._use(smaller)
        else:
            self._pace.cannot_shrink()

    def _pass_of(self, track: int) -> PassStamps | None:
        return self._recogniser.pass_of(track)

    def _use(self, recogniser: Understands) -> None:
        self._recogniser = PatientRecogniser(recogniser, passing=self._lateness.passing)
        for lane in self._lanes:
            lane.begin_anew(lane.settled)
