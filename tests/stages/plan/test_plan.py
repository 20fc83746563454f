"""Planning: parts are pinned, named and numbered, and equal contents have equal ids."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import (
    ExperimentId,
    PresetName,
    ProjectId,
    Rubric,
    Snapshot,
    StageName,
    Suite,
    SuiteCase,
)
from edison.errors import NothingToCompare, WeightsDoNotSum
from edison.stages.plan import (
    CaseDigest,
    build_experiment,
    name_dataset,
    pin,
    pin_case,
)
from tests.factories import a_criterion, a_dataset

HOME = ProjectId("prj_1")
STUB = {"endpoint": {"provider": "local", "model": "stub"}}
OTHER = {"endpoint": {"provider": "local", "model": "other"}}
JUDGE = {"endpoint": {"provider": "local", "model": "judge"}}
RUBRIC = (a_criterion(),)


def a_suite(**changes: object) -> Suite:
    return Suite.model_validate(
        {"name": "capitals", "arms": [STUB], "prompts": [{"user": "{{ q }}"}], "cases": [], **changes}
    )


def a_suite_case(**changes: object) -> SuiteCase:
    return SuiteCase.model_validate({"name": "case-1", "variables": {"q": "France?"}, **changes})


def pinned(**changes: object) -> Snapshot:
    return pin(a_suite(**changes), project_id=HOME, dataset=a_dataset(), cases=3)


def test_a_snapshot_holds_all_that_the_suite_says() -> None:
    snapshot = pinned(
        goal="Know capitals.",
        providers={"local": {"kind": "openai-compatible"}},
        arms=[{**STUB, "sampling": {"temperature": 0.5}, "extra": {"top_a": 1}}],
        prompts=[
            {
                "system": "Be brief.",
                "user": "{{ q }}",
                "few_shots": [{"user": "Spain?", "assistant": "Madrid."}],
                "tools": [{"name": "look_up"}],
                "tool_choice": {"mode": "auto"},
                "form": {"kind": "json"},
            }
        ],
        checks=[{"kind": "contains", "value": "Paris"}],
        criteria=RUBRIC,
        judges=[{**JUDGE, "instructions": "Be strict.", "answer_form": "suffix"}],
        repeats=2,
    )

    (arm,), (version,), (judge,) = snapshot.arms, snapshot.versions, snapshot.judges
    assert (snapshot.goal, snapshot.cases, snapshot.repeats) == ("Know capitals.", 3, 2)
    assert snapshot.providers == {"local": {"kind": "openai-compatible"}}
    assert (arm.endpoint.name, arm.sampling.temperature, arm.extra) == ("local/stub", 0.5, {"top_a": 1})
    assert (version.system, version.user, version.number) == ("Be brief.", "{{ q }}", 1)
    assert (version.few_shots[0].assistant, version.tools[0].name) == ("Madrid.", "look_up")
    assert (str(version.tool_choice and version.tool_choice.mode), version.form.kind) == ("auto", "json")
    assert snapshot.checks[0].value == "Paris"
    assert snapshot.rubric is not None
    assert (snapshot.rubric.criteria, snapshot.rubric.project_id) == (RUBRIC, HOME)
    assert (judge.instructions, judge.answer_form, judge.rubric_id) == (
        "Be strict.",
        "suffix",
        snapshot.rubric.id,
    )
    assert snapshot.grid.cells == 6


@pytest.mark.parametrize(
    ("arms", "names"),
    [
        ([STUB, OTHER], ["local/stub", "local/other"]),
        ([STUB, STUB, STUB], ["local/stub", "local/stub #2", "local/stub #3"]),
        ([{**STUB, "name": "a"}, {**OTHER, "name": "a"}], ["a", "a #2"]),
        ([{**STUB, "name": "a"}, {**STUB, "name": "a #2"}, {**OTHER, "name": "a"}], ["a", "a #2", "a #3"]),
    ],
)
@pytest.mark.parametrize("kind", ["arms", "judges"])
def test_everyone_has_a_name_of_their_own(
    arms: list[Mapping[str, object]], names: list[str], kind: str
) -> None:
    snapshot = pinned(**{kind: arms}, criteria=RUBRIC)

    assert [one.name for one in getattr(snapshot, kind)] == names
    assert len({one.id for one in getattr(snapshot, kind)}) == len(names)


def test_a_very_long_name_is_cut() -> None:
    long = {"endpoint": {"provider": "local", "model": "m" * 300}}

    names = [arm.name for arm in pinned(arms=[long, long]).arms]

    assert len(set(names)) == 2
    assert max(map(len, names)) <= 200


def test_versions_are_numbered_in_the_order_of_the_file() -> None:
    versions = pinned(prompts=[{"user": "a"}, {"user": "b"}, {"user": "a"}]).versions

    assert [(version.number, version.user) for version in versions] == [(1, "a"), (2, "b"), (3, "a")]
    assert len({version.id for version in versions}) == 3
    assert len({version.prompt_id for version in versions}) == 1


def _arm_id(**changes: object) -> str:
    return pinned(arms=[{**STUB, **changes}]).arms[0].id


def _version_id(**changes: object) -> str:
    return pinned(prompts=[{"user": "q", **changes}]).versions[0].id


def _judge_id(**changes: object) -> str:
    return pinned(criteria=RUBRIC, judges=[{**JUDGE, **changes}]).judges[0].id


@pytest.mark.parametrize(
    ("id_of", "changes"),
    [
        (_arm_id, {"sampling": {"temperature": 0.0}}),
        (_arm_id, {"extra": {"a": 1}}),
        (_arm_id, OTHER),
        (_version_id, {"system": "s"}),
        (_version_id, {"few_shots": [{"user": "a", "assistant": "b"}]}),
        (_version_id, {"form": {"kind": "json"}}),
        (_judge_id, {"instructions": "Be kind."}),
        (_judge_id, {"answer_form": "tool"}),
    ],
)
def test_an_id_is_made_from_contents(id_of: Callable[..., str], changes: dict[str, object]) -> None:
    assert id_of() == id_of()
    assert id_of() != id_of(**changes)


def test_a_name_makes_no_other_arm_judge_or_rubric() -> None:
    plain = pinned(criteria=RUBRIC, judges=[JUDGE])
    named = pinned(
        name="other", criteria=RUBRIC, arms=[{**STUB, "name": "x"}], judges=[{**JUDGE, "name": "y"}]
    )

    assert (plain.arms[0].id, plain.judges[0].id) == (named.arms[0].id, named.judges[0].id)
    assert plain.rubric is not None
    assert named.rubric is not None
    assert plain.rubric.id == named.rubric.id


def test_another_project_has_rubrics_and_prompts_of_its_own() -> None:
    elsewhere = pin(a_suite(criteria=RUBRIC), project_id=ProjectId("prj_2"), dataset=a_dataset(), cases=3)
    here = pinned(criteria=RUBRIC)

    assert here.versions[0].id == elsewhere.versions[0].id
    assert here.versions[0].prompt_id != elsewhere.versions[0].prompt_id
    assert (here.rubric and here.rubric.id) != (elsewhere.rubric and elsewhere.rubric.id)


def test_a_rubric_whose_weights_are_not_whole_is_refused() -> None:
    with pytest.raises(WeightsDoNotSum):
        pinned(criteria=(a_criterion(weight=0.5),))


@given(st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=3)), max_size=5))
def test_a_digest_tells_sets_of_cases_apart_by_content_and_order(rows: list[dict[str, str]]) -> None:
    cases = [a_suite_case(name=f"c{place}", variables=row) for place, row in enumerate(rows)]

    assert _digest(cases) == _digest(list(cases))
    assert (_digest(cases) == _digest(cases[::-1])) is (len(cases) < 2)
    assert _digest(cases) != _digest([*cases, a_suite_case()])


def test_a_digest_counts_the_cases_it_took_in() -> None:
    digest = CaseDigest()
    for _ in range(3):
        digest.add(a_suite_case())

    assert digest.cases == 3


def test_the_same_cases_are_the_same_set_in_one_project() -> None:
    sets = {
        name_dataset(name, project_id=ProjectId(project), digest=digest).id
        for name, project, digest in [("a", "p", "d"), ("b", "p", "d"), ("a", "p2", "d"), ("a", "p", "d2")]
    }

    assert len(sets) == 3


def test_a_pinned_case_says_what_its_file_says() -> None:
    written = a_suite_case(
        expectation={"answer": "Paris"},
        tags=("eu",),
        difficulty=2,
        split="held_out",
        family="capitals",
        anchor_grade="C",
        checks=[{"kind": "contains", "value": "Paris"}],
    )

    case = pin_case(written, dataset=a_dataset(), position=4)

    assert case.dataset_id == a_dataset().id
    shared = SuiteCase.model_fields.keys()
    assert case.model_dump(include=set(shared)) == written.model_dump()


def test_a_case_keeps_its_id_when_others_are_added() -> None:
    first = pin_case(a_suite_case(), dataset=a_dataset(), position=0)
    later = pin_case(a_suite_case(), dataset=a_dataset(id="set_2"), position=7)

    assert first.id == later.id
    assert first.id != pin_case(a_suite_case(name="b"), dataset=a_dataset(), position=0).id


@pytest.mark.parametrize(
    ("changes", "preset", "stages"),
    [
        ({}, PresetName.BATTERY, "plan generate check rank"),
        ({"arms": [STUB, OTHER]}, PresetName.BATTERY, "plan generate check rank"),
        (
            {"arms": [STUB, OTHER], "criteria": RUBRIC, "judges": [JUDGE]},
            PresetName.COMPARE_MODELS,
            "plan generate check judge rank",
        ),
        ({"criteria": RUBRIC, "judges": [JUDGE]}, PresetName.BATTERY, "plan generate check judge rank"),
        ({"criteria": RUBRIC}, PresetName.BATTERY, "plan generate check rank"),
    ],
)
def test_the_stages_that_are_needed_are_on(
    changes: dict[str, object], preset: PresetName, stages: str
) -> None:
    suite = a_suite(**changes)
    snapshot = pin(suite, project_id=HOME, dataset=a_dataset(), cases=3)

    experiment = build_experiment(suite, snapshot, project_id=HOME, experiment_id=ExperimentId("exp_1"))

    assert (experiment.preset, experiment.stages) == (preset, tuple(map(StageName, stages.split())))


def test_a_design_keeps_the_limits_of_the_suite() -> None:
    suite = a_suite(budget_microusd=5_000_000, concurrency=8, repeats=3, goal="Win.", cache=True, cache_s=60)
    snapshot = pin(suite, project_id=HOME, dataset=a_dataset(), cases=3)

    experiment = build_experiment(suite, snapshot, project_id=HOME, experiment_id=ExperimentId("exp_1"))

    policy = experiment.policy
    assert (policy.budget_microusd, policy.parallel, policy.repeats) == (5_000_000, 8, 3)
    assert (policy.cache, policy.cache_s) == (True, 60)
    assert (experiment.name, experiment.goal, experiment.id) == ("capitals", "Win.", "exp_1")


@pytest.mark.parametrize(
    ("prompts", "varies"), [([{"user": "a"}], False), ([{"user": "a"}, {"user": "b"}], True)]
)
def test_versions_are_compared_where_there_are_several(prompts: list[object], varies: bool) -> None:
    suite = a_suite(prompts=prompts, criteria=RUBRIC, judges=[JUDGE])
    snapshot = pin(suite, project_id=HOME, dataset=a_dataset(), cases=3)

    experiment = build_experiment(suite, snapshot, project_id=HOME, experiment_id=ExperimentId("exp_1"))

    assert experiment.factors.columns == (("versions", "arms") if varies else ("arms",))
    assert ("versions" in experiment.fixed.columns) is not varies
    assert {"judges", "rubrics", "datasets"} <= set(experiment.fixed.columns)


def test_a_pinned_case_adds_to_the_digest_what_was_written() -> None:
    cases = [a_suite_case(name=name) for name in "abc"]
    digest = CaseDigest()

    for case in cases:
        digest.add_pinned(pin_case(case, dataset=a_dataset(), position=0))

    assert (digest.hexdigest(), digest.cases) == (_digest(cases), 3)


def _digest(cases: list[SuiteCase]) -> str:
    digest = CaseDigest()
    for case in cases:
        digest.add(case)
    return digest.hexdigest()


def test_judges_without_a_rubric_go_by_the_criteria_of_the_cases() -> None:
    snapshot = pinned(judges=[JUDGE], cases=[a_suite_case(criteria=RUBRIC)])

    assert snapshot.rubric is not None
    assert snapshot.rubric.criteria == Rubric.by_cases()
    assert snapshot.judges[0].rubric_id == snapshot.rubric.id
    assert pinned().rubric is None


def test_criteria_are_a_part_of_what_a_case_is() -> None:
    plain, own = (
        pin_case(case, dataset=a_dataset(), position=0)
        for case in (a_suite_case(), a_suite_case(criteria=RUBRIC))
    )

    assert own.criteria == RUBRIC
    assert own.id != plain.id


def test_a_judge_of_pairs_needs_two_to_compare() -> None:
    comparing = {**JUDGE, "mode": "pairwise"}

    with pytest.raises(NothingToCompare, match="'local/judge' compares answers"):
        pinned(judges=[comparing], criteria=RUBRIC)
    assert pinned(judges=[comparing], criteria=RUBRIC, arms=[STUB, OTHER]).pair_judges == (0,)
    assert pinned(
        judges=[comparing], criteria=RUBRIC, prompts=[{"user": "a"}, {"user": "b"}]
    ).pair_judges == (0,)


def test_prompts_keep_the_names_that_the_suite_gives_them() -> None:
    named, other = {"name": "v2-json", "user": "{{ q }}"}, {"name": "v2-json", "user": "{{ q }}!"}

    assert [one.label for one in pinned(prompts=[{"user": "{{ q }}?"}, named]).versions] == ["v1", "v2-json"]
    assert [one.label for one in pinned(prompts=[named, other]).versions] == ["v2-json (v1)", "v2-json (v2)"]
    assert pinned(prompts=[named]).versions[0].id == pinned(prompts=[{"user": "{{ q }}"}]).versions[0].id
