import pytest

from app.recording.permission import is_denied


@pytest.mark.parametrize("denied", [("HKEY_CURRENT_USER", "NonPackaged"), ("HKEY_LOCAL_MACHINE", "microphone")])
def test_windows_says_who_forbade_it(denied: tuple[str, str]):
    """Case 7."""

    def read(root: str, key: str) -> str:
        return "Deny" if root == denied[0] and key.endswith(denied[1]) else "Allow"

    assert is_denied(platform="win32", read=read)


def test_what_was_never_asked_is_not_denied():
    assert not is_denied(platform="win32", read=lambda _root, _key: None)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_other_systems_are_not_asked(platform: str):
    def read(_root: str, _key: str) -> str:
        raise AssertionError("it has no registry")

    assert not is_denied(platform=platform, read=read)
