"""Nouns of all kinds, drawn at random: whatever is valid must come back as it was."""

from datetime import UTC

from hypothesis import strategies as st

from edison.domain import (
    TOLD,
    Answer,
    Board,
    Case,
    CheckResult,
    EventType,
    Failure,
    Finding,
    Judgment,
    Outcome,
    Output,
    Ranking,
    Reading,
    Run,
)
from edison.store import cell_id, output_id
from tests.factories import (
    a_case,
    a_check_result,
    a_design,
    a_judge,
    a_judgment,
    a_prompt_version,
    a_ranked_item,
    a_ranking,
    a_rubric,
    a_run,
    a_snapshot,
    an_answer,
    an_arm,
    an_output,
)
from tests.store.filling import RUN

# Two halves of a character side by side are that character; names and keys have no halves at all.
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=30) | st.sampled_from(
    ["\ud800", "a\udc80\x00"]
)
KEY = st.text(st.characters(exclude_categories=("Cs",)), max_size=10)
NAME = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)
WORDS = NAME.map(lambda name: f"w{name}")
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
COUNT = st.none() | st.integers(0, 2**53)
MOMENT = st.datetimes(timezones=st.just(UTC))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3),
    max_leaves=6,
)
OBJECT = st.dictionaries(KEY, JSON, max_size=3)


@st.composite
def cases(draw: st.DrawFn) -> list[Case]:
    names = draw(st.lists(NAME, unique=True, max_size=8))
    return [
        a_case(
            id=f"case_{number}",
            name=name,
            variables=draw(OBJECT),
            expectation=draw(st.none() | st.fixed_dictionaries({"answer": NAME, "must": WORDS})),
            tags=tuple(draw(st.lists(TEXT, unique=True, max_size=3))),
            split=draw(st.sampled_from(["development", "held_out"])),
            difficulty=draw(st.integers(1, 5)),
            checks=({"kind": "contains", "value": draw(JSON)},),
            family=draw(st.none() | NAME),
        )
        for number, name in enumerate(names)
    ]


@st.composite
def runs(draw: st.DrawFn) -> Run:
    ends = draw(st.booleans())
    snapshot = a_snapshot(
        goal=draw(TEXT),
        versions=(a_prompt_version(user=draw(WORDS), system=draw(TEXT), changelog=draw(TEXT)),),
        arms=(
            an_arm(extra=draw(OBJECT), sampling={"temperature": draw(st.floats(0, 2)), "seed": draw(COUNT)}),
        ),
        cases=draw(st.integers(0, 10**6)),
        repeats=draw(st.integers(1, 9)),
        rubric=a_rubric(),
        judges=(a_judge(instructions=draw(TEXT)),),
        providers=draw(OBJECT),
    )
    return a_run(
        experiment=a_design(name=draw(NAME), goal=draw(TEXT), policy={"budget_microusd": draw(COUNT)}),
        snapshot=snapshot,
        seed=draw(st.integers(0, 2**64 - 1)),
        began_at=draw(MOMENT),
        desired=draw(st.sampled_from(["running", "paused", "cancelled"])),
        epoch=draw(st.integers(1, 2**31 - 1)),
        halted=draw(st.none() | st.fixed_dictionaries({"code": NAME, "sentence": TEXT, "endpoint": TEXT})),
        settlement="stable" if ends else "not_yet",
        ended_at=draw(MOMENT) if ends else None,
    )


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
    strengths = sorted(draw(st.lists(NUMBER, max_size=5)), reverse=True)
    items = tuple(
        a_ranked_item(
            item_id=f"arm_{number}",
            name=draw(TEXT),
            strength=strength,
            observations=draw(st.integers(1, 2**53)),
            outcomes=draw(st.dictionaries(KEY, st.integers(), max_size=2)),
            measures=draw(st.dictionaries(KEY, NUMBER, max_size=2)),
            flags=draw(st.sampled_from([(), ("sparse", "few_cases")])),
        )
        for number, strength in enumerate(strengths)
    )
    return a_ranking(
        board=draw(st.sampled_from(Board)),
        wave=draw(st.integers(1, 2**31 - 1)),
        items=items,
        flags=("sparse",),
    )


ABOUT = st.dictionaries(
    st.from_regex(r"\A[a-z_]{1,32}\Z"), st.from_regex(r"\A[A-Za-z0-9_.-]{1,64}\Z"), max_size=4
)
EVENT_TYPES = st.sampled_from([kind for kind in EventType if kind not in TOLD])
"""Those that carry ids alone."""


@st.composite
def outputs(draw: st.DrawFn, cell: int) -> Output:
    status = draw(st.sampled_from(["ok", "semantic_failure", "error"]))
    calls = [
        {"id": draw(TEXT), "name": draw(TEXT), "arguments": draw(OBJECT), "unparsed": draw(st.none() | TEXT)}
    ]
    return an_output(
        id=output_id(RUN, cell, 1),
        cell_id=cell_id(RUN, cell),
        status=status,
        reason=None if status == "ok" else draw(st.from_regex(r"\A[a-z][a-z0-9_]*\Z")),
        sentence=draw(st.none() | TEXT),
        text="" if status == "error" else draw(TEXT),
        tool_calls=() if status == "error" else draw(st.sampled_from([[], calls])),
        handed_in=draw(st.booleans()),
    )


@st.composite
def check_results(draw: st.DrawFn, cell: int) -> CheckResult:
    return a_check_result(
        output_id=output_id(RUN, cell, 1),
        check=draw(NAME),
        finding=draw(st.sampled_from(Finding)),
        reason=draw(WORDS),
        measured=draw(st.none() | NUMBER),
    )


@st.composite
def judgments(draw: st.DrawFn, cell: int) -> Judgment:
    criteria = draw(st.lists(NAME, unique=True, min_size=0, max_size=3))
    return a_judgment(
        output_id=output_id(RUN, cell, 1),
        scores=[{"criterion": name, "score": draw(NUMBER), "reason": draw(TEXT)} for name in criteria],
        not_judged=None if criteria else draw(WORDS),
        suggestions=[{"text": draw(WORDS), "because": draw(TEXT)} for _ in range(draw(st.integers(0, 2)))],
        mended=draw(st.booleans()),
        readings=draw(st.lists(st.sampled_from(Reading), max_size=2)),
        safety_flags=("pii_detected",),
    )


@st.composite
def replies(draw: st.DrawFn) -> Answer | Failure:
    if draw(st.booleans()):
        return Failure(code=draw(TEXT), sentence=draw(TEXT), attempts=draw(st.integers(1, 9)))
    return an_answer(
        outcome=draw(st.sampled_from(Outcome)),
        text=draw(TEXT),
        reasoning=draw(st.none() | TEXT),
        reported_model=draw(st.none() | TEXT),
        left_out=tuple(draw(st.lists(TEXT, max_size=2))),
        details=draw(OBJECT),
    )
