"""The page of a placing: readable without statistics, safe whatever the texts are called."""

import re
from datetime import timedelta, timezone

import pytest

from edison.domain import AnchorAlignment, EntryRanking, GradeSteps, Reliability, Settlement
from edison.formats.pages.ranking.page import MOST_ROWS, entry_ranking_html
from edison.formats.pages.ranking.plots import GradeColours
from edison.formats.pages.ranking.words import MISS_WORDS
from tests.factories import SOME_TIME

from .entry_rankings import (
    SCALE,
    a_placed,
    a_placed_judge,
    a_placing,
    a_placing_run,
    a_projection,
    some_essays,
)
from .pages import Markup
from .reports import HOSTILE


def page(entry_ranking: EntryRanking, **about: object) -> Markup:
    return Markup(b"".join(entry_ranking_html(entry_ranking, about=a_placing_run(**about))).decode())


def without_grades(**changes: object) -> EntryRanking:
    items = tuple(item.model_copy(update={"projected": None, "anchor_grade": None}) for item in some_essays())
    defaults: dict[str, object] = {
        "items": items,
        "without_grades": "the anchors show 1 grade, and two are needed.",
        "grade_means": {},
        "boundaries": (),
        "weaknesses": (),
        "alignment": None,
    }
    return a_placing(**{**defaults, **changes})


def test_the_page_stands_alone_and_runs_nothing() -> None:
    made = page(a_placing())

    assert made.open == []
    assert not {"script", "link", "img", "iframe", "object", "foreignobject"} & set(made.tags)
    assert not [
        name for name, _ in made.attributes if name.startswith("on") or name in ("src", "href", "style")
    ]
    assert "default-src 'none'" in made.source
    assert "prefers-color-scheme: dark" in made.source
    assert "@media print" in made.source


def test_hostile_names_are_shown_and_do_nothing() -> None:
    name = HOSTILE.replace("\ud800", "")
    scale = GradeSteps(name=name, grades=(name, "B"))
    probabilities = {name: 0.5, "B": 0.3, "<i>": 0.2}
    projected = a_projection("B").model_copy(
        update={"grade": name, "fine": name, "probabilities": probabilities}
    )
    entry_ranking = a_placing(
        items=(a_placed(name, anchor_grade=name, projected=projected, misfits=True, comparisons=1),),
        judges=(a_placed_judge(name=name, first_chosen=1.0, flips=1.0, misfits=True, not_judged=1),),
        flags=(name,),
        weaknesses=(name,),
        boundaries=(0.0,),
        method=name,
        alignment=AnchorAlignment(tau=0.1, inversions=((name, name),), without_a_win=(name,), misses=(name,)),
    )

    made = page(entry_ranking, name=name, goal=name, scale=scale, run_id=name)

    assert made.open == []
    assert not {"script", "i"} & set(made.tags)
    assert "<script>alert('x')</script> & \"q\"" in made.text
    assert "\\x00\\x07" in made.text


def test_the_page_begins_with_what_was_done_and_how_far_the_order_holds() -> None:
    told = page(a_placing()).text

    for part in (
        "Essays on a journey, 9b",
        "The ranking is stable",
        "12 texts",
        "4 of them graded by people",
    ):
        assert part in told
    for part in ("146 comparisons", "3 judges, 1 of them people", "$0.1834 spent", "Which of the two essays"):
        assert part in told
    assert told.index("The order can be used: it is dependable (reliability 0.84 of 1).") < min(
        told.index(part) for part in ("The ranking is stable", "12 texts", "Where the texts stand")
    )


@pytest.mark.parametrize(
    ("spent", "is_part", "told"),
    [(None, True, "unknown spent"), (2_000, True, "at least $0.0020 spent"), (0, False, "$0.0000 spent")],
)
def test_an_unknown_price_is_never_shown_as_zero(spent: int | None, is_part: bool, told: str) -> None:
    made = page(a_placing(), spent_microusd=spent, is_spent_in_part=is_part)

    assert told in made.text


@pytest.mark.parametrize("settlement", [settlement for settlement in Settlement if settlement.is_end])
def test_every_end_is_told_in_words(settlement: Settlement) -> None:
    told = page(a_placing(), settlement=settlement).text

    assert re.search(r"[a-z]{2,}\.", told)
    assert settlement.value not in told or "_" not in settlement.value


@pytest.mark.parametrize(
    ("reliability", "is_adaptive", "told"),
    [
        (Reliability(streams=0.93, ssr=0.5), True, "it is very dependable (reliability 0.93"),
        (Reliability(split_half=0.82, ssr=0.9), False, "it is dependable (reliability 0.82"),
        (Reliability(split_half=0.98, ssr=0.75), False, "as a rough guide, and not for decisions"),
        (Reliability(hierarchical=0.71), True, "not for decisions that matter (reliability 0.71"),
        (Reliability(ssr=0.6), False, "it is not dependable (reliability 0.60"),
        (Reliability(ssr=0.95, cautions=("ssr_inflated",)), True, "how dependable it is cannot be told"),
        (Reliability(), False, "how dependable it is cannot be told"),
    ],
)
def test_reliability_is_a_word_and_never_an_inflated_number(
    reliability: Reliability, is_adaptive: bool, told: str
) -> None:
    assert told in page(a_placing(reliability=reliability), is_adaptive=is_adaptive).text


def test_adaptive_pairing_is_cautioned_once_and_only_where_it_was() -> None:
    adaptive = page(a_placing()).text
    random = page(a_placing(flags=(), reliability=Reliability(ssr=0.9)), is_adaptive=False).text

    assert adaptive.count("Pairs were chosen by earlier results.") == 1
    assert "too high, because pairs were chosen by earlier results: do not quote it" in adaptive
    assert "earlier results" not in random
    assert "how much the scores differ beyond their uncertainty" in random


def test_the_picture_has_a_mark_for_every_text_and_a_diamond_for_every_anchor() -> None:
    made = page(a_placing())
    picture = made.source[made.source.index("class='figure'") :].partition("</svg>")[0]

    assert picture.count("class='reach'") == 12
    assert picture.count("<circle") == 8
    assert picture.count("<polygon") == 4
    assert picture.count("class='boundary'") == 5
    assert re.findall(r"class='grade'[^>]*>([A-F])<", picture) == ["F", "E", "D", "C", "B", "A"]
    assert "Chiara with a surname th…</text>" in picture
    assert "8. anchor-C: -0.3, between -1.1 and +0.5; grade D; graded C by people" in picture
    assert ">0</text>" in picture


def test_marks_have_the_colours_of_their_grades() -> None:
    colours = GradeColours(SCALE.grades)
    picture = page(a_placing()).source

    assert len({colours.of(grade) for grade in SCALE.grades}) == 6
    assert f"r='5.0' fill='{colours.of('A')}'" in picture
    assert colours.of(None) == "var(--bar)"
    assert colours.of("U") not in {colours.of(grade) for grade in SCALE.grades}
    assert GradeColours(()).grades == ()


def test_chances_fill_a_bar_from_the_lowest_grade_to_the_highest() -> None:
    source = page(a_placing()).source
    bar = source[source.index("class='chances'") :].partition("</svg>")[0]

    assert "aria-label='F 0 %, E 0 %, D 0 %, C 2 %, B 10 %, A 88 %'" in bar
    assert re.findall(r"<rect x='([\d.]+)' y='0' width='([\d.]+)'", bar) == [
        ("0.0", "4.8"),
        ("4.8", "24.0"),
        ("28.8", "211.2"),
    ]
    assert re.findall(r">([A-F])</text>", bar) == ["A"]


def test_every_text_has_a_line_with_its_grade_and_its_record() -> None:
    told = page(a_placing()).text

    assert "3Björn Ö.B+ fairly sure" in told
    assert "+1.9+1.1 to +2.711 of 14" in told
    assert "6Deniz" in told
    assert "C unsure" in told
    assert "people gave C" in told
    assert "judges disagree" in told


def test_without_grades_there_is_an_order_and_the_reason() -> None:
    made = page(without_grades(), scale=None)

    assert "There are no grades: the anchors show 1 grade, and two are needed." in made.text
    assert "How likely each grade is" not in made.text
    assert "class='chances'" not in made.source
    assert "class='legend" not in made.source
    assert "class='boundary'" not in made.source


def test_a_text_without_a_grade_or_a_range_among_others_is_shown_without() -> None:
    bare = a_placed("bare", rank=2, score=-1.0, se=None, interval=None)
    entry_ranking = a_placing(items=(a_placed("graded", projected=a_projection("B")), bare))

    told = page(entry_ranking).text

    assert "2barenone-1.0–7.5 of 14" in told


def test_anchors_without_projected_grades_are_still_marked() -> None:
    entry_ranking = without_grades(items=(a_placed("a", anchor_grade="C"), a_placed("b", rank=2, score=-1.0)))

    made = page(entry_ranking)

    assert "graded by people" in made.text
    assert made.source.count("<polygon") == 2
    assert "aC–1" in made.text


def test_what_the_grades_rest_on_is_told() -> None:
    told = page(a_placing()).text

    assert "There are few graded texts to go by" in told
    assert "fits the grades that people gave closely (Kendall's tau 0.95" in told
    assert "anchor-C beat anchor-B" in told
    assert "anchor-CCD8" in told


@pytest.mark.parametrize(
    ("tau", "told"),
    [
        (0.7, "on the whole, with exceptions"),
        (0.2, "badly (Kendall's tau 0.20; 1 is the same order, 0 is chance): they carry no grades."),
        (None, "cannot be told"),
    ],
)
def test_a_bad_alignment_is_told_in_words(tau: float | None, told: str) -> None:
    alignment = AnchorAlignment(tau=tau, without_a_win=("x",), misses=("tau",))
    made = page(a_placing(alignment=alignment, weaknesses=()))

    assert told in made.text
    assert "Graded texts that won against no other graded text: x." in made.text
    assert MISS_WORDS["tau"] in made.text
    assert "does not fit the grades that people gave well. See under Grades." in made.text


def test_judges_are_shown_with_the_side_they_lean_to() -> None:
    made = page(a_placing())

    assert "openai/gpt-4o60288 %10 %leans to the first" in made.text
    assert "Ms Berg person24079 %–judges unlike the others" in made.text
    assert "aria-label='64 % first'" in made.source
    assert "Jo1000––" in page(a_placing(judges=(a_placed_judge(),))).text
    assert "<h2>Judges" not in page(a_placing(judges=())).source


def test_where_nothing_is_sure_or_nothing_is_wrong_that_is_said() -> None:
    apart = tuple(
        a_placed(name, rank=place, score=score)
        for place, (name, score) in enumerate((("a", 3.0), ("b", -3.0)), 1)
    )
    good = without_grades(
        items=apart, flags=(), judges=(), reliability=Reliability(split_half=0.95), agreement=0.9
    )
    bad = without_grades(
        items=(a_placed("a", interval=None),), reliability=Reliability(), first_position=None, agreement=0.2
    )

    assert "Nothing stands out." in page(good, is_adaptive=False).text
    assert "Nothing yet: compare more." in page(bad).text
    assert "The judges often disagree on the same pairs (agreement 0.20" in page(bad).text


def test_many_texts_fit_into_a_bounded_picture_and_page() -> None:
    items = tuple(
        a_placed(f"t{number}", rank=number, score=-number / 1000) for number in range(1, MOST_ROWS + 101)
    )
    made = page(a_placing(items=items))

    assert "100 more texts are left out here; all of them are in the JSON." in made.text
    assert f"t{MOST_ROWS}" in made.text
    assert "2,100 texts" in made.text
    found = re.search(r"class='figure' viewBox='0 0 960 (\d+)'", made.source)
    assert found is not None
    assert int(found[1]) < 1_100
    assert "class='end name'" not in made.source


def test_scores_that_are_far_out_or_all_alike_can_be_drawn() -> None:
    wild = a_placed("wild", score=0.0, interval={"low": -80.0, "high": 90.0})
    far = tuple(
        a_placed(name, rank=place, score=score)
        for place, (name, score) in enumerate((("x", 40.0), ("y", -40.0)), 1)
    )

    assert re.findall(r">([+-]?\d+)</text>", page(a_placing(items=(wild,))).source)[:2] == ["-3", "-2"]
    assert ">-40</text>" in page(a_placing(items=far)).source
    alike = tuple(a_placed(name, interval=None) for name in "ab")
    assert "nan" not in page(a_placing(items=alike)).source


def test_boundaries_that_do_not_fit_the_grades_are_drawn_without_names() -> None:
    source = page(a_placing(boundaries=(0.0,))).source

    assert source.count("class='boundary'") == 1
    assert "class='grade' x" not in source


def test_a_chance_of_what_lies_below_the_scale_is_shown_first() -> None:
    projected = a_projection("F").model_copy(
        update={"grade": "U", "fine": "U", "probabilities": {"F": 0.4, "U": 0.6}}
    )

    source = page(a_placing(items=(a_placed("a", projected=projected),))).source

    assert "aria-label='U 60 %, F 40 %'" in source


def test_where_nothing_was_compared_the_page_says_so() -> None:
    made = page(EntryRanking(), spent_microusd=None, goal="")

    assert "There is no order to show" in made.text
    assert "No text was compared." in made.text
    assert made.open == []


def test_where_too_much_failed_the_page_says_so_and_shows_how_the_judges_did() -> None:
    failed = EntryRanking(
        unplaced=("a", "b"),
        flags=("too many failed",),
        judges=(a_placed_judge(name="mumbler", comparisons=3, not_judged=17),),
    )

    made = page(failed, settlement=Settlement.GATE_FAILED)

    assert "Too many comparisons failed, so no order is published." in made.text
    assert "mumbler" in made.text
    assert "No text was compared." not in made.text
    assert made.open == []


def test_texts_that_have_no_place_are_named() -> None:
    source = page(a_placing(unplaced=("forgotten.txt",))).source

    assert "Texts without a place (1), because no comparison of them has a finding: forgotten.txt." in source


def test_the_origin_of_the_numbers_is_told() -> None:
    began = SOME_TIME.astimezone(timezone(timedelta(hours=5)))
    told = page(a_placing(), began_at=began).text
    bare = page(a_placing(method="", first_position=None, agreement=None), run_id="", comparisons=1).text

    assert "scores by the method hierarchical" in told
    assert "being shown first is worth +0.22 logits" in told
    assert "worth +0.00 logits" in page(a_placing(first_position=-8.75e-16)).text, "rounding is no effect"
    assert "run run_01; begun 2026-01-01 12:00 UTC." in told
    assert "Made from 1 comparison." in bare


def test_grades_without_a_scale_are_ordered_by_their_means() -> None:
    told = page(a_placing(), scale=None).text

    assert "F E D C B A" in told
    assert "Grades come from the texts that people graded" in told


def test_who_answered_in_a_judges_name_is_shown() -> None:
    told = ({"endpoint": "open/gpt", "model": "gpt-<2024>", "answers": 7},)
    same = ({"endpoint": "open/gpt", "model": "gpt", "answers": 7},)
    unsaid = ({"endpoint": "open/gpt", "model": None, "answers": 7},)
    judges = tuple(a_placed_judge(answered_by=by) for by in (told, same, unsaid))

    source = page(a_placing(judges=judges)).source

    assert source.count("answered by gpt-&lt;2024&gt;") == 1
    assert source.count("answered by") == 1


def test_what_judges_were_asked_stands_there_once_for_all_who_were_asked_alike() -> None:
    asked = (("a", "Which <one>?"), ("b", "Which <one>?"), ("c", "Choose."))

    source = page(a_placing(), prompts=asked).source

    assert source.count("Which &lt;one&gt;?") == 1
    assert "What was asked of a, b" in source
    assert "What was asked of c" in source


def test_what_the_verdict_says_is_not_said_again() -> None:
    reliability = Reliability(split_half=0.1, cautions=("low_reliability", "few_items"))

    text = page(a_placing(reliability=reliability)).text

    assert text.count("not dependable") == 1
    assert "There are few texts" in text
