"""What every test has: the guards with their fixture ``speech_models``, virtual devices, a patient ``qtbot``, quiet
property tests.
"""

import os

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot

from tests.builders.patient_bot import patient_bot

pytest_plugins = ["tests.guards.plugin", "tests.hardware.virtual_devices"]

# No deadline: two shared cores make any time limit a coin toss. In CI the same examples every time.
settings.register_profile("vivavoce", deadline=None, derandomize="CI" in os.environ, print_blob=True, database=None)
settings.load_profile("vivavoce")


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's own, with more patience."""
    return patient_bot(request)
