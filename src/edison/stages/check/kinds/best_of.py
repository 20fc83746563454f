"""select_best, max_score: of all answers to one test only the best passes; who that is, is found once all are there."""

from pydantic import JsonValue

from edison.domain import NOT_COMPARED, Output

from .kind import CheckMisfit, SeenOutput, Test, read_fields, words_of

_METHODS = ("average", "sum")


def is_selected(value: JsonValue) -> Test:
    """Of the answers to the test `among`, a judge who compares them by `by` prefers this one."""
    fields = read_fields(value, known=("among", "by"), needed=("among", "by"))
    for field in ("among", "by"):
        words_of(fields[field], field=f"value.{field}")
    return _not_yet


def has_the_highest_score(value: JsonValue) -> Test:
    """Of the answers to the test `among`, this one has the highest score of all that is found otherwise.

    It is the mean, or by `method` the sum, of what each check counts; `weights` are given by the names of checks, and
    the score must be `at_least` so much.
    """
    fields = read_fields(value, known=("among", "method", "weights", "at_least"), needed=("among",))
    words_of(fields["among"], field="value.among")
    if fields.get("method", _METHODS[0]) not in _METHODS:
        raise CheckMisfit(f"must be {' or '.join(_METHODS)}", field="value.method")
    weights = fields.get("weights") or {}
    if not isinstance(weights, dict) or not all(map(_is_weight, weights.values())):
        raise CheckMisfit("must be numbers from 0 on, by the names of checks", field="value.weights")
    if fields.get("at_least") is not None and not _is_number(fields["at_least"]):
        raise CheckMisfit("must be a number", field="value.at_least")
    return _not_yet


def _not_yet(_: Output) -> SeenOutput:
    return SeenOutput(holds=None, sentence=NOT_COMPARED)


def _is_weight(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
