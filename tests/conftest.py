"""What every test has: the guards with their fixture ``speech_models``, virtual devices, quiet property tests."""

import os

from hypothesis import settings

pytest_plugins = ["tests.guards.plugin", "tests.hardware.virtual_devices"]

# No deadline: two shared cores make any time limit a coin toss. In CI the same examples every time.
settings.register_profile("vivavoce", deadline=None, derandomize="CI" in os.environ, print_blob=True, database=None)
settings.load_profile("vivavoce")
