"""What people say about outputs, from Python: `edison.label("latest", case="c1", label="pass")`."""

from edison.actions.labels import LabelRequest, OutputRef, label_output, list_labels
from edison.actions.results.reports import find_run
from edison.actions.views.label import LabelView, RunLabelsView

from .house import open_house
from .python_prompts import settings_for


def label(
    run: str,
    *,
    case: str,
    arm: str | None = None,
    prompt: str | None = None,
    repeat: int | None = None,
    label: str | None = None,
    score: float | None = None,
    correction: str | None = None,
    note: str | None = None,
    database: str | None = None,
) -> LabelView:
    """Say what you think of an output: the same as `edison label`.

    Args:
        run: A run: its id, a part of it, its name, or `latest`.
        case: The case whose output is meant; `arm`, `prompt` and `repeat` tell it from others.
        arm: By which arm.
        prompt: To which prompt.
        repeat: Which repeat, from 0.
        label: `pass`, `fail`, or a word of your own.
        score: How good it is, from 0 to 1.
        correction: What should have been answered.
        note: Why.
        database: Where it is kept; EDISON_DATABASE_URL unless given.
    """
    with open_house(settings_for(database)) as house:
        where = OutputRef(case, arm=arm, prompt=prompt, repeat=repeat)
        request = LabelRequest(label=label, score=score, correction=correction, note=note)
        return label_output(house, find_run(house, run).id, where, request)


def labels(run: str, *, database: str | None = None) -> RunLabelsView:
    """What people said about the outputs of a run, and how far each judge agrees with them."""
    with open_house(settings_for(database)) as house:
        return list_labels(house, find_run(house, run).id)
