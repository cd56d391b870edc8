"""Makes CUDA libraries that were installed with pip visible to CTranslate2.

Called once before a speech model is loaded on a graphics card, in the probe and in the engine alike: a probe
that finds other libraries than the engine proves nothing. CTranslate2 asks the system for ``libcublas.so.12``
and ``libcudnn.so.9`` by name, and the system does not look into Python's folders; a library that is already
loaded, however, is found by its name. (https://github.com/SYSTRAN/faster-whisper/issues/516)
"""

import contextlib
import ctypes
import os
import sys
import sysconfig
from pathlib import Path

_LINUX_NAMES = ("libcublasLt.so.12", "libcublas.so.12", "libcudnn.so.9")


def make_cuda_libraries_visible(site_packages: Path | None = None) -> None:
    """Load them, or on Windows name their folders. Does nothing where the packages are not installed."""
    nvidia = (site_packages or Path(sysconfig.get_paths()["purelib"])) / "nvidia"
    if sys.platform == "win32":
        for folder in nvidia.glob("*/bin"):
            with contextlib.suppress(OSError):
                os.add_dll_directory(str(folder))
        return
    for name in _LINUX_NAMES:
        for path in nvidia.glob(f"*/lib/{name}"):
            with contextlib.suppress(OSError):
                ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
