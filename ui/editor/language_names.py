"""What a spoken language is called, in the language of the window."""

from PySide6.QtCore import QCoreApplication, QLocale

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def language_name(code: str) -> str:
    """Name of a Whisper code; the code itself if nobody knows it."""
    names = {
        "zh": translate("LanguageName", "Chinese"),
        "yue": translate("LanguageName", "Cantonese"),
        "en": translate("LanguageName", "English"),
        "de": translate("LanguageName", "German"),
        "es": translate("LanguageName", "Spanish"),
        "fr": translate("LanguageName", "French"),
        "it": translate("LanguageName", "Italian"),
        "ja": translate("LanguageName", "Japanese"),
        "ko": translate("LanguageName", "Korean"),
        "nl": translate("LanguageName", "Dutch"),
        "pl": translate("LanguageName", "Polish"),
        "pt": translate("LanguageName", "Portuguese"),
        "ru": translate("LanguageName", "Russian"),
        "ar": translate("LanguageName", "Arabic"),
        "tr": translate("LanguageName", "Turkish"),
        "vi": translate("LanguageName", "Vietnamese"),
    }
    if code in names:
        return names[code]
    language = QLocale.codeToLanguage(code)
    return code if language is QLocale.Language.AnyLanguage else QLocale.languageToString(language)
