"""What Alembic runs: always over a connection that `upgrade` hands it."""

from alembic import context

from goldenhorn.server.schema import METADATA


def run() -> None:
    """Take all steps that are missing."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,  # SQLite can change little of a table without making it anew
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # as Alembic calls it
    run()
