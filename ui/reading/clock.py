"""Times and lengths as people read them. Pure but for the translation; used on the window's thread."""

from PySide6.QtCore import QCoreApplication

from app.exporting.timestamps import clock_time

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

clock = clock_time
"""A moment on the timeline, ``0:41:15``: as in the files that leave the library."""


def spoken_length(length_ms: int) -> str:
    """How long something is, in words: ``1 h 32 min``, ``3 min 20 s``, ``12 s``, ``0.4 s``."""
    if length_ms < 950:
        tenths = max(round(length_ms / 100), 1)
        return translate("Clock", "{s} s").format(s=f"0.{tenths}")
    seconds = round(length_ms / 1000)
    if seconds < 60:
        return translate("Clock", "{s} s").format(s=seconds)
    if seconds < 600 and seconds % 60:
        return translate("Clock", "{m} min {s} s").format(m=seconds // 60, s=seconds % 60)
    minutes = round(seconds / 60)
    if minutes < 60:
        return translate("Clock", "{m} min").format(m=minutes)
    if minutes % 60:
        return translate("Clock", "{h} h {m} min").format(h=minutes // 60, m=minutes % 60)
    return translate("Clock", "{h} h").format(h=minutes // 60)
