"""What judges would change, and what refiners wrote, by unit."""

from edison.domain import AdoptedVersions, Proposal, StageName
from edison.store import Store
from edison.store.tables import PROPOSAL
from tests.factories import SOME_TIME, a_prompt_version, a_run
from tests.store.filling import RUN


def put(store: Store, unit: int, generation: int, note: str) -> None:
    proposal = Proposal(not_proposed=note)
    row = {"run_no": 1, "unit": unit, "generation": generation, "body": proposal.model_dump_json()}
    with store.work() as work:
        work.connection.execute(PROPOSAL.insert().values(row))


def test_only_what_was_proposed_last_counts(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
    put(store, unit=3, generation=1, note="first")
    put(store, unit=4, generation=1, note="other")
    with store.work() as work:
        work.generations.ask(RUN, StageName.REFINE, [(3, 0)])
        assert set(work.proposals.of_units(RUN, range(3, 5))) == {4}
    put(store, unit=3, generation=2, note="second")

    with store.reading() as work:
        found = work.proposals.of_units(RUN, range(3, 4))
        assert [one.not_proposed for one in found.values()] == ["second"]
        assert work.proposals.count(RUN) == 3


def test_versions_of_a_run_go_on_the_history_of_a_prompt(store: Store) -> None:
    first = a_prompt_version(id="ver_a", system="One.")
    second = a_prompt_version(id="ver_b", number=2, system="Two.", changelog="Better.")
    third = a_prompt_version(id="ver_c", number=3, system="Three.")
    ids = iter(f"_{number}" for number in range(99))

    def add(*versions: object) -> list[tuple[int, str | None]]:
        line = AdoptedVersions.model_validate(
            {
                "project_id": "prj_1",
                "prompt": "shop",
                "versions": versions,
                "authors": ["ann"] * len(versions),
                "proofs": [None] * len(versions),
            }
        )
        with store.work() as work:
            _, kept = work.prompts.add_line(line, at=SOME_TIME, new_id=lambda prefix: prefix + next(ids))
        return [(one.version.number, one.version.parent_id) for one in kept]

    assert add(first, second) == [(1, None), (2, "ver_1")]
    assert add(first, third) == [(3, "ver_1")]
    assert add(first, second) == []
