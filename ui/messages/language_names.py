"""Spoken languages by their names in the language of the window. Used on the window's thread."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def language_name(code: str) -> str:
    """The name of a Whisper code, or the code itself if we have none."""
    return language_names().get(code, code)


def language_names() -> dict[str, str]:
    """The languages that can be chosen, the two of the window first, then by name."""
    first = {
        "en": translate("Languages", "English"),
        "zh": translate("Languages", "Chinese (Mandarin)"),
        "yue": translate("Languages", "Cantonese"),
    }
    others = {
        "ar": translate("Languages", "Arabic"),
        "bn": translate("Languages", "Bengali"),
        "cs": translate("Languages", "Czech"),
        "da": translate("Languages", "Danish"),
        "nl": translate("Languages", "Dutch"),
        "fi": translate("Languages", "Finnish"),
        "fr": translate("Languages", "French"),
        "de": translate("Languages", "German"),
        "el": translate("Languages", "Greek"),
        "he": translate("Languages", "Hebrew"),
        "hi": translate("Languages", "Hindi"),
        "hu": translate("Languages", "Hungarian"),
        "id": translate("Languages", "Indonesian"),
        "it": translate("Languages", "Italian"),
        "ja": translate("Languages", "Japanese"),
        "ko": translate("Languages", "Korean"),
        "no": translate("Languages", "Norwegian"),
        "fa": translate("Languages", "Persian"),
        "pl": translate("Languages", "Polish"),
        "pt": translate("Languages", "Portuguese"),
        "ro": translate("Languages", "Romanian"),
        "ru": translate("Languages", "Russian"),
        "es": translate("Languages", "Spanish"),
        "sv": translate("Languages", "Swedish"),
        "ta": translate("Languages", "Tamil"),
        "th": translate("Languages", "Thai"),
        "tr": translate("Languages", "Turkish"),
        "uk": translate("Languages", "Ukrainian"),
        "ur": translate("Languages", "Urdu"),
        "vi": translate("Languages", "Vietnamese"),
    }
    return first | dict(sorted(others.items(), key=lambda item: item[1]))
