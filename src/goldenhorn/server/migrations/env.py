"""What Alembic runs: always over a connection that `upgrade` hands it."""

from alembic import context

from goldenhorn.server.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite can change little of a table without making it anew
)
with context.begin_transaction():
    context.run_migrations()
