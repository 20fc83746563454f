"""weighted: several checks count together, each with its weight, and enough of them have to hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import SCORED_KINDS, AnswerFacts, EmbeddedTexts, Output

from .kind import (
    CheckKind,
    CheckMisfit,
    PlainTest,
    SeenOutput,
    Test,
    TestByCode,
    TestByFacts,
    TestByMeaning,
    beside_limit,
    look_with,
    read_fields,
)

_NO_VECTORS = EmbeddedTexts(embedder="none", trouble="Nobody made vectors of the texts.")
_NO_FACTS = AnswerFacts()
_Weigh: TypeAlias = Callable[[Output, EmbeddedTexts, AnswerFacts], SeenOutput]


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    test: PlainTest
    negated: bool
    weight: float
    is_scored: bool

    def score(self, seen: SeenOutput) -> float:
        if self.is_scored and seen.measured is not None:
            return 1 - seen.measured if self.negated else seen.measured
        return float(seen.holds is not self.negated)


def weighs(value: JsonValue, *, kinds: Mapping[str, CheckKind]) -> Test:
    """The weighted share of the checks under `of` that hold is `at_least` so much; all must hold if it is not given."""
    fields = read_fields(value, known=("at_least", "of"), needed=("of",))
    written, least = fields["of"], fields.get("at_least")
    if not isinstance(written, list) or not written:
        raise CheckMisfit("must be a list of checks, each with its weight", field="value.of")
    if least is not None and (isinstance(least, bool) or not isinstance(least, int | float)):
        raise CheckMisfit("must be a number", field="value.at_least")
    parts = [_read(one, place=place, kinds=kinds) for place, one in enumerate(written)]

    def look(output: Output, embedded: EmbeddedTexts, facts: AnswerFacts) -> SeenOutput:
        seen = [look_with(part.test, output, embedded=embedded, facts=facts) for part in parts]
        return _weighed(parts, seen, least=least)

    return _as_asked(parts, look)


def _as_asked(parts: Sequence[_Part], look: _Weigh) -> Test:
    """A test that asks for what its parts ask for; one set cannot ask for vectors and for facts alike."""
    by_facts = any(isinstance(part.test, TestByFacts) for part in parts)
    if any(isinstance(part.test, TestByMeaning) for part in parts):
        if by_facts:
            raise CheckMisfit(
                "must not mix checks by meaning with those of time, cost or end", field="value.of"
            )
        return TestByMeaning(
            texts=lambda output: _texts(parts, output),
            look=lambda output, embedded: look(output, embedded, _NO_FACTS),
        )
    if by_facts:
        return TestByFacts(lambda output, facts: look(output, _NO_VECTORS, facts))
    return lambda output: look(output, _NO_VECTORS, _NO_FACTS)


def _weighed(parts: Sequence[_Part], seen: Sequence[SeenOutput], *, least: float | None) -> SeenOutput:
    untold = next((one for one in seen if one.holds is None), None)
    if untold is not None:
        return untold
    both = list(zip(parts, seen, strict=True))
    whole = sum(part.weight for part in parts)
    score = sum(part.weight * part.score(one) for part, one in both) / whole if whole else 0.0
    failed = [(part, one) for part, one in both if part.weight and (one.holds is part.negated or one.absent)]
    first = f" {failed[0][0].name}: {failed[0][1].sentence}" if failed else ""
    if least is None:
        return SeenOutput(
            not failed, f"{len(failed)} of {len(parts)} checks do not hold.{first}", measured=score
        )
    return SeenOutput(
        score >= least,
        f"Its score is {beside_limit(score, least)}.{first}",
        measured=score,
    )


def _texts(parts: Sequence[_Part], output: Output) -> tuple[str, ...]:
    asked = [part.test.texts(output) for part in parts if isinstance(part.test, TestByMeaning)]
    return tuple(dict.fromkeys(text for texts in asked for text in texts))


def _read(written: JsonValue, *, place: int, kinds: Mapping[str, CheckKind]) -> _Part:
    """One check as suites write it, `{contains: Paris}` or `{not_contains: Rome}`, with its `weight`."""
    field = f"value.of[{place}]"
    if not isinstance(written, dict):
        raise CheckMisfit("must be a check such as {contains: Paris, weight: 2}", field=field)
    weight = written.get("weight", 1)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or weight < 0:
        raise CheckMisfit("must be a number from 0 on", field=f"{field}.weight")
    named = [(key, value) for key, value in written.items() if key != "weight"]
    if len(named) != 1:
        raise CheckMisfit("must name one kind of check", field=field)
    name, value = named[0]
    bare = name.removeprefix("not_")
    if bare not in kinds:
        raise CheckMisfit(f"names a kind of check that is not known: {name}", field=field)
    try:
        test = kinds[bare].prepare(value)
    except CheckMisfit as misfit:
        inner = misfit.field.removeprefix("value")
        raise CheckMisfit(misfit.problem, field=f"{field}.{name}{inner}") from misfit
    assert not isinstance(test, TestByCode), "no kind that runs code is handed in"
    return _Part(name, test, negated=bare != name, weight=float(weight), is_scored=bare in SCORED_KINDS)
