"""Cases as a file that can be read again: one JSON object a line, as a suite has them."""

from collections.abc import Iterable, Iterator

import orjson
from pydantic import JsonValue

from edison.domain import Check, Expectation, Split, SuiteCase


def write_cases(cases: Iterable[SuiteCase]) -> Iterator[bytes]:
    """Every case as a line of JSONL."""
    for case in cases:
        yield orjson.dumps(written_case(case)) + b"\n"


def written_case(case: SuiteCase) -> dict[str, JsonValue]:
    """A case as it stands in a file; what has its usual value is left out."""
    said: dict[str, JsonValue] = {"id": case.name, **case.variables}
    if case.expectation is not None:
        said["expect"] = _expected(case.expectation)
    if case.tags:
        said["tags"] = list(case.tags)
    if case.difficulty != SuiteCase.model_fields["difficulty"].default:
        said["difficulty"] = case.difficulty
    if case.split is not Split.DEVELOPMENT:
        said["split"] = case.split.value
    if case.checks:
        said["checks"] = [_check(check) for check in case.checks]
    if case.criteria:
        said["criteria"] = [one.description for one in case.criteria]
    if case.family is not None:
        said["family"] = case.family
    if case.metadata:
        said["metadata"] = case.metadata
    return said


def _expected(expectation: Expectation) -> JsonValue:
    stated = expectation.model_dump(mode="json", exclude_none=True)
    return stated["answer"] if set(stated) == {"answer"} else stated


def _check(check: Check) -> dict[str, JsonValue]:
    return {f"{'not_' if check.negated else ''}{check.kind}": check.value}
