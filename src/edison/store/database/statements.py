"""Types of statements and rows whose columns are known to their writer and reader alone."""

from typing import Any, TypeAlias

from sqlalchemy import Row, Select

Query: TypeAlias = Select[*tuple[Any, ...]]
Found: TypeAlias = Row[*tuple[Any, ...]]
