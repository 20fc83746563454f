"""Downloads that are cut, shuffled or repeated: collecting again brings the rest, and nothing twice."""

import pytest

from edison.domain import BatchResult, Chance
from edison.errors import BrokenStream, ProviderTrouble
from edison.gateway.batches import reconcile

from .apis import a_handle, all_of, an_api, answered, anthropic_batch, google_batch, openai_batch, summary
from .office import HANGS_UP, Office, Said, an_office, jsonl, lines_of, says

KEYS = [f"k{number}" for number in range(40)]
FILES = {
    "openai": "GET /v1/files/out/content",
    "anthropic": "GET /v1/messages/batches/b1/results",
    "google": "GET /v1beta/files/out:download",
}
ENDED = {
    "GET /v1/batches/b1": says(openai_batch(output_file_id="out")),
    "GET /v1/messages/batches/b1": says(anthropic_batch(succeeded=40)),
    "GET /v1beta/batches/b1": says(google_batch(done=True, response={"responsesFile": "files/out"})),
}
KINDS = tuple(FILES)


def rows_of(kind: str) -> list[dict[str, object]]:
    return [answered(kind, key, f"Answer {key}.") for key in KEYS]


def export(results: list[BatchResult]) -> bytes:
    """What a store would hold in the end, in one order."""
    kept = sorted(results, key=lambda result: result.key)
    return b"\n".join(result.to_json().decode().encode() for result in kept)


async def collect_all(kind: str, office: Office) -> list[BatchResult]:
    async with an_api(kind, office) as api:
        return await all_of(reconcile(api.collect(a_handle(kind)), expected=KEYS))


@pytest.mark.parametrize("kind", KINDS)
async def test_neither_order_nor_replay_changes_a_byte_of_the_export(kind: str) -> None:
    rows = rows_of(kind)
    exports: set[bytes] = set()
    for seed in range(5):
        shuffled = rows * 3 if seed else list(rows)
        Chance(seed).stream("rows").shuffle(shuffled)
        async with an_office(**ENDED, **{FILES[kind]: jsonl(*shuffled)}) as office:
            exports.add(export(await collect_all(kind, office)))

    assert len(exports) == 1


async def read_until_cut(kind: str, office: Office, stored: dict[str, BatchResult]) -> ProviderTrouble | None:
    """One attempt to collect, as a caller does it: store each result, pass over what is stored."""
    async with an_api(kind, office) as api:
        try:
            async for result in api.collect(a_handle(kind), known=stored):
                assert result.key not in stored
                stored[result.key] = result
        except ProviderTrouble as trouble:
            return trouble
    return None


@pytest.mark.parametrize("admits_the_cut", [True, False])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_download_cut_at_any_of_twenty_points_is_resumed_without_loss_or_repetition(
    kind: str, admits_the_cut: bool
) -> None:
    rows = rows_of(kind)
    size = len(lines_of(*rows))
    stored: dict[str, BatchResult] = {}
    for point in range(20):
        # Never at the end of a line: such a cut is told by the announced length alone.
        cut_at = point * size // 20 + 3
        said = jsonl(*rows, cut_at=cut_at, admits_the_cut=admits_the_cut)
        async with an_office(**ENDED, **{FILES[kind]: said}) as office:
            trouble = await read_until_cut(kind, office, stored)
        assert isinstance(trouble, BrokenStream)
    async with an_office(**ENDED, **{FILES[kind]: jsonl(*rows)}) as office:
        assert await read_until_cut(kind, office, stored) is None

    assert summary(stored.values()) == {key: f"Answer {key}." for key in KEYS}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_refused_download_is_named_by_its_cause(kind: str) -> None:
    busy = Said(b"<html>busy</html>", 503)
    async with an_office(**ENDED, **{FILES[kind]: busy}) as office:
        trouble = await read_until_cut(kind, office, {})

    assert trouble is not None
    assert (trouble.code, trouble.status) == ("unavailable", 503)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_connection_lost_before_the_first_row_is_a_cut_as_well(kind: str) -> None:
    async with an_office(**ENDED, **{FILES[kind]: HANGS_UP}) as office:
        trouble = await read_until_cut(kind, office, {})

    assert isinstance(trouble, BrokenStream)
    assert not trouble.may_be_billed


@pytest.mark.parametrize("kind", KINDS)
async def test_a_reader_who_leaves_early_gives_the_connection_back(kind: str) -> None:
    async with (
        an_office(**ENDED, **{FILES[kind]: jsonl(*rows_of(kind))}) as office,
        an_api(kind, office) as api,
    ):
        results = api.collect(a_handle(kind))
        first = await anext(results)
        await results.aclose()  # pyright: ignore[reportAttributeAccessIssue]

        again = await anext(api.collect(a_handle(kind)))

    assert first == again


@pytest.mark.parametrize("kind", KINDS)
async def test_a_line_beyond_what_is_kept_is_kept_in_part(kind: str) -> None:
    row = answered(kind, "k0", "x" * 300_000)
    async with an_office(**ENDED, **{FILES[kind]: jsonl(row)}) as office, an_api(kind, office) as api:
        (result,) = await all_of(api.collect(a_handle(kind)))

    assert result.answer is not None
    assert len(result.answer.text) == 300_000
    assert result.answer.raw.truncated
    assert len(result.answer.raw.response) < result.answer.raw.response_bytes == len(lines_of(row)) - 1
