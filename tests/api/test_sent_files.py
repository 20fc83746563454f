"""Files whose bytes are no text, sent by a browser: tables, bundles; all of them is taken, or nothing."""

from base64 import b64encode
from io import BytesIO
from typing import Any

import polars
import pytest

from .conftest import Answer, Workbench

ROWS = [{"land": "France", "town": "Paris"}, {"land": "Chile", "town": "Santiago"}]


def send(bench: Workbench, path: str, body: object = None, *, key: str = "") -> Answer:
    return bench.ask("POST", path, body, Idempotency_Key=f"sent-files-{key or path}")


def parquet(rows: list[dict[str, Any]]) -> bytes:
    written = BytesIO()
    polars.DataFrame(rows).write_parquet(written)
    return written.getvalue()


def a_table(content: bytes) -> dict[str, str]:
    return {"file": "towns.parquet", "content": b64encode(content).decode()}


def test_the_cases_of_a_parquet_file_are_kept_with_columns_under_other_names(bench: Workbench) -> None:
    table = a_table(parquet(ROWS))
    wish = {**table, "name": "towns", "columns": {"country": "land", "expect": "town"}}

    looked = send(bench, "/api/datasets/parquet/columns", table)
    kept = [send(bench, "/api/datasets/parquet", wish) for _ in range(2)]
    cases = bench.get("/api/datasets/towns/cases")["cases"]

    assert looked.json == {"columns": ["land", "town"], "rows": 2}
    assert [(one.status, one.json["version"], one.json["cases"]) for one in kept] == [(201, 1, 2)] * 2
    assert [(one["variables"], one["expect"]["answer"]) for one in cases] == [
        ({"country": "France"}, "Paris"),
        ({"country": "Chile"}, "Santiago"),
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PAR1 is how it begins", "it is no Parquet file that can be read"),
        (parquet(ROWS)[:-30], "it is no Parquet file that can be read"),
        (parquet([{"land": "France", "flag": b"\xff\x00"}]), "its column 'flag' holds bytes"),
        (parquet([{"land": "France", "flags": [b"\xff"]}]), "its column 'flags' holds bytes"),
    ],
    ids=["no table", "cut off", "bytes", "bytes in a list"],
)
def test_what_is_no_table_of_texts_is_refused_by_its_name(
    bench: Workbench, content: bytes, told: str
) -> None:
    wish = a_table(content)

    looked = send(bench, "/api/datasets/parquet/columns", wish, key=told)
    refused = send(bench, "/api/datasets/parquet", {**wish, "name": "none"}, key=told)

    assert [(one.status, one.json["code"]) for one in (looked, refused)] == [(422, "table_broken")] * 2
    assert all(
        "towns.parquet" in one.json["detail"] and told in one.json["detail"] for one in (looked, refused)
    )
    assert "none" not in [one["name"] for one in bench.get("/api/datasets")]


def test_a_small_file_that_unpacks_to_more_than_is_taken_leaves_nothing_behind(bench: Workbench) -> None:
    bomb = a_table(parquet([{"text": "x" * 2_000_000}] * 600))

    refused = send(bench, "/api/datasets/parquet", {**bomb, "name": "bomb"})

    assert len(bomb["content"]) < 10_000_000
    assert (refused.status, refused.json["code"]) == (422, "table_broken")
    assert "it unpacks to more than 512 MiB" in refused.json["detail"]
    assert "bomb" not in [one["name"] for one in bench.get("/api/datasets")]
