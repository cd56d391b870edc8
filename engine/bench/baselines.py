"""What others were measured at before, elsewhere: printed beside our figures, never as if it was measured here."""

TABLE: dict[str, dict[str, float]] = {
    "base": {
        "libri_test_other": 14.1,
        "libri_train100": 7.4,
        "ami": 34.3,
        "meetings": 16.4,
        "mfa_spontaneous": 5.4,
        "phone_prompts": 9.1,
        "zh": 18.6,
        "conversation": 22.8,
    },
    "tiny.en": {
        "libri_test_other": 15.8,
        "libri_train100": 7.4,
        "ami": 40.1,
        "meetings": 20.0,
        "mfa_spontaneous": 9.0,
        "phone_prompts": 2.6,
        "conversation": 24.6,
    },
}
"""Percent of wrong words (Chinese: characters) of plain faster-whisper 1.2.1, int8, beam 5, no voice detection, by
speech model and set: the table in the README of the speech data."""

ALLOWED_POINTS = 0.3
"""How many points worse than the table a set may be."""

QUOTED_SPEED = (
    "Quoted, not measured here (two cores, about 15 minutes of these meetings, base int8, beam 5):",
    "  whisperX 47 s, WER 18.1; faster-whisper 1.2.1 with VAD 54 s, WER 19.2; without VAD 71 s, WER 17.5;",
    "  batch 8 24 s, WER 22.0 (words are lost at its chunk edges); peak memory 1.0 to 1.8 GB",
)
"""The other tools' figures that the speed goals were set by."""
