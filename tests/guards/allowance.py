"""The marker by which a test says, with its reason, that a kind of noise is meant.

    @pytest.mark.allows("log", "stderr", reason="the engine process is killed and says so")

Read once a test, by the plugin; a wrong kind or a missing reason stops the collection.
"""

import pytest

KINDS = ("log", "qt", "stderr", "threads", "processes", "network")

MARKER = "allows(*kinds, reason): the test may be noisy in this way; tests/guards/README.md lists the kinds"


def allowed_kinds(item: pytest.Item) -> frozenset[str]:
    """What the test is allowed by its own markers and those of its class and module."""
    kinds: set[str] = set()
    for mark in item.iter_markers("allows"):
        unknown = [kind for kind in mark.args if kind not in KINDS]
        if unknown or not mark.args:
            raise pytest.UsageError(f"{item.nodeid}: allows() takes {', '.join(KINDS)}, not {unknown or 'nothing'}")
        if not str(mark.kwargs.get("reason", "")).strip():
            raise pytest.UsageError(f"{item.nodeid}: allows() needs a reason")
        kinds.update(mark.args)
    return frozenset(kinds)
