"""How the database came to be what it is, step by step; `upgrade` brings an older one here."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from goldenhorn.server.store import Store

_HERE: Final = Path(__file__).parent


def newest() -> str:
    """The last step there is; their names begin with their numbers."""
    return max(file.name[:4] for file in (_HERE / "versions").glob("[0-9]*.py"))


class TooNew(ValueError):
    """The database was made by a later version of the program."""


async def upgrade(store: Store) -> None:
    """Make the tables, or change those of an earlier version."""
    async with store.engine.connect() as connection:
        found = await connection.run_sync(_version)
    if found == newest():
        return
    if found is not None and found > newest():
        raise TooNew(
            f"the database is at step {found}, which a later version of goldenhorn made; "
            f"this one knows steps up to {newest()}"
        )
    async with store.begin() as connection:
        await connection.run_sync(_upgrade)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # imported only here: it takes a while
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        # Two servers may start in the same moment; the second waits and finds all done.
        connection.execute(text("SELECT pg_advisory_xact_lock(7431801)"))
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
