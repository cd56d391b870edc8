"""What a process of ours is told of its surroundings, whoever starts it: the desktop, the engine, a measurement."""

import os
from collections.abc import Mapping

from engine.contract.places import ROOT

_KEYS = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
SILENT = {"ORT_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
"""What keeps libraries from telling their makers of us. ONNX Runtime does since 1.29, names of speech models included,
unless this is said before it is loaded: github.com/microsoft/onnxruntime/pull/27379."""

FOR_LIBRARIES = SILENT | {"OPENBLAS_NUM_THREADS": "1"}
"""What libraries are told before they are loaded. A second thread of OpenBLAS makes the features of a ten-second window
three times slower (24 ms beside 6 on two cores), and what we ask of it elsewhere is no larger."""


def child_environment(surroundings: Mapping[str, str] | None = None) -> dict[str, str]:
    """It finds our packages, and gets neither the network nor anybody's key (failures 90, 98).

    Args:
        surroundings: Environment to begin with; by default that of this process.
    """
    given = os.environ if surroundings is None else surroundings
    environment = {name: value for name, value in given.items() if name not in _KEYS}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), environment.get("PYTHONPATH", ""))))
    environment["PYTHONUTF8"] = "1"
    environment["HF_HUB_OFFLINE"] = "1"
    environment |= FOR_LIBRARIES
    # A refused handshake or a port that is taken is an answer of gRPC, not a line on standard error.
    environment.setdefault("GRPC_VERBOSITY", "NONE")
    # glibc keeps a heap for each thread and gives little back: 123 MB more after forty minutes of live recognition.
    # Large buffers beside the heap (MALLOC_MMAP_THRESHOLD_) would grow less still, and cost too much time.
    environment["MALLOC_ARENA_MAX"] = "1"
    return environment
