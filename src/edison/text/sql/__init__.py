"""SQL, as far as its dialects agree: queries, and changes of rows."""

from .reading import SqlBroken, SqlRead, SqlUnread, read_sql

__all__ = ["SqlBroken", "SqlRead", "SqlUnread", "read_sql"]
