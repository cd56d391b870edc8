"""What every test has: the guards, which also give the fixture ``speech_models``, and quiet property tests."""

import os

from hypothesis import settings

pytest_plugins = ["tests.guards.plugin"]

# No deadline: two shared cores make any time limit a coin toss. In CI the same examples every time.
settings.register_profile("vivavoce", deadline=None, derandomize="CI" in os.environ, print_blob=True, database=None)
settings.load_profile("vivavoce")
