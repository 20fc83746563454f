"""Nouns for tests: valid by default, so that a test says only what matters to it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeVar

from edison.domain import (
    Answer,
    Arm,
    Ask,
    Attempt,
    Case,
    CheckResult,
    Comparison,
    ContestCompleted,
    Criterion,
    Dataset,
    Endpoint,
    EndSummary,
    Event,
    Experiment,
    Judge,
    JudgeCard,
    JudgeMode,
    JudgeProfile,
    Judgment,
    Message,
    Noun,
    Outcome,
    Output,
    Project,
    Prompt,
    PromptVersion,
    RankedItem,
    Ranking,
    Record,
    Rubric,
    Run,
    RunDesign,
    Scale,
    Snapshot,
    Stage,
    StoredSuggestion,
    Suggestion,
    Wave,
)

N = TypeVar("N", bound=Noun)
R = TypeVar("R", bound=Record)

SOME_TIME = datetime(2026, 1, 1, 12, tzinfo=UTC)


def an_endpoint(**changes: object) -> Endpoint:
    return _make(Endpoint, {"provider": "sim", "model": "steady"}, changes)


def an_ask(**changes: object) -> Ask:
    return _make(Ask, {"to": an_endpoint(), "messages": (Message.user("How much is the fish?"),)}, changes)


def an_answer(**changes: object) -> Answer:
    return _made(Answer, {"outcome": Outcome.STOP, "text": "Four.", "requested_model": "steady"}, changes)


def an_attempt(**changes: object) -> Attempt:
    return _made(
        Attempt,
        {
            "id": "att_1",
            "call_id": "call_1",
            "number": 1,
            "endpoint": "sim/steady",
            "fingerprint": "0" * 32,
            "opened_at": SOME_TIME,
        },
        changes,
    )


def a_project(**changes: object) -> Project:
    return _make(Project, {"id": "prj_1", "slug": "support", "name": "Support"}, changes)


def a_prompt(**changes: object) -> Prompt:
    return _make(Prompt, {"id": "prm_1", "project_id": "prj_1", "name": "Reply to a customer"}, changes)


def a_prompt_version(**changes: object) -> PromptVersion:
    return _make(
        PromptVersion,
        {"id": "ver_1", "prompt_id": "prm_1", "number": 1, "user": "Answer {{question}}."},
        changes,
    )


def a_dataset(**changes: object) -> Dataset:
    return _make(Dataset, {"id": "set_1", "project_id": "prj_1", "name": "Questions"}, changes)


def a_case(**changes: object) -> Case:
    return _make(
        Case,
        {"id": "case_1", "dataset_id": "set_1", "name": "fish", "variables": {"question": "How much is it?"}},
        changes,
    )


def a_scale(**changes: object) -> Scale:
    return _make(Scale, {"min": 0, "max": 5}, changes)


def a_criterion(name: str = "Accuracy", **changes: object) -> Criterion:
    defaults = {"name": name, "description": "Says what is true.", "weight": 1.0, "scale": a_scale()}
    return _make(Criterion, defaults, changes)


def a_rubric(**changes: object) -> Rubric:
    defaults = {"id": "rub_1", "project_id": "prj_1", "name": "Good replies", "criteria": (a_criterion(),)}
    return _make(Rubric, defaults, changes)


def an_arm(**changes: object) -> Arm:
    return _make(Arm, {"id": "arm_1", "name": "steady", "endpoint": an_endpoint()}, changes)


def a_judge(**changes: object) -> Judge:
    return _make(
        Judge,
        {
            "id": "jdg_1",
            "project_id": "prj_1",
            "name": "strict",
            "endpoint": an_endpoint(model="judge"),
            "rubric_id": "rub_1",
        },
        changes,
    )


def a_judge_card(**changes: object) -> JudgeCard:
    """Of a judge that was asked for pairs and for stages, all else about it as usual."""
    endpoint = an_endpoint(model="judge")
    return _make(
        JudgeCard,
        {
            "judge_id": "jdg_1",
            "judge_name": "strict",
            "profiles": tuple(
                JudgeProfile(endpoint=endpoint, mode=mode) for mode in (JudgeMode.PAIRWISE, JudgeMode.VERDICT)
            ),
            "rubric_id": "rub_examined",
            "run_id": "run_9",
            "suite_digest": "0" * 32,
            "measures": {"accuracy": {"value": 0.9, "n": 100}},
            "standing": "qualified",
            "made_at": SOME_TIME,
        },
        changes,
    )


def a_design(**changes: object) -> RunDesign:
    return _make(
        RunDesign,
        {
            "id": "exp_1",
            "project_id": "prj_1",
            "name": "Which model answers best?",
            "preset": "compare-models",
            "factors": {"arms": ("arm_1", "arm_2")},
            "fixed": {"versions": ("ver_1",), "judges": ("jdg_1",), "datasets": ("set_1",)},
            "stages": ("plan", "generate", "check", "judge", "rank"),
        },
        changes,
    )


def an_experiment(**changes: object) -> Experiment:
    return _make(
        Experiment,
        {
            "id": "exp_1",
            "project_id": "prj_local",
            "name": "Support",
            "definition": {"name": "Support", "goal": "Help."},
            "author": "usr_1",
            "made_at": SOME_TIME,
            "changed_by": "usr_1",
            "changed_at": SOME_TIME,
        },
        changes,
    )


def a_snapshot(**changes: object) -> Snapshot:
    return _make(
        Snapshot,
        {"versions": (a_prompt_version(),), "arms": (an_arm(),), "dataset": a_dataset(), "cases": 2},
        changes,
    )


def a_run(**changes: object) -> Run:
    return _make(
        Run,
        {
            "id": "run_1",
            "experiment": a_design(),
            "snapshot": a_snapshot(),
            "seed": 7,
            "began_at": SOME_TIME,
        },
        changes,
    )


def a_stage(**changes: object) -> Stage:
    return _make(Stage, {"name": "generate"}, changes)


def an_output(**changes: object) -> Output:
    return _make(Output, {"id": "out_1", "cell_id": "cell_1", "status": "ok", "text": "Four."}, changes)


def a_check_result(**changes: object) -> CheckResult:
    return _make(CheckResult, {"output_id": "out_1", "check": "not empty", "finding": "passed"}, changes)


def a_judgment(**changes: object) -> Judgment:
    return _make(
        Judgment,
        {
            "id": "jmt_1",
            "output_id": "out_1",
            "judge_id": "jdg_1",
            "scores": ({"criterion": "Accuracy", "score": 4, "reason": "It is true."},),
        },
        changes,
    )


def a_comparison(**changes: object) -> Comparison:
    return _make(
        Comparison,
        {"id": "cmp_1", "judge_id": "jdg_1", "left_id": "out_1", "right_id": "out_2", "winner": "left"},
        changes,
    )


def a_ranked_item(**changes: object) -> RankedItem:
    return _make(RankedItem, {"item_id": "arm_1", "strength": 0.5, "observations": 10}, changes)


def a_ranking(**changes: object) -> Ranking:
    defaults = {"id": "rnk_1", "run_id": "run_1", "board": "quality", "items": (a_ranked_item(),)}
    return _make(Ranking, defaults, changes)


def a_suggestion(**changes: object) -> Suggestion:
    return _make(Suggestion, {"text": "Ask for the next step."}, changes)


def a_stored_suggestion(*hunks: object, **changes: object) -> StoredSuggestion:
    """Two hunks of a system text, unless others are given; no run waits for it."""
    parent = a_prompt_version(system="You answer customers. Be brief.", user="{{ question }}")
    usual = (
        {"part": "system", "find": "Be brief.", "replace": "Be brief and kind.", "reason": "Kinder."},
        {"part": "system", "replace": "Name the policy.", "reason": "Grounded.", "sources": ("S1",)},
    )
    change = {
        "project_id": "prj_local",
        "prompt": "shop",
        "parent": parent,
        "hunks": hunks or usual,
        "note": "Kinder and grounded.",
        "author": "local/writer",
        "suggestions": (a_suggestion(),),
        "proof": {"run_id": "run_1", "verdict": "better", "difference": 0.1, "cases": 20, "unsafe": 0},
    }
    return _make(StoredSuggestion, {"id": "sug_1", "change": change, "made_at": SOME_TIME, **changes}, {})


def an_event(**changes: object) -> Event:
    return _make(
        Event,
        {
            "id": "evt_1",
            "project_id": "prj_1",
            "number": 1,
            "serial": 1,
            "type": "run.started",
            "at": SOME_TIME,
        },
        changes,
    )


def a_contest_end(**changes: object) -> ContestCompleted:
    summary = EndSummary(
        total=2, successful=1, failed=1, successful_ids=("a",), failed_ids=("b",), seconds=2.5
    )
    defaults = {"run_id": "run_1", "experiment_id": "exp_1", "status": "stable", "summary": summary}
    return _make(ContestCompleted, defaults, changes)


def a_wave(**changes: object) -> Wave:
    return _made(
        Wave,
        {"number": 1, "lane": "cells", "first_unit": 0, "units": 100, "body": _A_HUNDRED_CELLS},
        changes,
    )


_A_HUNDRED_CELLS = '{"cases": 100, "versions": 1, "arms": 1, "repeats": 1}'


def _make(noun: type[N], defaults: Mapping[str, object], changes: Mapping[str, object]) -> N:
    return noun.model_validate({**defaults, **changes})


def _made(record: type[R], defaults: Mapping[str, object], changes: Mapping[str, object]) -> R:
    return record(**{**defaults, **changes})
