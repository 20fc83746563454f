"""Cards of judges for people."""

import pytest

from edison.domain import (
    CardMatch,
    CardMeasure,
    CardStanding,
    Interval,
    JudgeCard,
    JudgeProfile,
    SeenCard,
)
from edison.formats.cards.seen import STANDING_WORDS, tell_profiles, tell_seen
from edison.formats.cards.text import card_as_markdown, tell_card
from edison.formats.cards.words import BIAS_WORDS
from edison.formats.pages.cards import cards_html
from tests.factories import SOME_TIME, a_judge_card, an_endpoint


def a_card(**changes: object) -> JudgeCard:
    between = Interval(low=0.7, high=0.9)
    given = {
        "run_id": "run_1",
        "suite_digest": "0123456789abcdef",
        "measures": {
            "cost_usd": CardMeasure(value=0.0012, n=200),
            "accuracy": CardMeasure(value=0.8, interval=between, n=1200),
            "position_preference": CardMeasure(value=30.0, interval=Interval(low=20, high=40), n=128),
            "position_logit": CardMeasure(value=0.62, n=128),
            "kappa_with_people": CardMeasure(value=0.5, n=40),
            "latency_s": CardMeasure(value=1.25, n=200),
        },
        "biases": ("position",),
        "standing": CardStanding.WITH_WARNINGS,
        "reasons": ("It prefers what is shown first.",),
        "made_at": SOME_TIME,
        **changes,
    }
    return a_judge_card(**given)


def test_a_terminal_is_told_the_standing_the_reasons_and_every_measure_in_order() -> None:
    lines = list(tell_card(a_card()))

    assert lines[0] == "strict: qualified with warnings"
    assert lines[2] == "Asked for pairs and stages: reason first, written as json."
    assert "- It prefers what is shown first." in lines
    assert "Leans to: the place in which a text is shown." in lines
    measures = [" ".join(line.split()) for line in lines if line.startswith("  ")]
    assert measures == [
        "right, over all 80 % (70 to 90 %) n 1,200",
        "prefers what is shown first, by +30 points (+20 to +40 points) n 128",
        "the same on the logit +0.620 logits n 128",
        "Cohen's kappa with people 0.500 n 40",
        "cost of a judgment $0.00120 n 200",
        "latency, the middle one 1.25 s n 200",
    ]


def test_a_card_without_reasons_and_measures_says_so_briefly() -> None:
    lines = list(tell_card(a_card(measures={}, biases=(), reasons=(), standing=CardStanding.QUALIFIED)))

    assert lines[0] == "strict: qualified"
    assert lines[4:] == ["What it leans to is not known: nothing was decided that would tell.", ""]


def test_what_nobody_has_named_is_shown_as_it_is() -> None:
    card = a_card(measures={"charm": CardMeasure(value=1.5, n=3)}, biases=("charm",), reasons=())

    assert "Leans to: charm." in list(tell_card(card))
    assert "| `charm` | 1.50 | – | 3 |" in card_as_markdown(card)


def test_slices_are_titled_and_what_a_suite_named_can_do_nothing() -> None:
    names = ("accuracy.law", "accuracy.source.a|b", "accuracy.gaming")
    card = a_card(measures={name: CardMeasure(value=0.5, n=3) for name in names}, reasons=())

    lines = [line.split("  ")[1] for line in list(tell_card(card))[6:]]
    assert lines == ["right: gaming attempts", "right: law", "right, from a|b"]
    assert "| right, from `a/b` | 50.0 % | – | 3 |" in card_as_markdown(card)


def test_markdown_is_a_table_in_which_a_name_can_do_nothing() -> None:
    text = card_as_markdown(a_card(judge_name="a`b|<c>\x1b[1m\n# big" + "x" * 300))

    assert text.splitlines()[0].startswith("## Judge `a'b/<c>\\x1b[1m # bigx")
    assert text.splitlines()[0].endswith("…`: qualified with warnings")
    assert "- It prefers what is shown first." in text
    assert "| right, over all | 80 % | 70 to 90 % | 1,200 |" in text


def test_what_a_suite_cannot_tell_is_said() -> None:
    told = "\n".join(tell_card(a_card(not_known=("length",))))

    assert f"Cannot be known: whether it leans to {BIAS_WORDS['length']}" in told


def test_every_standing_and_every_bias_has_words() -> None:
    assert set(STANDING_WORDS) == set(CardStanding)
    assert set(BIAS_WORDS) == {"position", "length", "own_style", "obedience"}


def a_seen_card(**changes: object) -> SeenCard:
    given = {
        "match": CardMatch.SAME,
        "standing": CardStanding.QUALIFIED,
        "measures": {
            "accuracy": CardMeasure(value=0.93, n=200),
            "flip_rate": CardMeasure(value=0.04, n=80),
            "kappa_with_people": CardMeasure(value=0.714, interval=Interval(low=0.52, high=0.81), n=40),
            "parse_rate": CardMeasure(value=1.0, n=200),
        },
        "suite_digest": "0" * 32,
        "run_id": "run_9",
        "made_at": SOME_TIME,
        **changes,
    }
    return SeenCard.model_validate(given)


def test_a_line_tells_the_standing_the_date_and_the_main_figures() -> None:
    assert tell_seen(a_seen_card()) == (
        "qualified (2026-01-01): right in 93 %, changed its mind with the order in 4 %, could be read in 100 %, "
        "kappa with people 0.71 (0.52 to 0.81)"
    )


def test_a_kappa_without_an_interval_has_two_digits() -> None:
    bare = a_seen_card(measures={"kappa_with_people": CardMeasure(value=0.714, n=40)})

    assert tell_seen(bare).endswith(": kappa with people 0.71")


def test_a_judge_that_was_never_examined_has_no_card() -> None:
    assert tell_seen(None) == "no card"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"match": "other_rubric"}, "qualified (2026-01-01, by another rubric)"),
        ({"match": "other_mode"}, "qualified (2026-01-01, in another mode)"),
        (
            {"match": "other_profile", "differs": ("thinking", "answer_form"), "standing": "unqualified"},
            "unqualified (2026-01-01, from another profile: other thinking, answer form)",
        ),
    ],
)
def test_a_card_of_another_judge_than_this_one_says_so(changes: dict[str, object], told: str) -> None:
    assert tell_seen(a_seen_card(measures={}, **changes)) == told


def test_two_profiles_of_one_model_are_told_apart() -> None:
    asked = {"endpoint": an_endpoint(), "mode": "pairwise", "answer_form": "suffix"}
    given = {"instructions": "Be strict.", "scrub": True, "may_tie": True, "thinking": "panel"}

    plain = tell_profiles((JudgeProfile.model_validate(asked),))
    other = tell_profiles((JudgeProfile.model_validate({**asked, **given}),))

    assert plain == "Asked for pairs: reason first, written as suffix."
    assert other == (
        "Asked for pairs: panel, 3 samples, written as suffix, with instructions of its own, scrubbed, with ties."
    )


def test_cards_stand_on_a_page_with_their_shares_and_leanings_drawn() -> None:
    other = a_card(judge_name="<b>other", measures={"accuracy": CardMeasure(value=0.9, n=10)}, reasons=())

    page = b"".join(cards_html([a_card(), other])).decode()

    assert "2 of 2 judges may be relied on" in page
    assert "<span class='dim'>qualified with warnings</span>" in page
    assert "&lt;b&gt;other" in page
    assert "prefers what is shown first, by" in page
    assert "+20 to +40 points" in page
    drawn = ("How often judges are right", "Shares, with 95 %", "Leanings, with 95 %")
    assert [page.count(f'aria-label="{words}') for words in drawn] == [1, 1, 1]
    assert "script" not in page


def test_one_judge_is_not_held_against_itself() -> None:
    page = b"".join(cards_html([a_card(measures={})])).decode()

    assert '<svg class="picture"' not in page


def test_a_card_fits_eighty_columns_and_says_what_nothing_is_known_of() -> None:
    wide = a_card(
        measures={
            "pair_accuracy_at_equal_length": CardMeasure(
                value=1.0, interval=Interval(low=0.914, high=1.0), n=1_240
            ),
            "accuracy.source.a source of which nobody would think": CardMeasure(value=0.5, n=3),
            "position_preference": CardMeasure(
                value=-12.5, interval=Interval(low=-22.5, high=-2.5), n=15_200
            ),
        }
    )
    nothing = a_card(measures={}, biases=())

    lines = list(tell_card(wide))

    assert max(map(len, lines)) <= 80, lines
    assert any("right, from a source of which nob…" in line for line in lines)
    assert "What it leans to is not known: nothing was decided that would tell." in list(tell_card(nothing))
