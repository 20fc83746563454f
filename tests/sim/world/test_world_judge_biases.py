"""Judges: right on the whole, and wrong in the way and to the degree their traits say."""

from __future__ import annotations

import math

import orjson
import pytest

from edison.sim.world import JudgeTraits, Persona
from tests.sim.world.asks import CRITERIA, a_world, ask, mean
from tests.sim.world.judge_asks import (
    SCORES_SCHEMA,
    answer_pairs,
    equal_entries,
    judged_answers,
    pair_prompt,
    picks_first,
    quality,
    score_prompt,
    scores_of,
    verdict,
)


def accuracy(judge: str) -> float:
    hits = [
        picks_first(one, two, judge=judge, case=case) == (quality(case, one) > quality(case, two))
        for case, one, two in answer_pairs()
    ]
    return mean([float(hit) for hit in hits])


def share_of_first(judge: str) -> float:
    return mean([float(picks_first(one.text, two.text, judge=judge)) for one, two in equal_entries()])


def mean_score(judge: str) -> float:
    return mean([mean(list(scores_of(case, text, judge=judge).values())) for case, text in judged_answers()])


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def test_the_fair_judge_nearly_always_finds_the_better_answer() -> None:
    assert len(answer_pairs()) >= 150
    assert accuracy("fair") >= 0.97


def test_the_noisy_judge_is_much_less_often_right() -> None:
    assert 0.5 < accuracy("noisy") < 0.85


def test_the_fair_judge_scores_every_criterion_close_to_the_truth() -> None:
    errors = [
        abs(score - a_world().truth_of_answer(case.text, text).scores[name])
        for case, text in judged_answers()
        for name, score in scores_of(case, text, judge="fair").items()
    ]

    assert mean(errors) < 0.04


def test_the_fair_judge_follows_bradley_terry_on_essays() -> None:
    entries = a_world().entries(400, seed=24)
    pairs = list(zip(entries[::2], entries[1::2], strict=True))

    won = [float(picks_first(one.text, two.text, judge="fair")) for one, two in pairs]
    expected = [logistic(3.0 * (one.quality - two.quality)) for one, two in pairs]

    assert mean([abs(p - 0.5) for p in expected]) > 0.3
    assert mean(won) == pytest.approx(mean(expected), abs=0.04)
    assert mean([abs(w - p) for w, p in zip(won, expected, strict=True)]) < 0.2


def test_the_fair_judge_picks_either_side_of_equal_texts_equally_often() -> None:
    assert share_of_first("fair") == pytest.approx(0.5, abs=0.08)


def test_the_left_judge_picks_the_first_of_equal_texts_as_often_as_its_bias_says() -> None:
    assert share_of_first("left") == pytest.approx(logistic(2.0), abs=0.06)


def test_the_length_judge_picks_the_longer_of_equal_texts_as_often_as_its_bias_says() -> None:
    outcomes, expected = [], []
    for one, two in equal_entries():
        ratio = math.log2(len(one.text.split()) / len(two.text.split()))
        if abs(ratio) < 0.1:
            continue
        picked = picks_first(one.text, two.text, judge="length")
        outcomes.append(float(picked == (ratio > 0)))
        expected.append(logistic(2.0 * abs(ratio)))

    assert mean(expected) > 0.55
    assert mean(outcomes) == pytest.approx(mean(expected), abs=0.07)


def test_the_selfish_judge_prefers_its_own_voice_among_equal_answers() -> None:
    own = own_voice_share("selfish")

    assert own == pytest.approx(logistic(2.5), abs=0.08)
    assert own_voice_share("fair") == pytest.approx(0.5, abs=0.13)


def own_voice_share(judge: str) -> float:
    """Say how often a judge picks the warm one of two equally good answers."""
    outcomes: list[float] = []
    for place, case in enumerate(case for case in a_world().cases(700, seed=25) if case.domain == "support"):
        texts = [ask(case.text, model=model).text for model in ("edison-sim-warm", "edison-sim-medium")]
        if (
            a_world().truth_of_answer(case.text, texts[0]).overall
            != a_world().truth_of_answer(case.text, texts[1]).overall
        ):
            texts = equally_good(case.text)
        warm_first = place % 2 == 0
        one, two = texts if warm_first else texts[::-1]
        outcomes.append(float(picks_first(one, two, judge=judge, case=case) == warm_first))
    return mean(outcomes)


def equally_good(case_text: str) -> list[str]:
    """Ask two voices, made equally able, until both answer perfectly."""
    perfect: dict[str, float] = dict.fromkeys(CRITERIA, 9.0)
    world = a_world()
    for style in ("warm", "plain"):
        world = world.with_persona(Persona(id=f"perfect-{style}", style=style, skills=perfect))
    return [ask(case_text, world=world, model=f"perfect-{style}").text for style in ("warm", "plain")]


@pytest.mark.parametrize(("judge", "low", "high"), [("lenient", 0.05, 0.21), ("harsh", -0.21, -0.05)])
def test_lenient_and_harsh_judges_move_every_score_their_way(judge: str, low: float, high: float) -> None:
    assert low < mean_score(judge) - mean_score("fair") < high


def test_a_steady_judge_says_the_same_when_the_texts_change_places() -> None:
    flips = [
        picks_first(one.text, two.text, judge="fair") == picks_first(two.text, one.text, judge="fair")
        for one, two in equal_entries()
    ]
    shaky = [
        picks_first(one.text, two.text, judge="noisy") == picks_first(two.text, one.text, judge="noisy")
        for one, two in equal_entries()
    ]

    assert mean([float(flip) for flip in flips]) < 0.2 < mean([float(flip) for flip in shaky])


def test_ties_are_called_only_where_they_are_allowed() -> None:
    world = a_world().with_persona(Persona(id="tied", judge=JudgeTraits(tie_band=2.0)))
    pairs = equal_entries()[:100]

    allowed = [
        verdict(ask(pair_prompt(a.text, b.text, ties=True), world=world, model="tied").text) for a, b in pairs
    ]
    forbidden = [verdict(ask(pair_prompt(a.text, b.text), world=world, model="tied").text) for a, b in pairs]

    assert allowed.count("TIE") > 50
    assert set(forbidden) == {"A", "B"}


def test_abstaining_happens_at_its_rate_and_only_where_it_is_allowed() -> None:
    prompts = [pair_prompt(one.text, two.text) for one, two in equal_entries()]

    allowed = [ask(f"{prompt} You may ABSTAIN.", model="edison-judge-abstaining").text for prompt in prompts]
    forbidden = [ask(prompt, model="edison-judge-abstaining").text for prompt in prompts]

    assert sum("ABSTAIN" in text for text in allowed) / len(allowed) == pytest.approx(0.3, abs=0.08)
    assert not any("ABSTAIN" in text for text in forbidden)


def test_the_malformed_judge_is_unreadable_at_its_rate() -> None:
    prompts = [score_prompt(case, text) for case, text in judged_answers()] * 2
    replies = [
        ask(prompt, model="edison-judge-malformed", schema=SCORES_SCHEMA, salt=str(place)).text
        for place, prompt in enumerate(prompts)
    ]

    assert sum(not readable(text) for text in replies) / len(replies) == pytest.approx(0.3, abs=0.08)


def test_malformed_verdicts_come_at_their_rate_in_text_as_well() -> None:
    replies = [
        ask(pair_prompt(one.text, two.text), model="edison-judge-malformed").text
        for one, two in equal_entries()
    ]

    unreadable = [text for text in replies if not text.rstrip().endswith(("VERDICT: A", "VERDICT: B"))]

    assert len(unreadable) / len(replies) == pytest.approx(0.3, abs=0.08)
    assert len({text[:20] for text in unreadable}) >= 3


def readable(text: str) -> bool:
    try:
        rows = orjson.loads(text)["scores"]
    except (orjson.JSONDecodeError, KeyError):
        return False
    return {row["criterion"] for row in rows} == {"correct", "complete", "polite"}


def test_decorated_verdicts_still_say_what_the_plain_ones_say() -> None:
    for one, two in equal_entries()[:60]:
        text = ask(pair_prompt(one.text, two.text), model="edison-judge-decorated").text
        plain = text.replace("*", "").replace("`", "").replace("- ", "").rstrip(". \n")

        assert plain.endswith(("VERDICT: A", "VERDICT: B")), text


def test_a_judge_says_why_and_names_the_weakest_criterion_in_its_suggestion() -> None:
    case, text = next(
        (case, text)
        for case, text in judged_answers()
        if a_world().truth_of_answer(case.text, text).scores["polite"] == 0.0
    )

    reply = orjson.loads(ask(score_prompt(case, text), model="edison-judge-fair", schema=SCORES_SCHEMA).text)

    assert any("rude" in row["rationale"] for row in reply["scores"])
    assert "Use a warm, courteous tone" in " ".join(reply["suggestions"]) or "Be accurate" in " ".join(
        reply["suggestions"]
    )
