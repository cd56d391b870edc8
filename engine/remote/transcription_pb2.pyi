from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Priority(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIORITY_UNSPECIFIED: _ClassVar[Priority]
    LIVE_FINAL: _ClassVar[Priority]
    LIVE_TENTATIVE: _ClassVar[Priority]
    FOREGROUND_FILE: _ClassVar[Priority]
    BACKGROUND_FILE: _ClassVar[Priority]

class RefusalReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_UNSPECIFIED: _ClassVar[RefusalReason]
    BUSY: _ClassVar[RefusalReason]
    DRAINING: _ClassVar[RefusalReason]
    SOUND_MISSING: _ClassVar[RefusalReason]
    SOUND_DAMAGED: _ClassVar[RefusalReason]
    TOO_MUCH: _ClassVar[RefusalReason]
    MODEL_MISSING: _ClassVar[RefusalReason]
    RECOGNISER_FAILED: _ClassVar[RefusalReason]
    NOT_UNDERSTOOD: _ClassVar[RefusalReason]
PRIORITY_UNSPECIFIED: Priority
LIVE_FINAL: Priority
LIVE_TENTATIVE: Priority
FOREGROUND_FILE: Priority
BACKGROUND_FILE: Priority
REFUSAL_UNSPECIFIED: RefusalReason
BUSY: RefusalReason
DRAINING: RefusalReason
SOUND_MISSING: RefusalReason
SOUND_DAMAGED: RefusalReason
TOO_MUCH: RefusalReason
MODEL_MISSING: RefusalReason
RECOGNISER_FAILED: RefusalReason
NOT_UNDERSTOOD: RefusalReason

class AudioChunk(_message.Message):
    __slots__ = ("session_id", "opening", "start", "pcm16", "crc32", "question", "keep_from", "cancel_seq_id", "is_over", "context_json")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    PCM16_FIELD_NUMBER: _ClassVar[int]
    CRC32_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    KEEP_FROM_FIELD_NUMBER: _ClassVar[int]
    CANCEL_SEQ_ID_FIELD_NUMBER: _ClassVar[int]
    IS_OVER_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_JSON_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    opening: Opening
    start: int
    pcm16: bytes
    crc32: int
    question: Question
    keep_from: int
    cancel_seq_id: int
    is_over: bool
    context_json: str
    def __init__(self, session_id: _Optional[str] = ..., opening: _Optional[_Union[Opening, _Mapping[str, object]]] = ..., start: _Optional[int] = ..., pcm16: _Optional[bytes] = ..., crc32: _Optional[int] = ..., question: _Optional[_Union[Question, _Mapping[str, object]]] = ..., keep_from: _Optional[int] = ..., cancel_seq_id: _Optional[int] = ..., is_over: _Optional[bool] = ..., context_json: _Optional[str] = ...) -> None: ...

class Opening(_message.Message):
    __slots__ = ("protocol", "model", "languages", "language_per_segment", "beam_size", "glossary", "context_json", "meeting")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    LANGUAGES_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_PER_SEGMENT_FIELD_NUMBER: _ClassVar[int]
    BEAM_SIZE_FIELD_NUMBER: _ClassVar[int]
    GLOSSARY_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_JSON_FIELD_NUMBER: _ClassVar[int]
    MEETING_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    model: str
    languages: _containers.RepeatedScalarFieldContainer[str]
    language_per_segment: bool
    beam_size: int
    glossary: _containers.RepeatedCompositeFieldContainer[GlossaryTerm]
    context_json: str
    meeting: str
    def __init__(self, protocol: _Optional[int] = ..., model: _Optional[str] = ..., languages: _Optional[_Iterable[str]] = ..., language_per_segment: _Optional[bool] = ..., beam_size: _Optional[int] = ..., glossary: _Optional[_Iterable[_Union[GlossaryTerm, _Mapping[str, object]]]] = ..., context_json: _Optional[str] = ..., meeting: _Optional[str] = ...) -> None: ...

class GlossaryTerm(_message.Message):
    __slots__ = ("text", "spoken", "replacement")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SPOKEN_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    text: str
    spoken: _containers.RepeatedScalarFieldContainer[str]
    replacement: str
    def __init__(self, text: _Optional[str] = ..., spoken: _Optional[_Iterable[str]] = ..., replacement: _Optional[str] = ...) -> None: ...

class Stretch(_message.Message):
    __slots__ = ("track", "parts", "speech", "is_whole", "at")
    TRACK_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    SPEECH_FIELD_NUMBER: _ClassVar[int]
    IS_WHOLE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    track: int
    parts: _containers.RepeatedCompositeFieldContainer[Piece]
    speech: _containers.RepeatedCompositeFieldContainer[Piece]
    is_whole: bool
    at: int
    def __init__(self, track: _Optional[int] = ..., parts: _Optional[_Iterable[_Union[Piece, _Mapping[str, object]]]] = ..., speech: _Optional[_Iterable[_Union[Piece, _Mapping[str, object]]]] = ..., is_whole: _Optional[bool] = ..., at: _Optional[int] = ...) -> None: ...

class Piece(_message.Message):
    __slots__ = ("start", "stop")
    START_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    start: int
    stop: int
    def __init__(self, start: _Optional[int] = ..., stop: _Optional[int] = ...) -> None: ...

class Question(_message.Message):
    __slots__ = ("seq_id", "priority", "answer_within_ms", "lines", "window", "language")
    SEQ_ID_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    ANSWER_WITHIN_MS_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    seq_id: int
    priority: Priority
    answer_within_ms: int
    lines: Lines
    window: Window
    language: LanguageVote
    def __init__(self, seq_id: _Optional[int] = ..., priority: _Optional[_Union[Priority, str]] = ..., answer_within_ms: _Optional[int] = ..., lines: _Optional[_Union[Lines, _Mapping[str, object]]] = ..., window: _Optional[_Union[Window, _Mapping[str, object]]] = ..., language: _Optional[_Union[LanguageVote, _Mapping[str, object]]] = ...) -> None: ...

class Lines(_message.Message):
    __slots__ = ("stretches", "language")
    STRETCHES_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    stretches: _containers.RepeatedCompositeFieldContainer[Stretch]
    language: str
    def __init__(self, stretches: _Optional[_Iterable[_Union[Stretch, _Mapping[str, object]]]] = ..., language: _Optional[str] = ...) -> None: ...

class Window(_message.Message):
    __slots__ = ("at", "stop", "said", "language", "careful")
    AT_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CAREFUL_FIELD_NUMBER: _ClassVar[int]
    at: int
    stop: int
    said: _containers.RepeatedCompositeFieldContainer[SaidWord]
    language: str
    careful: bool
    def __init__(self, at: _Optional[int] = ..., stop: _Optional[int] = ..., said: _Optional[_Iterable[_Union[SaidWord, _Mapping[str, object]]]] = ..., language: _Optional[str] = ..., careful: _Optional[bool] = ...) -> None: ...

class SaidWord(_message.Message):
    __slots__ = ("text", "tokens")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    text: str
    tokens: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, text: _Optional[str] = ..., tokens: _Optional[_Iterable[int]] = ...) -> None: ...

class LanguageVote(_message.Message):
    __slots__ = ("stretches", "at", "stop")
    STRETCHES_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    stretches: _containers.RepeatedCompositeFieldContainer[Stretch]
    at: int
    stop: int
    def __init__(self, stretches: _Optional[_Iterable[_Union[Stretch, _Mapping[str, object]]]] = ..., at: _Optional[int] = ..., stop: _Optional[int] = ...) -> None: ...

class TranscribeResult(_message.Message):
    __slots__ = ("session_id", "seq_id", "acknowledged_to", "worker_ms", "waited_ms", "lines", "window", "language", "refusal", "opened")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SEQ_ID_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGED_TO_FIELD_NUMBER: _ClassVar[int]
    WORKER_MS_FIELD_NUMBER: _ClassVar[int]
    WAITED_MS_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    seq_id: int
    acknowledged_to: int
    worker_ms: float
    waited_ms: float
    lines: LinesFound
    window: WindowHeard
    language: LanguageGuessed
    refusal: Refusal
    opened: Opened
    def __init__(self, session_id: _Optional[str] = ..., seq_id: _Optional[int] = ..., acknowledged_to: _Optional[int] = ..., worker_ms: _Optional[float] = ..., waited_ms: _Optional[float] = ..., lines: _Optional[_Union[LinesFound, _Mapping[str, object]]] = ..., window: _Optional[_Union[WindowHeard, _Mapping[str, object]]] = ..., language: _Optional[_Union[LanguageGuessed, _Mapping[str, object]]] = ..., refusal: _Optional[_Union[Refusal, _Mapping[str, object]]] = ..., opened: _Optional[_Union[Opened, _Mapping[str, object]]] = ...) -> None: ...

class Opened(_message.Message):
    __slots__ = ("device", "batch_size", "parallel", "languages", "context_json")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    BATCH_SIZE_FIELD_NUMBER: _ClassVar[int]
    PARALLEL_FIELD_NUMBER: _ClassVar[int]
    LANGUAGES_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_JSON_FIELD_NUMBER: _ClassVar[int]
    device: DeviceFound
    batch_size: int
    parallel: int
    languages: _containers.RepeatedScalarFieldContainer[str]
    context_json: str
    def __init__(self, device: _Optional[_Union[DeviceFound, _Mapping[str, object]]] = ..., batch_size: _Optional[int] = ..., parallel: _Optional[int] = ..., languages: _Optional[_Iterable[str]] = ..., context_json: _Optional[str] = ...) -> None: ...

class LinesFound(_message.Message):
    __slots__ = ("stretch", "lines", "is_last")
    STRETCH_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    IS_LAST_FIELD_NUMBER: _ClassVar[int]
    stretch: int
    lines: _containers.RepeatedCompositeFieldContainer[Line]
    is_last: bool
    def __init__(self, stretch: _Optional[int] = ..., lines: _Optional[_Iterable[_Union[Line, _Mapping[str, object]]]] = ..., is_last: _Optional[bool] = ...) -> None: ...

class Line(_message.Message):
    __slots__ = ("track", "start", "stop", "text", "language", "confidence", "words", "quarantine", "no_speech", "repaired")
    TRACK_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    QUARANTINE_FIELD_NUMBER: _ClassVar[int]
    NO_SPEECH_FIELD_NUMBER: _ClassVar[int]
    REPAIRED_FIELD_NUMBER: _ClassVar[int]
    track: int
    start: int
    stop: int
    text: str
    language: str
    confidence: float
    words: _containers.RepeatedCompositeFieldContainer[Word]
    quarantine: str
    no_speech: float
    repaired: bool
    def __init__(self, track: _Optional[int] = ..., start: _Optional[int] = ..., stop: _Optional[int] = ..., text: _Optional[str] = ..., language: _Optional[str] = ..., confidence: _Optional[float] = ..., words: _Optional[_Iterable[_Union[Word, _Mapping[str, object]]]] = ..., quarantine: _Optional[str] = ..., no_speech: _Optional[float] = ..., repaired: _Optional[bool] = ...) -> None: ...

class Word(_message.Message):
    __slots__ = ("start", "stop", "text", "confidence", "heard", "tokens")
    START_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    HEARD_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    start: int
    stop: int
    text: str
    confidence: float
    heard: str
    tokens: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, start: _Optional[int] = ..., stop: _Optional[int] = ..., text: _Optional[str] = ..., confidence: _Optional[float] = ..., heard: _Optional[str] = ..., tokens: _Optional[_Iterable[int]] = ...) -> None: ...

class WindowHeard(_message.Message):
    __slots__ = ("words", "is_loop", "no_speech", "score", "decode_ms")
    WORDS_FIELD_NUMBER: _ClassVar[int]
    IS_LOOP_FIELD_NUMBER: _ClassVar[int]
    NO_SPEECH_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    DECODE_MS_FIELD_NUMBER: _ClassVar[int]
    words: _containers.RepeatedCompositeFieldContainer[Word]
    is_loop: bool
    no_speech: float
    score: float
    decode_ms: float
    def __init__(self, words: _Optional[_Iterable[_Union[Word, _Mapping[str, object]]]] = ..., is_loop: _Optional[bool] = ..., no_speech: _Optional[float] = ..., score: _Optional[float] = ..., decode_ms: _Optional[float] = ...) -> None: ...

class LanguageGuessed(_message.Message):
    __slots__ = ("language", "probability")
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    language: str
    probability: float
    def __init__(self, language: _Optional[str] = ..., probability: _Optional[float] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("reason", "detail")
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    reason: RefusalReason
    detail: str
    def __init__(self, reason: _Optional[_Union[RefusalReason, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class DescribeRequest(_message.Message):
    __slots__ = ("protocols", "keys")
    PROTOCOLS_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    protocols: _containers.RepeatedScalarFieldContainer[int]
    keys: KeyNews
    def __init__(self, protocols: _Optional[_Iterable[int]] = ..., keys: _Optional[_Union[KeyNews, _Mapping[str, object]]] = ...) -> None: ...

class Description(_message.Message):
    __slots__ = ("protocols", "name", "application_version", "device", "models", "capacity", "live_streams", "free_streams", "waiting", "wait_ms", "keys")
    PROTOCOLS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    APPLICATION_VERSION_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    LIVE_STREAMS_FIELD_NUMBER: _ClassVar[int]
    FREE_STREAMS_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    WAIT_MS_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    protocols: _containers.RepeatedScalarFieldContainer[int]
    name: str
    application_version: str
    device: DeviceFound
    models: _containers.RepeatedScalarFieldContainer[str]
    capacity: float
    live_streams: int
    free_streams: int
    waiting: int
    wait_ms: float
    keys: KeyNews
    def __init__(self, protocols: _Optional[_Iterable[int]] = ..., name: _Optional[str] = ..., application_version: _Optional[str] = ..., device: _Optional[_Union[DeviceFound, _Mapping[str, object]]] = ..., models: _Optional[_Iterable[str]] = ..., capacity: _Optional[float] = ..., live_streams: _Optional[int] = ..., free_streams: _Optional[int] = ..., waiting: _Optional[int] = ..., wait_ms: _Optional[float] = ..., keys: _Optional[_Union[KeyNews, _Mapping[str, object]]] = ...) -> None: ...

class KeyNews(_message.Message):
    __slots__ = ("shown", "next_certificate", "signature", "kept")
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    NEXT_CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    shown: bytes
    next_certificate: bytes
    signature: bytes
    kept: bytes
    def __init__(self, shown: _Optional[bytes] = ..., next_certificate: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., kept: _Optional[bytes] = ...) -> None: ...

class DeviceFound(_message.Message):
    __slots__ = ("device", "compute_type", "name", "refused")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    COMPUTE_TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    device: str
    compute_type: str
    name: str
    refused: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, device: _Optional[str] = ..., compute_type: _Optional[str] = ..., name: _Optional[str] = ..., refused: _Optional[_Iterable[str]] = ...) -> None: ...

class HealthRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class HealthReport(_message.Message):
    __slots__ = ("decodes", "decode_ms", "reason")
    DECODES_FIELD_NUMBER: _ClassVar[int]
    DECODE_MS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    decodes: bool
    decode_ms: float
    reason: str
    def __init__(self, decodes: _Optional[bool] = ..., decode_ms: _Optional[float] = ..., reason: _Optional[str] = ...) -> None: ...

class PairingMessage(_message.Message):
    __slots__ = ("hello", "proof", "refusal")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    hello: PairingHello
    proof: PairingProof
    refusal: PairingRefusal
    def __init__(self, hello: _Optional[_Union[PairingHello, _Mapping[str, object]]] = ..., proof: _Optional[_Union[PairingProof, _Mapping[str, object]]] = ..., refusal: _Optional[_Union[PairingRefusal, _Mapping[str, object]]] = ...) -> None: ...

class PairingHello(_message.Message):
    __slots__ = ("certificate", "element", "name", "port")
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PORT_FIELD_NUMBER: _ClassVar[int]
    certificate: bytes
    element: bytes
    name: str
    port: int
    def __init__(self, certificate: _Optional[bytes] = ..., element: _Optional[bytes] = ..., name: _Optional[str] = ..., port: _Optional[int] = ...) -> None: ...

class PairingProof(_message.Message):
    __slots__ = ("mac",)
    MAC_FIELD_NUMBER: _ClassVar[int]
    mac: bytes
    def __init__(self, mac: _Optional[bytes] = ...) -> None: ...

class PairingRefusal(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class GroupQuestion(_message.Message):
    __slots__ = ("session_id", "question", "pcm16", "context")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    PCM16_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    question: Question
    pcm16: bytes
    context: str
    def __init__(self, session_id: _Optional[str] = ..., question: _Optional[_Union[Question, _Mapping[str, object]]] = ..., pcm16: _Optional[bytes] = ..., context: _Optional[str] = ...) -> None: ...

class GroupAnswer(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[TranscribeResult]
    def __init__(self, results: _Optional[_Iterable[_Union[TranscribeResult, _Mapping[str, object]]]] = ...) -> None: ...

class GroupParcel(_message.Message):
    __slots__ = ("whole", "stored_as")
    WHOLE_FIELD_NUMBER: _ClassVar[int]
    STORED_AS_FIELD_NUMBER: _ClassVar[int]
    whole: bytes
    stored_as: str
    def __init__(self, whole: _Optional[bytes] = ..., stored_as: _Optional[str] = ...) -> None: ...

class GroupOpening(_message.Message):
    __slots__ = ("session_id", "opening")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    opening: Opening
    def __init__(self, session_id: _Optional[str] = ..., opening: _Optional[_Union[Opening, _Mapping[str, object]]] = ...) -> None: ...
