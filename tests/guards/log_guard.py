"""Notices log records that nobody expected. A warning in the log of a passing test is a bug in one of the two."""

import logging


class LogGuard(logging.Handler):
    """Collects what is logged at WARNING or above while it is installed on the root logger."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._records: list[logging.LogRecord] = []

    def install(self) -> None:
        """Listen to everything, from now on until the end of the run."""
        logging.getLogger().addHandler(self)

    def remove(self) -> None:
        """Stop listening."""
        logging.getLogger().removeHandler(self)

    def take_complaints(self) -> list[str]:
        """What was logged since the last call, a sentence each."""
        records, self._records = self._records, []
        return [
            f"{record.name} logged {record.levelname}: {record.getMessage()} ({record.pathname}:{record.lineno})"
            for record in records
        ]

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record. Called by ``logging``, on any thread."""
        self._records.append(record)
