"""How the tables came to be what ``schema.py`` says: alembic's revisions and how they are run.

Called by ``opening.py`` when a library is older than this Vivavoce. alembic is imported only then: it takes
longer than all the rest of opening a library.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.library.database import transaction_on
from app.library.schema import REVISIONS


@dataclass(frozen=True, slots=True)
class Migrations:
    """A folder of revisions and their order."""

    place: Path = Path(__file__).parent
    revisions: tuple[str, ...] = REVISIONS

    @property
    def head(self) -> str:
        """The revision that this Vivavoce works with."""
        return self.revisions[-1]

    def migrate(self, path: Path, *, to: str = "", checks_references: bool = True) -> None:
        """Bring a file to a revision (by default the newest), all in one transaction: wholly or not at all.

        Raises:
            sqlite3.Error: it could not be written; nothing was changed.
        """
        from alembic.config import Config  # noqa: PLC0415 - see above
        from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415 - see above
        from alembic.script import ScriptDirectory  # noqa: PLC0415 - see above

        target = to or self.head
        scripts = ScriptDirectory(str(self.place))

        def steps(current: Any, _context: Any) -> Any:
            # As alembic's own documentation does it: https://alembic.sqlalchemy.org/en/latest/api/runtime.html
            return scripts._upgrade_revs(target, current)  # pyright: ignore[reportPrivateUsage] - see the line above

        # No foreign keys on the way: SQLite changes a table by copying it, and dropping the old one would
        # take all rows that refer to it along. They are checked before the commit instead.
        bare = sqlite3.connect(path, timeout=10, isolation_level=None)
        try:
            bare.execute("PRAGMA foreign_keys = OFF")
            # And triggers that speak of a table are left alone while its copy takes its name.
            bare.execute("PRAGMA legacy_alter_table = ON")
            bare.execute("PRAGMA synchronous = FULL")
            with transaction_on(bare) as connection:
                with EnvironmentContext(Config(), scripts, fn=steps, destination_rev=target) as environment:
                    environment.configure(connection=connection)
                    environment.run_migrations()
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
                if broken and checks_references:
                    raise sqlite3.IntegrityError(f"{len(broken)} rows refer to nothing after the migration")
                connection.exec_driver_sql(f"PRAGMA user_version = {self.revisions.index(target) + 1}")
        finally:
            bare.close()
