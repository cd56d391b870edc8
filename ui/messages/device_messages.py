"""What the engine says about devices, in the language of the window.

The engine speaks plain English (``engine/recognition/device_refusals.py``); its sentences are made of a
few fixed parts, which are looked up here. A sentence that this file does not know is shown as it is.
"""

import re

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_KNOWN = (
    QT_TRANSLATE_NOOP("Device", "Not needed: the graphics card is faster."),
    QT_TRANSLATE_NOOP("Device", "It is tested at the first recognition."),
    QT_TRANSLATE_NOOP("Device", "The first graphics card is used."),
    QT_TRANSLATE_NOOP("Device", "The graphics of a Mac are not used by this version; the processor is."),
    QT_TRANSLATE_NOOP("Device", "Graphics card"),
    QT_TRANSLATE_NOOP("Device", "A driver is there, but it does not say which card."),
    QT_TRANSLATE_NOOP("Device", "No NVIDIA graphics card with a driver was found; the processor is used."),
    QT_TRANSLATE_NOOP("Device", "If there is one, install its driver from NVIDIA, then start Vivavoce again."),
    QT_TRANSLATE_NOOP("Device", "The graphics card"),
    QT_TRANSLATE_NOOP("Device", "The processor"),
    QT_TRANSLATE_NOOP("Device", "half precision (float16)"),
    QT_TRANSLATE_NOOP("Device", "mixed precision (int8 with float16)"),
    QT_TRANSLATE_NOOP("Device", "full precision (float32)"),
    QT_TRANSLATE_NOOP("Device", "reduced precision (int8)"),
    QT_TRANSLATE_NOOP("Device", "the cuDNN library for it is missing or of another version"),
    QT_TRANSLATE_NOOP("Device", "the CUDA libraries for it are missing or of another version"),
    QT_TRANSLATE_NOOP("Device", "there was not enough free memory for this speech model"),
    QT_TRANSLATE_NOOP("Device", "it does not support this precision"),
    QT_TRANSLATE_NOOP("Device", "its driver is too old"),
    QT_TRANSLATE_NOOP("Device", "this version does not support this generation of cards"),
    QT_TRANSLATE_NOOP("Device", "the recognition does not see it, although its driver does"),
    QT_TRANSLATE_NOOP("Device", "it lacks an instruction that the recognition needs"),
    QT_TRANSLATE_NOOP("Device", "the recognition ended unexpectedly during a test"),
    QT_TRANSLATE_NOOP("Device", "a test of one second of speech did not finish in time"),
    QT_TRANSLATE_NOOP("Device", "it understood nothing of a test sentence"),
    QT_TRANSLATE_NOOP("Device", "a test of one second of speech failed"),
    QT_TRANSLATE_NOOP("Device", "Install CUDA 12 and cuDNN 9 from NVIDIA, then start Vivavoce again."),
    QT_TRANSLATE_NOOP(
        "Device",
        "Run “pip install nvidia-cublas-cu12 nvidia-cudnn-cu12” in Vivavoce's environment, or install CUDA 12 and "
        "cuDNN 9, then start Vivavoce again.",
    ),
    QT_TRANSLATE_NOOP("Device", "Close other programs that use the graphics card, or choose a smaller speech model."),
    QT_TRANSLATE_NOOP("Device", "Install the newest driver from NVIDIA, then start Vivavoce again."),
    QT_TRANSLATE_NOOP(
        "Device", "A newer or older version of Vivavoce may support it; the processor is used meanwhile."
    ),
    QT_TRANSLATE_NOOP("Device", "Install the newest driver for the graphics card, then try again."),
    QT_TRANSLATE_NOOP("Device", "Try again when the computer is less busy."),
)
_REFUSAL = re.compile(r"(The graphics card|The processor) was not used with (.+?): (.+?)\.(?=\s|$)")
_USED = re.compile(r"^Used for recognition \((\w+)\)\.")


def describe_status(text: str) -> str:
    """A sentence of the engine about a device."""
    if text in _KNOWN:
        return _part(text)
    translated = _REFUSAL.sub(_say_refusal, text)
    return _USED.sub(_say_used, translated)


def _say_refusal(found: re.Match[str]) -> str:
    form = QCoreApplication.translate("Device", "{where} was not used with {precision}: {reason}.")
    where, precision, reason = (_part(found.group(number)) for number in (1, 2, 3))
    return form.format(where=where, precision=precision, reason=reason)


def _say_used(found: re.Match[str]) -> str:
    return QCoreApplication.translate("Device", "Used for recognition ({precision}).").format(precision=found.group(1))


def _part(text: str) -> str:
    return QCoreApplication.translate("Device", text)
