"""What a refinement says of itself: what was held back, what checks say, and how sure its gain is."""

from edison.actions.presets.refine_summary import tell_state, write_summary
from edison.domain import (
    CandidateReport,
    CheckedBeside,
    Edit,
    Findings,
    Gain,
    Interval,
    PromptPart,
    Refinement,
    RoundReport,
    RunId,
    Settlement,
    UsedBefore,
)
from tests.factories import a_prompt_version

SURE = Interval(low=0.02, high=0.2)
NOTHING = Findings(quality=0.5, cases=20)


def summary(gain: Gain, *candidates: CandidateReport) -> str:
    rounds = (RoundReport(round=1, parent=1, findings=NOTHING, candidates=candidates, adopted=2),)
    versions = (a_prompt_version(), a_prompt_version(id="ver_2", number=2, system="Be kind."))
    told = Refinement(versions=versions, rounds=rounds, champion=2, gain=gain)
    return " ".join(write_summary(told, settlement=Settlement.ROUNDS_DONE, held_out=20))


def a_candidate(number: int, *, failed: int, reason: str = "") -> CandidateReport:
    return CandidateReport(
        number=number,
        reason=reason,
        quality=0.6,
        parent_quality=0.5,
        difference=0.1,
        interval=SURE,
        checked=CheckedBeside(answers=20, parent_failed=3, failed=failed),
    )


def a_gain(used: UsedBefore | None = None) -> Gain:
    return Gain(
        difference=0.1,
        interval=SURE,
        first_quality=0.5,
        last_quality=0.6,
        cases=8,
        is_sealed=True,
        used_before=used,
    )


def test_what_checks_say_of_a_version_and_what_they_held_back_is_told() -> None:
    said = summary(
        a_gain(), a_candidate(2, failed=4), a_candidate(3, failed=19, reason="more_answers_fail_checks")
    )

    assert "Checks: 4 of its 20 answers fail one, 3 of its parent's." in said
    assert "1 change that scored better was held back because more of the answers fail a check." in said


def test_sealed_cases_that_earlier_runs_used_are_not_called_opened_once() -> None:
    used = UsedBefore(cases=7, runs=(RunId("run_1"), RunId("run_2")))

    assert "on 8 sealed cases, opened once." in summary(a_gain(), a_candidate(2, failed=3))
    said = summary(a_gain(used), a_candidate(2, failed=3))
    assert "on 8 sealed cases, of which 7 were used before by run_1, run_2: elsewhere it is less." in said
    assert "opened once" not in said


def summary_of(*candidates: CandidateReport, adopted: int | None = None) -> str:
    rounds = (RoundReport(round=1, parent=1, findings=NOTHING, candidates=candidates, adopted=adopted),)
    versions = (a_prompt_version(), a_prompt_version(id="ver_2", number=2, system="Be kind."))
    told = Refinement(versions=versions, rounds=rounds, champion=adopted or 1)
    return " ".join(write_summary(told, settlement=Settlement.ROUNDS_DONE, held_out=20))


def test_what_people_adopted_and_nobody_could_judge_is_not_called_as_it_was() -> None:
    said = summary_of(CandidateReport(number=2, reason="written_by_a_person"), adopted=2)

    assert "Round 1 adopted version 2: nothing could be measured of it." in said
    assert "What version 2 gains over the first is not known: too little was judged." in said
    assert "stays as it was" not in said


def test_what_was_better_and_people_did_not_want_is_not_called_nothing() -> None:
    better = a_candidate(2, failed=3).model_copy(update={"verdict": "better"})

    said = summary_of(better)

    assert "1 change was surely better, and nobody adopted any, so the prompt stays as it was." in said
    assert "Nothing was surely better" not in said
    assert "hold out more cases" not in said


def test_more_cases_are_not_advised_where_trouble_left_results_missing() -> None:
    said = summary_of(a_candidate(2, failed=3, reason="missing_results"))

    assert "Next: mend what left answers or judgments missing" in said
    assert "hold out more cases" not in said
    assert "hold out more cases" in summary_of(a_candidate(2, failed=3, reason="chance_would_do"))


def test_what_nobody_could_write_was_neither_proposed_nor_refused_by_guards() -> None:
    unwritten = CandidateReport(refused="The reply could not be used: It holds no JSON.")
    guarded = CandidateReport(
        refused="It changes nothing.", edits=(Edit(part=PromptPart.SYSTEM, find="a", replace="b"),)
    )

    nothing = summary_of(unwritten, unwritten)
    some = summary_of(unwritten, guarded)

    assert "No change was proposed in 1 round: 2 questions for one brought none." in nothing
    assert "Nothing was compared on held-out cases" in nothing
    assert "name another refiner" in nothing
    assert "0 tried and not adopted, 1 refused by the guards; 1 more question for one brought none." in some


def test_what_was_never_judged_is_measured_as_nothing_and_not_as_zero() -> None:
    assert tell_state(Findings(quality=0.0, cases=0)) == "nothing could be measured"
    assert "Next: mend what left answers or judgments missing" in summary_of(
        CandidateReport(number=2, reason="too_little_was_judged")
    )
