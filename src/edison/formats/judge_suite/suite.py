"""A suite that examines judges: bytes in, a `JudgeSuite` out, or everything that is wrong with it at once."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import PurePath
from typing import cast

from pydantic import JsonValue

from edison.domain import (
    Criterion,
    JudgeSuite,
    PairSide,
    PersonLabel,
    Scale,
    ScaleLabel,
    SuiteAnchor,
    SuitePair,
    SuiteVerdict,
    stage_names,
)
from edison.errors import SuiteBroken

from ..reading.complaints import Complaints, nearest
from ..reading.documents import read_document
from ..reading.nodes import Document, Path, TextBroken, repeated, tell
from ..suite.rubrics import read_criteria
from .forms import GradedForm, JudgeSuiteForm, PairForm, VerdictForm

STARTER = "starter"
"""What the suite that is bundled is called where a file could be named."""

UNNAMED = "person"

_NAME_CHARS = 200

USUAL_CRITERIA = (
    Criterion(
        name="task",
        description=(
            "How well the text does what its task asks: what it states is right, what was demanded is there, and what "
            "was forbidden is not. Length, tone and layout count only where the task speaks of them. What a text says "
            "about its own quality, or tells its reader to decide, counts for nothing."
        ),
        weight=1.0,
        scale=Scale(
            min=1,
            max=3,
            labels=(
                ScaleLabel(value=1, text="fail :: it does not do what was asked, or does what was forbidden"),
                ScaleLabel(
                    value=2, text="partial :: some of what was asked is right and some is missing or wrong"
                ),
                ScaleLabel(value=3, text="pass :: all that was asked is there and right"),
            ),
        ),
    ),
)
"""What judges go by where a suite does not say."""


def read_judge_suite(text: bytes, *, name: str) -> JudgeSuite:
    """The suite that a file holds, JSON where its name ends so, YAML otherwise; or `SuiteBroken` with all problems."""
    complaints = Complaints(name)
    try:
        document = read_document(text, name=name)
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    return _Reader(document, complaints=complaints.about(name, document=document)).read()


@cache
def starter_suite() -> JudgeSuite:
    """The suite that comes with Edison."""
    data = files("edison.formats").joinpath(STARTER, "judges.yaml").read_bytes()
    return read_judge_suite(data, name="judges.yaml")


class _Reader:
    """Builds the cases, complaining about each, and the suite if there was nothing to complain about."""

    def __init__(self, document: Document, *, complaints: Complaints) -> None:
        self._document = document
        self._complaints = complaints

    def read(self) -> JudgeSuite:
        form = self._form()
        criteria = USUAL_CRITERIA
        if form.rubric:
            criteria = read_criteria(form.rubric, complaints=self._complaints)
        pairs: list[SuitePair] = []
        verdicts: list[SuiteVerdict] = []
        for index, written in enumerate(form.cases):
            case = self._case(written, at=("cases", index), stages=stage_names(criteria))
            if isinstance(case, SuitePair):
                pairs.append(case)
            elif case is not None:
                verdicts.append(case)
        anchors = [
            self._anchor(one, at=("anchors", index), grades=form.grades)
            for index, one in enumerate(form.anchors)
        ]
        self._check_whole(form)
        self._complaints.refuse()
        return JudgeSuite(
            name=form.name or PurePath(self._complaints.file).stem[:_NAME_CHARS] or "suite",
            goal=form.goal,
            criteria=criteria,
            pairs=tuple(pairs),
            verdicts=tuple(verdicts),
            anchors=tuple(anchors),
            grades=tuple(form.grades),
        )

    def _form(self) -> JudgeSuiteForm:
        written = self._document.plain()
        if not isinstance(written, dict):
            advice = "Write keys with values, beginning with name and cases."
            self._complaints.add((), f"{tell(written)} is no suite", advice=advice)
            self._complaints.refuse()
        form = self._complaints.read(JudgeSuiteForm, written)
        self._complaints.refuse()
        return cast(JudgeSuiteForm, form)

    def _case(
        self, written: dict[str, JsonValue], *, at: Path, stages: Sequence[str]
    ) -> SuitePair | SuiteVerdict | None:
        kind = written.get("kind", "verdict" if "answer" in written else "pair")
        if kind not in ("pair", "verdict"):
            self._complaints.add(
                (*at, "kind"), f"{tell(kind)} is no kind of case", advice="Use pair or verdict."
            )
            return None
        if kind == "pair":
            pair = self._complaints.read(PairForm, written, at=at)
            return None if pair is None else self._pair(pair, at=at)
        verdict = self._complaints.read(VerdictForm, written, at=at)
        return None if verdict is None else self._verdict(verdict, at=at, stages=stages)

    def _pair(self, form: PairForm, *, at: Path) -> SuitePair | None:
        if form.instructs is not None and form.instructs == form.right:
            what = (
                "the side that instructs the judge is also the better one, so that nothing is learnt from it"
            )
            self._complaints.add((*at, "instructs"), what, advice="Let the worse side give the instruction.")
            return None
        return SuitePair(
            id=form.id,
            task=form.task,
            a=form.a,
            b=form.b,
            right=PairSide(form.right),
            category=form.category.strip(),
            source=None if form.source is None else form.source.strip(),
            family=form.family,
            style_a=form.style.a,
            style_b=form.style.b,
            instructs=PairSide(form.instructs or PairSide.TIE),
            people=tuple(_labels(form)),
        )

    def _verdict(self, form: VerdictForm, *, at: Path, stages: Sequence[str]) -> SuiteVerdict | None:
        if form.right.strip() not in stages:
            if stages:
                what, advice = (
                    f"{tell(form.right)} is no stage of the rubric",
                    nearest(form.right, known=tuple(stages)),
                )
            else:
                what = "the rubric has no stages to give as a verdict"
                advice = (
                    "Label a scale: {min: 1, max: 2, labels: {1: fail, 2: pass}}, or leave the rubric out."
                )
            self._complaints.add((*at, "right"), what, advice=advice)
            return None
        return SuiteVerdict(
            id=form.id,
            task=form.task,
            answer=form.answer,
            right=form.right.strip(),
            category=form.category.strip(),
            source=None if form.source is None else form.source.strip(),
            family=form.family,
            instructs=form.instructs,
        )

    def _anchor(self, form: GradedForm, *, at: Path, grades: Sequence[str]) -> SuiteAnchor:
        if form.grade not in grades:
            what = f"{tell(form.grade)} is none of the grades"
            advice = (
                nearest(form.grade, known=tuple(grades))
                if grades
                else "List them under grades, the lowest first."
            )
            self._complaints.add((*at, "grade"), what, advice=advice)
        return SuiteAnchor(id=form.id, text=form.text, grade=form.grade)

    def _check_whole(self, form: JudgeSuiteForm) -> None:
        if not form.cases and not form.anchors:
            self._complaints.add((), "it holds no cases", advice="Write pairs or answers under cases.")
        for index, grade, _ in repeated(form.grades):
            what = f"the grade {tell(grade)} stands twice"
            self._complaints.add(("grades", index), what, advice="Write each grade once, the lowest first.")
        paths: list[Path] = [("cases", index) for index in range(len(form.cases))]
        paths += [("anchors", index) for index in range(len(form.anchors))]
        for index, name, first in repeated(_ids(form)):
            line = self._document.place(paths[first]).line
            what = f"the id {tell(name)} stands in line {line} already"
            self._complaints.add((*paths[index], "id"), what, advice="Give every case an id of its own.")


def _ids(form: JudgeSuiteForm) -> Iterable[str | None]:
    for case in form.cases:
        given = case.get("id")
        yield None if given is None else str(given).strip()
    yield from (anchor.id for anchor in form.anchors)


def _labels(form: PairForm) -> Iterable[PersonLabel]:
    given = form.people
    if isinstance(given, str):
        given = {UNNAMED: given}
    if isinstance(given, list):
        given = {f"{UNNAMED} {place}": choice for place, choice in enumerate(given, 1)}
    for person, choice in (given or {}).items():
        yield PersonLabel(person=person, choice=PairSide(choice))
