"""Languages as they are named on the command line. Asked by ``transcribe`` and ``listen``, on their main thread."""

import typer

from engine.contract.languages import LANGUAGES, language_code


def read_languages(text: str) -> tuple[str, ...]:
    """Codes of the languages in a wish; nothing for “auto”. Wrong ones are ``typer.BadParameter``."""
    words = [word for word in text.split(",") if word.strip()]
    if [word.strip().casefold() for word in words] == ["auto"]:
        return ()
    codes: list[str] = []
    for word in words:
        code = language_code(word)
        if code is None:
            raise typer.BadParameter(
                f"“{word.strip()}” is no language we know. Use “auto” or codes such as en, de, zh: "
                f"{', '.join(sorted(LANGUAGES))}.",
                param_hint="--language",
            )
        codes.append(code)
    if not codes:
        raise typer.BadParameter("Name a language, or “auto”.", param_hint="--language")
    return tuple(dict.fromkeys(codes))
