"""Files whose bytes are no text, sent by a browser: tables, bundles; all of them is taken, or nothing."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from edison.actions.bundles import add_sent_bundle
from edison.actions.files import SentFile
from edison.actions.results.reports import list_briefly
from edison.actions.runs.drive import serve_runs
from edison.actions.runs.looking import show_results
from edison.errors import BackupRefused
from edison.settings import Settings
from edison.wiring import open_house
from tests.database import new_file

from .conftest import Answer, Workbench

ROWS = [{"land": "France", "town": "Paris"}, {"land": "Chile", "town": "Santiago"}]


def send(bench: Workbench, path: str, body: object = None, *, key: str = "") -> Answer:
    return bench.ask("POST", path, body, Idempotency_Key=f"sent-files-{key or path}")


def parquet(rows: list[dict[str, Any]]) -> bytes:
    import polars

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
        (lambda: b"PAR1 is how it begins", "it is no Parquet file that can be read"),
        (lambda: parquet(ROWS)[:-30], "it is no Parquet file that can be read"),
        (lambda: parquet([{"land": "France", "flag": b"\xff\x00"}]), "its column 'flag' holds bytes"),
        (lambda: parquet([{"land": "France", "flags": [b"\xff"]}]), "its column 'flags' holds bytes"),
    ],
    ids=["no table", "cut off", "bytes", "bytes in a list"],
)
def test_what_is_no_table_of_texts_is_refused_by_its_name(
    bench: Workbench, content: Callable[[], bytes], told: str
) -> None:
    wish = a_table(content())

    looked = send(bench, "/api/datasets/parquet/columns", wish, key=told)
    refused = send(bench, "/api/datasets/parquet", {**wish, "name": "none"}, key=told)

    assert [(one.status, one.json["code"]) for one in (looked, refused)] == [(422, "table_broken")] * 2
    assert all(
        "towns.parquet" in one.json["detail"] and told in one.json["detail"] for one in (looked, refused)
    )
    assert "none" not in [one["name"] for one in bench.get("/api/datasets")]


def test_a_small_file_that_unpacks_to_more_than_is_taken_leaves_nothing_behind(bench: Workbench) -> None:
    bomb = a_table(parquet([{"text": "x" * 2_000_000}] * 280))

    refused = send(bench, "/api/datasets/parquet", {**bomb, "name": "bomb"})

    assert len(bomb["content"]) < 10_000_000
    assert (refused.status, refused.json["code"]) == (422, "table_broken")
    assert "it unpacks to more than 512 MiB" in refused.json["detail"]
    assert "bomb" not in [one["name"] for one in bench.get("/api/datasets")]


def a_bundle(content: bytes) -> dict[str, str]:
    return {"name": "shop.edison", "content": b64encode(content).decode()}


@pytest.fixture(scope="module")
def bundle(bench: Workbench) -> bytes:
    """All that belongs to no project, written as a run of its own and fetched."""
    asked = [send(bench, "/api/bundles/exports", {}) for _ in range(2)]
    written = asked[0].json["run"]
    early = bench.ask("GET", f"/api/runs/{written}/export?format=bundle")
    asyncio.run(serve_runs(bench.house, stop=asyncio.Event(), until_idle=True))
    told = bench.get(f"/api/runs/{written}/exported")
    fetched = bench.ask("GET", f"/api/runs/{written}/export?format=bundle")

    assert [one.status for one in asked] == [201, 201]
    assert asked[1].json["run"] == written
    assert (early.status, early.json["code"]) == (409, "not_exported")
    assert (told["is_whole"], told["is_kept"], told["file"]) == (True, True, None)
    assert fetched.headers["content-disposition"] == 'attachment; filename="bundle.edison"'
    return fetched.body


def test_a_bundle_is_looked_into_and_what_is_there_already_stays(bench: Workbench, bundle: bytes) -> None:
    runs = [one["id"] for one in bench.get("/api/runs?open=false")["items"]]

    looked = send(bench, "/api/bundles/look", a_bundle(bundle)).json
    added = send(bench, "/api/bundles", a_bundle(bundle)).json

    assert bench.done in looked["runs"]
    assert set(looked["runs"]) <= set(runs)
    assert (added["runs"], added["known"], added["rows"]) == ([], len(looked["runs"]), 0)


def test_a_bundle_comes_into_another_house_whole_or_not_at_all(
    bundle: bytes, bench: Workbench, tmp_path: Path
) -> None:
    with open_house(Settings(database_url=new_file(tmp_path / "other.db", with_engine=True))) as house:
        damaged = bytearray(bundle)
        damaged[len(damaged) // 2] ^= 0xFF
        with pytest.raises(BackupRefused, match=r"^shop\.edison was left as it was") as refused:
            add_sent_bundle(house, SentFile("shop.edison", bytes(damaged)))
        nothing = list_briefly(house)
        added = add_sent_bundle(house, SentFile("shop.edison", bundle))
        told = show_results(house, bench.done)

    assert nothing == []
    assert str(tmp_path) not in str(refused.value)
    assert bench.done in added.runs
    assert told.as_json() == bench.get(f"/api/runs/{bench.done}/results")


@pytest.mark.parametrize("path", ["/api/bundles/look", "/api/bundles"])
@pytest.mark.parametrize("content", [b"no zip", b""], ids=["no zip", "empty"])
def test_what_is_no_bundle_is_refused_by_the_name_that_it_was_sent_under(
    bench: Workbench, path: str, content: bytes
) -> None:
    refused = send(bench, path, a_bundle(content), key=f"{path} {content!r}")

    assert (refused.status, refused.json["code"]) == (409, "backup_refused")
    assert refused.json["detail"].startswith("shop.edison was left as it was: ")
