"""What boards are made from: every judge's numbers, warnings and silence, and the families of the cases."""

from edison.domain import CellScore, Snapshot
from edison.store import Store
from tests.factories import a_case, a_criterion, a_design, a_judge, a_rubric, a_snapshot

from .filling import RUN, Filler, add_run
from .nasty_texts import NASTY_TEXTS

OVERALL = a_criterion("Overall", weight=0.0, scale={"min": 1, "max": 5})
STAGES = a_criterion(
    "Fit",
    weight=1.0,
    scale={"min": 0, "max": 10, "labels": [{"value": value, "text": f"at {value}"} for value in (10, 0, 4)]},
)


def a_plan(**changes: object) -> Snapshot:
    return a_snapshot(
        **{
            "cases": 2,
            "rubric": a_rubric(criteria=(a_criterion("Accuracy", weight=1.0), OVERALL)),
            "judges": (a_judge(id="jdg_0"), a_judge(id="jdg_1", name="second")),
            **changes,
        }
    )


def scores_of(store: Store) -> list[CellScore]:
    with store.reading() as work:
        return list(work.results.scores(RUN))


def scored(**scores: float) -> dict[str, object]:
    return {
        "scores": [
            {"criterion": name, "score": score, "reason": "".join(NASTY_TEXTS)}
            for name, score in scores.items()
        ]
    }


def test_the_overall_impression_is_read_from_the_judgment_on_its_own_scale(store: Store) -> None:
    add_run(store, snapshot=a_plan())
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.output(1)
        fill.judgment(0, 0, said=scored(Accuracy=4, Overall=2))
        fill.judgment(0, 1, said=scored(Accuracy=4))
        fill.judgment(1, 0, said=scored(Accuracy=4, Overall=9))

    first, second = scores_of(store)

    assert first.overalls == ((0, 0.25),)
    assert first.qualities == ((0, 0.75), (1, 0.75))
    assert second.overalls == ()


def test_criteria_that_the_policy_asks_for_are_read_on_their_own_scale(store: Store) -> None:
    floors = [{"board": "quality", "criterion": "Accuracy", "least": 0.5}, {"board": "quality", "least": 0.1}]
    add_run(store, snapshot=a_plan(), experiment=a_design(policy={"min_quality": floors}))
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.judgment(0, 0, said=scored(Accuracy=4, Overall=2))
        fill.judgment(0, 1, said=scored(Accuracy=99))

    first, *_ = scores_of(store)

    assert first.criteria == ((0, "Accuracy", 0.8),)


def test_verdicts_are_places_on_the_scale_and_an_abstention_is_an_empty_one(store: Store) -> None:
    judges = (a_judge(id="jdg_0", mode="verdict", may_abstain=True, may_name_several=True),)
    add_run(store, snapshot=a_plan(rubric=a_rubric(criteria=(STAGES,)), judges=judges))
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.output(1)
        fill.judgment(0, quality=None, said={"verdict": {"scale_size": 3, "stages": (1, 2)}})
        fill.judgment(1, quality=None, said={"verdict": {"scale_size": 3}})

    first, second = scores_of(store)

    assert first.verdicts == ((0, (0.0, 0.4)),)
    assert (second.verdicts, second.judged) == (((0, ()),), (0,))


def test_warnings_and_silence_are_kept_judge_by_judge(store: Store) -> None:
    add_run(store, snapshot=a_plan(rubric=a_rubric()))
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.output(1)
        fill.judgment(0, 0, said={**scored(Accuracy=4), "safety_flags": ("pii_detected", "toxic_content")})
        fill.judgment(0, 1, said={**scored(Accuracy=4), "reason": '"safety_flags":[]'})
        fill.judgment(1, 0, quality=None)
        fill.judgment(1, 1, said={**scored(Accuracy=4), "reason": '"safety_flags":["x"]'})

    first, second = scores_of(store)

    assert first.warnings == ((0, ("pii_detected", "toxic_content")),)
    assert (first.judged, first.not_judged) == ((0, 1), ())
    assert (second.judged, second.not_judged, second.warnings) == ((1,), (0,), ())


def test_a_warning_of_a_judge_alone_is_read_too(store: Store) -> None:
    add_run(store, snapshot=a_plan(rubric=a_rubric(), judges=(a_judge(id="jdg_0"),)))
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.judgment(0, said={**scored(Accuracy=4), "safety_flags": ("pii_detected",)})

    assert [score.warnings for score in scores_of(store)] == [((0, ("pii_detected",)),)]


def test_a_verdict_where_the_rubric_has_no_stages_names_no_place(store: Store) -> None:
    add_run(store, snapshot=a_plan(rubric=a_rubric(), judges=(a_judge(id="jdg_0", mode="verdict"),)))
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.judgment(0, quality=None, said={"verdict": {"scale_size": 3, "stages": (2,)}})

    assert [score.verdicts for score in scores_of(store)] == [((0, ()),)]


def test_every_cell_of_a_case_knows_its_family(store: Store) -> None:
    cases = (
        a_case(id="case_0", name="case 0", family="page 1", variables={"question": "\ud800"}),
        a_case(id="case_1", name="case 1", variables={"family": None}),
        a_case(id="case_2", name="case 2", family="page 2"),
    )
    add_run(store, cases=3, arms=2, stored=cases)
    with store.work() as work:
        fill = Filler(work)
        for cell in range(6):
            fill.output(cell)

    families = [score.family for score in scores_of(store)]

    assert families == ["page 1", "page 1", None, None, "page 2", "page 2"]


def test_judgments_are_counted_judge_by_judge(store: Store) -> None:
    add_run(store, snapshot=a_plan(rubric=a_rubric()))
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.output(1)
        fill.judgment(0, 0)
        fill.judgment(1, 0)
        fill.judgment(0, 1)
        fill.judgment(1, 1, quality=None)

        counts = work.results.counts(RUN)

    assert counts.by_judge == {0: (2, 0), 1: (1, 1)}
    assert (counts.judged, counts.not_judged) == (3, 1)


def test_whether_anybody_warned_is_known_without_reading_scores(store: Store) -> None:
    add_run(store, snapshot=a_plan())
    with store.work() as work:
        fill = Filler(work)
        fill.output(0)
        fill.output(1)
        fill.judgment(0, 0, said={**scored(Accuracy=4), "reason": '"safety_flags":["x"]'})
        before = work.results.has_warnings(RUN)
        fill.judgment(1, 0, said={**scored(Accuracy=4), "safety_flags": ("pii_detected",)})
        after = work.results.has_warnings(RUN)

    assert (before, after) == (False, True)
