"""A refinement as a page: every round, every diff, and nothing in a text is markup."""

from edison.domain import (
    CandidateReport,
    CheckedBeside,
    Findings,
    Interval,
    PersonAnswer,
    Refinement,
    RoundReport,
    Suggestion,
    WeakCriterion,
)
from edison.formats.pages.refinement import refinement_html
from tests.factories import SOME_TIME, a_prompt_version, a_run

HALF = Interval(low=0.02, high=0.2)
FINDINGS = Findings(
    quality=0.5, cases=20, weak=(WeakCriterion(name="polite", mean=0.4, interval=HALF, judgments=20),)
)
FIRST, SECOND = a_prompt_version(), a_prompt_version(id="ver_2", number=2, system="Be <b>kind</b>.", user="")
ADOPTED = CandidateReport(
    number=2,
    diff="+Be <b>kind</b>.",
    verdict="better",
    parent_quality=0.5,
    quality=0.61,
    parent_quality_interval=Interval(low=0.41, high=0.58),
    quality_interval=Interval(low=0.53, high=0.69),
    difference=0.11,
    interval=HALF,
    regressions=("fish",),
    checked=CheckedBeside(answers=20, parent_failed=1, failed=4),
    review=PersonAnswer(unit=3, by="ann", choice="approve", at=SOME_TIME),
)


def page(*candidates: CandidateReport, champion: int = 2) -> str:
    one = RoundReport(
        round=1,
        parent=1,
        findings=FINDINGS,
        suggestions=(Suggestion(text="Greet."),) if candidates else (),
        candidates=candidates,
        adopted=2 if champion == 2 else None,
    )
    told = Refinement(
        versions=(FIRST, SECOND),
        rounds=(one,),
        champion=champion,
        summary=("One round.", "It helped.") if candidates else (),
    )
    return b"".join(refinement_html(told, run=a_run())).decode()


def test_every_round_and_every_change_stands_on_the_page() -> None:
    refused = CandidateReport(refused="It copies words of a case.")
    unknown = CandidateReport(number=3, reason="too_little_was_judged")
    worse = ADOPTED.model_copy(
        update={"number": 4, "verdict": "not_yet_known", "reason": "chance_would_do", "review": None}
    )

    shown = page(ADOPTED, refused, unknown, worse)

    for words in (
        "One round.",
        "It helped.",
        "+0.11 (+0.02 to +0.20)",
        "0.41 to 0.58",
        "0.53 to 0.69",
        "adopted",
        "ann: approve.",
        "fish",
        "4 of its 20 answers fail a check, 1 of its parent's.",
        "Greet.",
    ):
        assert words in shown
    assert "refused by the guards" in shown
    assert "not known (too little was judged)" in shown
    assert "not yet known (chance would do)" in shown
    assert "Be &lt;b&gt;kind&lt;/b&gt;." in shown
    assert "<b>kind" not in shown


def test_where_nothing_was_adopted_the_prompt_is_as_it_was() -> None:
    shown = page(champion=1)

    assert "Nothing was tried." in shown
    assert "Version 1, as it was." in shown
