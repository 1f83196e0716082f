"""What the turn before took, so that its end can be taken back without winning time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("turn_spent", sa.Float(), nullable=True))
