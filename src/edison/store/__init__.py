"""Store: the archive.

In:      nouns, inside a unit of work.
Out:     nouns; rows never leave the room.
May use: domain, errors; SQLAlchemy, Alembic, the database drivers, msgspec, orjson.
Never:   decide anything; know a stage or a provider; hold a transaction while a model thinks.

Empty until the first run must survive its process.
"""
