"""How Alembic is run: on the connection, and inside the transaction, of whoever migrates."""

from alembic import context

from edison.store.database.migrating import VERSION_TABLE
from edison.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
