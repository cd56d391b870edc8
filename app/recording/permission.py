"""Whether the system lets programs use the microphone, as far as it can be asked without using it.

Windows writes down what the person chose; on other systems only sound that arrives tells (``preflight_status.py``).
"""

import sys
from collections.abc import Callable
from contextlib import suppress

_STORE = r"Software\Microsoft\Windows\CurrentVersion\CapabilityAccessManager\ConsentStore\microphone"
_PLACES = (
    ("HKEY_LOCAL_MACHINE", _STORE),
    ("HKEY_CURRENT_USER", _STORE),
    ("HKEY_CURRENT_USER", rf"{_STORE}\NonPackaged"),
)
"""For everybody, for this person, and for programs that come from no store."""


def is_denied(*, platform: str = sys.platform, read: Callable[[str, str], str | None] | None = None) -> bool:
    """Whether the system says that we may not; where it says nothing, it is not denied.

    Args:
        platform: As ``sys.platform``.
        read: Gives the value ``Value`` of a key of the registry under a root, or ``None``.
    """
    if platform != "win32":
        return False
    ask = read or _read_registry
    return any(ask(root, key) == "Deny" for root, key in _PLACES)


def _read_registry(root: str, key: str) -> str | None:
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - there is none elsewhere

        with suppress(OSError), winreg.OpenKey(getattr(winreg, root), key) as opened:
            value, _ = winreg.QueryValueEx(opened, "Value")
            return str(value)
    return None
