"""Words of the language, by what they are in a statement."""

_RESERVED = (
    "ALL AND AS ASC BETWEEN BY CASE CROSS DELETE DESC DISTINCT ELSE END EXCEPT EXISTS FROM FULL GROUP HAVING IN INNER "
    "INSERT INTERSECT INTO IS JOIN LEFT LIKE LIMIT NATURAL NOT NULL OFFSET ON OR ORDER OUTER RIGHT SELECT SET THEN "
    "UNION UPDATE USING VALUES WHEN WHERE WITH"
)
RESERVED = frozenset(_RESERVED.split())
"""No names unless they stand in quotes."""

_CLAUSES = "FETCH FOR LOCK RETURNING WINDOW QUALIFY MINUS STRAIGHT_JOIN"
NO_ALIASES = RESERVED | frozenset(_CLAUSES.split())
"""Some begin something in their place, and are names elsewhere."""

_UNITS = (
    "MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DAYS MONTHS YEARS HOURS MINUTES SECONDS WEEKS"
)
UNITS = tuple(_UNITS.split())
LIKE = ("LIKE", "ILIKE", "RLIKE", "REGEXP", "GLOB", "MATCH")
COMPARED = ("=", "<", ">", "<=", ">=", "<>", "!=", "<=>")
JOINED = ("+", "-", "*", "/", "%", "||", "&", "|", "^", "->", "->>", "::", ".", "DIV", "MOD", "COLLATE")
BEHIND = ("HIGH_PRIORITY", "LOW_PRIORITY", "DELAYED", "IGNORE", "SQL_CALC_FOUND_ROWS")
"""Hints behind the first word of a statement."""

_UNREAD = (
    "ALTER ANALYZE BEGIN CALL COMMENT COMMIT COPY CREATE DECLARE DESC DESCRIBE DROP EXPLAIN GRANT MERGE OPTIMIZE "
    "PRAGMA RENAME REVOKE ROLLBACK SET SHOW TRUNCATE USE VACUUM"
)
UNREAD = frozenset(_UNREAD.split())
"""Statements of which every dialect has another form."""

_FOREIGN = (
    "APPLY ARRAY CONNECT GROUPING ILIKE LATERAL MATCH PIVOT QUALIFY ROLLUP SIMILAR TABLESAMPLE TOP UNNEST UNPIVOT "
    "WINDOW WITHIN"
)
FOREIGN = frozenset(_FOREIGN.split())
"""Words at which dialects part: what cannot be read beside one of them may be right all the same."""
