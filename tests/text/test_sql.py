"""What is read as SQL, what is none, and what is left open because dialects part there."""

import pytest

from edison.text import SqlBroken, SqlRead, SqlUnread, read_sql

T = "select::null::t"
READ = {
    "SELECT * FROM users": "select::null::users",
    "select Name from Users u where u.Id = 1;": "select::null::Users",
    "SELECT u.id, COUNT(*) AS n FROM shop.users u LEFT OUTER JOIN orders o ON o.user_id = u.id GROUP BY u.id "
    "HAVING COUNT(*) > 2 ORDER BY n DESC NULLS LAST LIMIT 5, 10": "select::shop::users select::null::orders",
    "SELECT 1": "",
    "SELECT DISTINCT a FROM t WHERE x NOT IN (1, 2) AND y NOT LIKE 'z' ESCAPE '!' OR b BETWEEN 1 AND 2": T,
    "SELECT CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE 'z' END, CASE WHEN b THEN 1 END FROM t": T,
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t": T,
    "SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b ROWS UNBOUNDED PRECEDING) rn, SUM(c) OVER w FROM t": T,
    "SELECT SUM(a) FILTER (WHERE b > 1), COUNT(DISTINCT c) FROM t": T,
    "SELECT GROUP_CONCAT(a ORDER BY b SEPARATOR ','), TRIM(x FROM y), CAST(a AS DECIMAL(10, 2)) FROM t": T,
    "SELECT CAST(a AS DOUBLE PRECISION), LEFT(b, 2), DATE '2024-01-01', -c, NOW() FROM t": T,
    "SELECT GROUP_CONCAT(a SEPARATOR ',') FROM t": T,
    "SELECT a::int FROM t WHERE d >= CURRENT_DATE - INTERVAL 30 DAY AND e < INTERVAL '1 day'": T,
    'SELECT `first name`, [b], "c" AS "d" FROM `my table` "x" -- note': "select::null::my table",
    "SELECT * FROM a NATURAL JOIN b CROSS JOIN (c JOIN d USING (id)), generate_series(1, 2) AS g(n)": "select::null::a "
    "select::null::b select::null::c select::null::d",
    "SELECT * FROM (SELECT a FROM t) AS x WHERE EXISTS (SELECT 1 FROM s) AND a = ANY (SELECT b FROM r)": f"{T} "
    "select::null::s select::null::r",
    "SELECT ARRAY(SELECT a FROM t) IS NOT NULL, b IS DISTINCT FROM c": T,
    "(SELECT a FROM t) INTERSECT DISTINCT (SELECT b FROM s) LIMIT 1 OFFSET 2": "select::null::t select::null::s",
    "SELECT a FROM t OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY": T,
    "SELECT SQL_CALC_FOUND_ROWS a FROM t FOR UPDATE": T,
    "SELECT ARRAY_AGG(a ORDER BY b), COUNT(c) OVER () FROM t WHERE NOT a LIKE 'b'": T,
    "SELECT a FROM t WHERE x IN (WITH y AS (SELECT 1) SELECT 2)": T,
    "VALUES (1, 2), (3, 4)": "",
    "INSERT IGNORE INTO t (a, b) VALUES (1, 'x') ON DUPLICATE KEY UPDATE a = 2, b = DEFAULT": "insert::null::t",
    "INSERT INTO t SET a = 1": "insert::null::t",
    "INSERT INTO t DEFAULT VALUES RETURNING id, a": "insert::null::t",
    "INSERT INTO t (SELECT b FROM s)": "insert::null::t select::null::s",
    "INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 1 WHERE b": "insert::null::t",
    "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING": "insert::null::t",
    "UPDATE a JOIN b ON a.id = b.id SET a.x = b.x WHERE a.id = ? ORDER BY x LIMIT 1": "update::null::a select::null::b",
    "UPDATE a SET x = :x FROM b WHERE a.id = b.id": "update::null::a select::null::b",
    "DELETE FROM a USING b WHERE a.id = b.id RETURNING *": "delete::null::a select::null::b",
    "WITH x AS (SELECT 1) DELETE FROM a": "delete::null::a",
    "SELECT 1 /* one */; SELECT 2": "",
}
BROKEN = {
    "": "there is no statement",
    "-- only a note": "there is no statement",
    "SELECT 'open": 'there is "\'" at character 8',
    "The capital of France is Paris.": "'The' does not go on",
    "SELECT * FORM users": "'users' does not go on the statement at character 15",
    "SELECT name FROM": "it ends before it is complete",
    "SELECT FROM users": "'FROM' does not go on",
    "SELECT a, b, FROM t": "'FROM' does not go on",
    "SELECT a FROM t WHERE (a = 1": "it ends before",
    "SELECT a NOT b FROM t": "'b' does not go on",
    "SELECT a b c FROM t": "'c' does not go on",
    "UPDATE t name = 'x'": "'=' does not go on",
    "SELECT * FROM a LEFT b": "'b' does not go on",
    f"SELECT {'(' * 99}1{')' * 99}": "'(' does not go on",
}
UNREAD = {
    "CREATE TABLE t (a INT)": "CREATE is written differently",
    "SELECT 1; DROP TABLE users;": "DROP is written differently",
    "SELECT TOP 5 * FROM t": "TOP is not the same in every dialect",
    "SELECT a FROM t GROUP BY a WITH ROLLUP": "ROLLUP is not the same",
}


@pytest.mark.parametrize(("text", "tables"), READ.items())
def test_queries_and_changes_of_rows_are_read_with_their_tables(text: str, tables: str) -> None:
    expected = frozenset(tables.replace("my table", "my_table").split())

    read = read_sql(text)

    assert isinstance(read, SqlRead), read
    assert {table.replace("my table", "my_table") for table in read.tables} == expected


@pytest.mark.parametrize(("text", "problem"), BROKEN.items())
def test_what_is_no_sql_is_told_with_its_place(text: str, problem: str) -> None:
    read = read_sql(text)

    assert isinstance(read, SqlBroken), read
    assert problem in read.problem


@pytest.mark.parametrize(("text", "why"), UNREAD.items())
def test_what_dialects_write_differently_is_left_open(text: str, why: str) -> None:
    read = read_sql(text)

    assert isinstance(read, SqlUnread), read
    assert why in read.why
