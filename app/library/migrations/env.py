"""alembic's entry: runs the revisions over the connection that ``Migrations.migrate`` has opened.

The transaction is that one's; nothing here begins or commits.
"""

from alembic import context
from sqlalchemy import Connection


def _run() -> None:
    connection: Connection = context.config.attributes["connection"]
    context.configure(connection=connection, render_as_batch=True)
    context.run_migrations()


_run()
