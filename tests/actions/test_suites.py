"""Suites: every case is looked at before anything is stored, and stored as it was looked at."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from edison.actions.presets.suite_plans import experiment_of
from edison.actions.presets.suites import Pinned, SuiteFile, load_suite, pin_suite
from edison.domain import Case, ExperimentId
from edison.errors import CasesDoNotFit, CheckBroken, FileNotReadable, SuiteBroken
from edison.store import Store


class Shelf:
    """Files in memory; some of them change from one reading to the next."""

    def __init__(self, **files: str | list[str]) -> None:
        self._files = {name.replace("_", "."): text for name, text in files.items()}
        self.readings = 0

    def whole(self, name: str) -> bytes | None:
        text = self._files.get(name)
        return None if text is None else self._now(text)

    def pieces(self, name: str) -> Iterator[bytes]:
        if name not in self._files:
            raise FileNotReadable(name, "no such file")
        self.readings += 1
        yield self._now(self._files[name])

    def _now(self, text: str | list[str]) -> bytes:
        return (text if isinstance(text, str) else text[self.readings - 1]).encode()


def a_file(shelf: Shelf | None = None, **changes: Any) -> SuiteFile:
    suite = {
        "name": "shop",
        "arms": ["local/m"],
        "prompt": {"system": "Answer in {{ language }}.", "user": "{{ question }}"},
        "cases": [{"id": "a", "question": "Why?", "language": "Latin"}],
        **changes,
    }
    return load_suite("suite.json", json.dumps(suite).encode(), files=shelf or Shelf())


def lines(count: int, **changes: Any) -> str:
    return "".join(
        json.dumps({"id": f"c{number}", "question": "Why?", "language": "Latin", **changes}) + "\n"
        for number in range(count)
    )


def store_cases(store: Store, pinned: Pinned) -> list[Case]:
    dataset = pinned.snapshot.dataset
    with pinned.spool, store.work() as work:
        work.datasets.add_spooled(dataset, pinned.spool)
        return work.datasets.cases(dataset.id, first=0, count=pinned.snapshot.cases + 1)


def test_cases_of_a_file_are_read_once_and_pinned_without_being_held(store: Store) -> None:
    shelf = Shelf(cases_jsonl=lines(1000))

    pinned = pin_suite(a_file(shelf, cases="cases.jsonl"))
    stored = store_cases(store, pinned)

    assert pinned.snapshot.cases == 1000
    assert len(pinned.sample) < 20
    assert stored[: len(pinned.sample)] == list(pinned.sample)
    assert [case.name for case in stored] == [f"c{number}" for number in range(1000)]
    assert {case.dataset_id for case in stored} == {pinned.snapshot.dataset.id}
    assert shelf.readings == 1


def test_the_same_cases_are_the_same_dataset_wherever_they_stand() -> None:
    inline = pin_suite(a_file(cases=[json.loads(line) for line in lines(3).splitlines()]))
    on_file = pin_suite(a_file(Shelf(cases_jsonl=lines(3)), cases="cases.jsonl"))
    others = pin_suite(a_file(Shelf(cases_jsonl=lines(3, language="Greek")), cases="cases.jsonl"))

    assert inline.snapshot.dataset.id == on_file.snapshot.dataset.id
    assert others.snapshot.dataset.id != on_file.snapshot.dataset.id


def test_what_is_stored_was_looked_at_whatever_became_of_the_file(store: Store) -> None:
    shelf = Shelf(cases_jsonl=[lines(3), lines(5, question="Why not?")])
    pinned = pin_suite(a_file(shelf, cases="cases.jsonl"))
    again = pin_suite(a_file(shelf, cases="cases.jsonl"))

    stored = store_cases(store, pinned)

    assert again.snapshot.dataset.id != pinned.snapshot.dataset.id
    assert [case.variables["question"] for case in stored] == ["Why?"] * 3


def test_every_case_that_does_not_fit_is_told_up_to_a_point() -> None:
    shelf = Shelf(cases_jsonl="".join(json.dumps({"id": f"c{n}", "question": "?"}) + "\n" for n in range(50)))

    with pytest.raises(CasesDoNotFit) as refused:
        pin_suite(a_file(shelf, cases="cases.jsonl"))

    assert len(refused.value.fields["problems"]) == 20  # pyright: ignore[reportArgumentType]
    assert refused.value.fields["more"] == 30
    assert "c0: the prompt needs language" in refused.value.sentence


def test_a_case_in_a_file_that_gives_judges_nothing_to_go_by_is_named() -> None:
    case = {"question": "?", "language": "x"}
    lines = [{"id": "own", "criteria": "Is it short?", **case}, {"id": "bare", **case}]
    shelf = Shelf(cases_jsonl="".join(json.dumps(line) + "\n" for line in lines))

    with pytest.raises(
        CasesDoNotFit, match="bare: judges need a rubric in the suite, or criteria"
    ) as refused:
        pin_suite(a_file(shelf, cases="cases.jsonl", judges=["local/judge"]))

    assert len(refused.value.fields["problems"]) == 1  # pyright: ignore[reportArgumentType]


def test_checks_are_prepared_once_or_for_each_case_where_they_are_filled() -> None:
    with pytest.raises(CheckBroken, match="regex"):
        pin_suite(a_file(checks=[{"regex": "("}]))
    with pytest.raises(CasesDoNotFit, match="a: The check 'contains' .*expect"):
        pin_suite(a_file(checks=[{"contains": "{{ expect }}"}]))
    with pytest.raises(CasesDoNotFit, match="a: The check 'regex'"):
        pin_suite(a_file(cases=[{"id": "a", "question": "?", "language": "x", "checks": [{"regex": "("}]}]))


def test_a_value_that_cannot_be_written_is_found_before_it_is_sent() -> None:
    huge = [{"id": "a", "question": "x" * 11_000_000, "language": "Latin"}]

    with pytest.raises(CasesDoNotFit, match="a: The rendered text would exceed"):
        pin_suite(a_file(Shelf(cases_json=json.dumps(huge)), cases="cases.json"))


def test_what_is_given_anew_wins_and_what_is_not_stays() -> None:
    file = a_file(repeats=3, fail_under=0.25)

    changed = file.changed(repeats=5, fail_under=None, budget_microusd=None)

    assert (changed.suite.repeats, changed.suite.fail_under) == (5, 0.25)
    assert file.changed(repeats=None) is file


def test_the_threshold_is_kept_with_the_run() -> None:
    pinned = pin_suite(a_file(fail_under=0.25, most_unreadable=0.02))

    policy = experiment_of(pinned, ExperimentId("exp_1")).policy

    assert (policy.fail_under, policy.most_unreadable) == (0.25, 0.02)


def test_a_suite_that_cannot_be_read_is_refused_with_its_place() -> None:
    with pytest.raises(SuiteBroken, match="suite.json cannot be used: line 1"):
        a_file(repeats="many")
