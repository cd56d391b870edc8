"""The language of the window: which it is, and teaching it to Qt.

Lives on the window's thread; made once by the composition or the main window. Texts come from
``resources/translations``; English has a file of its own for its plurals only.
"""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from app.settings.settings import InterfaceLanguage
from engine.contract.places import RESOURCES

TRANSLATIONS = RESOURCES / "translations"


class LanguageInstaller(QObject):
    """Keeps the translators of the application."""

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._application = application
        self._translators: list[QTranslator] = []

    def install(self, choice: InterfaceLanguage) -> str:
        """Speak this language from now on; answers ``en`` or ``zh_CN``. Widgets are made anew by the caller."""
        for translator in self._translators:
            self._application.removeTranslator(translator)
            translator.deleteLater()
        self._translators.clear()
        code = language_code(choice)
        QLocale.setDefault(
            QLocale(QLocale.Language.Chinese, QLocale.Country.China)
            if code == "zh_CN"
            else QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
        )
        self._load("qtbase_" + code, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._load("vivavoce_" + code, str(TRANSLATIONS))
        return code

    def _load(self, name: str, folder: str) -> None:
        translator = QTranslator(self)
        if translator.load(name, folder):
            self._application.installTranslator(translator)
            self._translators.append(translator)


def language_code(choice: InterfaceLanguage) -> str:
    """``en`` or ``zh_CN``; the system's language if the person did not choose."""
    if choice is not InterfaceLanguage.SYSTEM:
        return str(choice)
    return "zh_CN" if QLocale.system().language() is QLocale.Language.Chinese else "en"


def installer_of(application: QCoreApplication) -> LanguageInstaller:
    """The application's installer, made on the first call."""
    found = application.findChild(LanguageInstaller)
    return found if found is not None else LanguageInstaller(application)
