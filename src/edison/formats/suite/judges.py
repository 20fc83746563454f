"""The judges of a suite: what each may do, and whether the rubric gives it something to go by."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from edison.domain import (
    AnswerForm,
    Criterion,
    Display,
    Endpoint,
    JudgeMode,
    SuiteJudge,
    Technique,
    shown_in_prompt,
    staged_criterion,
)
from edison.errors import TemplateBroken
from edison.text import Template

from ..reading.complaints import Complaints
from ..reading.nodes import Path
from .arms import read_sampling
from .forms import JudgeForm, SuiteForm

_COLD, _WARM = 0.0, 0.7
"""Samples that are all alike tell nothing about how sure a judge is."""


def read_judges(
    form: SuiteForm, *, criteria: Sequence[Criterion], complaints: Complaints
) -> tuple[SuiteJudge, ...]:
    """The judges of a suite; what does not fit together is complained about, and left out."""
    bare = _first_without_criteria(form)
    if form.judges and not form.rubric and bare is not None:
        what = f"judges need a rubric, or criteria in every case: {bare} has none"
        complaints.add(("judges",), what, advice="Add criteria under rubric, or to every case.")
    return tuple(
        judge
        for index, entry in enumerate(form.judges)
        for judge in _judges(
            entry,
            at=("judges", index),
            has_stages=_has_stages(form, criteria),
            complaints=complaints,
        )
    )


def _first_without_criteria(form: SuiteForm) -> str | None:
    """The name of the first case that has none; cases in a file of their own are looked at as they are read."""
    cases = [] if isinstance(form.cases, str) else form.cases
    bare = (case.id or f"case-{place}" for place, case in enumerate(cases, 1) if not case.criteria)
    return next(bare, None)


def _has_stages(form: SuiteForm, criteria: Sequence[Criterion]) -> bool:
    """Whether a judge that names stages has some; where the rubric is broken or missing, that alone is told."""
    is_told = not criteria and (form.rubric or _first_without_criteria(form) is not None)
    return staged_criterion(criteria) is not None or bool(is_told)


def _judges(
    entry: str | JudgeForm, *, at: Path, has_stages: bool, complaints: Complaints
) -> Iterator[SuiteJudge]:
    if isinstance(entry, str):
        yield SuiteJudge(endpoint=Endpoint.parse(entry))
        return
    misfits = [misfit for misfit in _MISFITS if misfit.is_found_in(entry)]
    for misfit in misfits:
        complaints.add((*at, misfit.field), misfit.what, advice=misfit.advice)
    if entry.mode == JudgeMode.VERDICT and not has_stages:
        what = "no criterion of the rubric has two labels or more, so there are no stages to name"
        advice = "Label a scale: {min: 1, max: 3, labels: {1: wrong, 2: partly right, 3: right}}."
        complaints.add((*at, "mode"), what, advice=advice)
    is_sound = entry.prompt is None or _check_prompt(entry, at=(*at, "prompt"), complaints=complaints)
    if not misfits and is_sound:
        yield _judge(entry)


def _check_prompt(form: JudgeForm, *, at: Path, complaints: Complaints) -> bool:
    """Whether a judge's own prompt shows it what it needs, and nothing that there is not."""
    must, may = shown_in_prompt(JudgeMode(form.mode))
    try:
        names = Template.parse(form.prompt or "").variables
    except TemplateBroken as error:
        complaints.add(at, error.sentence.removesuffix("."), advice="Write {{ answer }} for what is shown.")
        return False
    missing = [f"{{{{ {name} }}}}" for name in must if name not in names]
    unknown = [f"{{{{ {name} }}}}" for name in names if name not in (*must, *may)]
    advice = f"It has to show {_listed(must)}, and may show {_listed(may)}."
    if missing:
        complaints.add(at, f"the prompt of a {form.mode} judge lacks {', '.join(missing)}", advice=advice)
    if unknown:
        complaints.add(at, f"there is no {', '.join(unknown)} to be shown to a judge", advice=advice)
    return not missing and not unknown


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"{{{{ {name} }}}}" for name in names)


def _technique(form: JudgeForm) -> Technique:
    return Technique(form.technique or form.thinking or Technique.REASON_FIRST)


def _judge(form: JudgeForm) -> SuiteJudge:
    thinking = _technique(form)
    usual = _WARM if thinking is Technique.SELF_CONSISTENCY else _COLD
    is_stated = "temperature" in form.model_fields_set
    samples = {} if form.samples is None else {"samples": form.samples}
    return SuiteJudge(
        name=form.name,
        endpoint=Endpoint.parse(form.model),
        sampling=read_sampling(form, temperature=form.temperature if is_stated else usual),
        instructions=form.instructions,
        prompt=form.prompt or "",
        mode=JudgeMode(form.mode),
        answer_form=AnswerForm(form.form or form.answer_form or AnswerForm.JSON),
        thinking=thinking,
        display=Display.model_validate(dict.fromkeys(form.display, True)),
        scrub=form.scrub,
        family=form.family,
        may_tie=form.may_tie,
        may_abstain=form.may_abstain,
        may_name_several=form.may_name_several,
        **samples,
    )


@dataclass(frozen=True, slots=True)
class _Misfit:
    """A key that says nothing beside the others."""

    field: str
    is_found_in: Callable[[JudgeForm], bool]
    what: str
    advice: str


_MISFITS = (
    _Misfit(
        "answer_form",
        lambda judge: judge.form is not None and judge.answer_form is not None,
        "form and answer_form are both given",
        "Keep one; they are the same.",
    ),
    _Misfit(
        "thinking",
        lambda judge: judge.technique is not None and judge.thinking is not None,
        "technique and thinking are both given",
        "Keep one; they are the same.",
    ),
    _Misfit(
        "samples",
        lambda judge: (judge.samples or 1) > 1 and not _technique(judge).takes_samples,
        "only self-consistency and panels take several samples",
        "Write technique: self_consistency or technique: panel, or leave it out.",
    ),
    _Misfit(
        "may_tie",
        lambda judge: judge.may_tie and judge.mode != JudgeMode.PAIRWISE,
        "only a judge of pairs can call a tie",
        "Write mode: pairwise, or leave it out.",
    ),
    *(
        _Misfit(
            field,
            lambda judge, field=field: bool(getattr(judge, field)) and judge.mode != JudgeMode.VERDICT,
            f"only a judge that names stages {can}",
            "Write mode: verdict, or leave it out.",
        )
        for field, can in (
            ("may_abstain", "can abstain"),
            ("may_name_several", "can name several"),
            ("display", "is shown them in a chosen way"),
        )
    ),
)
