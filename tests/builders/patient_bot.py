"""pytest-qt's robot, which waits for what must come as long as everybody else here: five seconds are few on two shared
cores. Made for every test by the fixture ``qtbot`` in ``tests/conftest.py``.
"""

from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from tests.builders.waiting import PATIENCE_S

_WAITS = ("waitUntil", "waitSignal", "waitSignals", "waitCallback", "waitExposed", "waitActive")


def patient_bot(request: pytest.FixtureRequest) -> QtBot:
    """One for a test; a wait of it may still say its own ``timeout``."""
    bot = QtBot(request)
    for name in _WAITS:
        setattr(bot, name, partial(getattr(bot, name), timeout=round(PATIENCE_S * 1000)))
    return bot
