"""A home of its own for the whole run, and a fresh ``VIVAVOCE_HOME`` for each test.

Nothing a test does may touch the library, the settings or the caches of the person who runs it, and nothing on
their machine (a proxy, a hub token) may change what a test sees.
"""

import os
import shutil
import tempfile
from pathlib import Path

SHIELDED = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "HF_ENDPOINT", "HF_TOKEN", "HF_HOME", "PULSE_SERVER")


class Sandbox:
    """The run's own home folder. Made before the first import of ours, removed at the end."""

    def __init__(self) -> None:
        self.speech_models = find_speech_models()
        """The person's real folder of speech models, found before home was moved."""
        self.root = Path(tempfile.mkdtemp(prefix="vivavoce-tests-"))
        self._tests = 0

    def enter(self) -> None:
        """Move into the sandbox, for good: the process ends with the run."""
        for name in SHIELDED:
            os.environ.pop(name, None)
            os.environ.pop(name.lower(), None)
        runtime = self.root / "run"
        runtime.mkdir(mode=0o700)
        os.environ |= {
            "HOME": str(self.root),
            "USERPROFILE": str(self.root),
            "LOCALAPPDATA": str(self.root / "local"),
            "APPDATA": str(self.root / "roaming"),
            "XDG_CONFIG_HOME": str(self.root / "config"),
            "XDG_DATA_HOME": str(self.root / "data"),
            "XDG_CACHE_HOME": str(self.root / "cache"),
            "XDG_STATE_HOME": str(self.root / "state"),
            "XDG_RUNTIME_DIR": str(runtime),
        }
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # no test touches a person's passwords
        os.environ["GRPC_VERBOSITY"] = "NONE"  # as in ``app/console.py``
        self.move_on()

    def move_on(self) -> None:
        """Give the next test an empty place; it is not created before somebody writes there."""
        self._tests += 1
        os.environ["VIVAVOCE_HOME"] = str(self.root / "people" / str(self._tests))

    def leave(self) -> None:
        """Remove everything that tests wrote at home."""
        shutil.rmtree(self.root, ignore_errors=True)


def find_speech_models() -> Path:
    """Where the real speech models lie: as ``installers/test.sh`` says, or the person's own folder."""
    named = os.environ.get("VIVAVOCE_TEST_MODELS")
    if named:
        return Path(named)
    from app.folders import find_folders  # here, not above: the plugin is loaded before anything of ours

    return find_folders().models
