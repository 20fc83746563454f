"""draft, complete, improve and data generate: models write, in the one pipeline, and people decide."""

import json

import pytest

import edison
from edison.actions.presets import PRESETS
from edison.domain import Chance, Mint, RunId, Settlement
from edison.engine import Story
from edison.errors import DraftRefused
from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Reply
from edison.wiring import SystemClock
from tests.database import open_quickly

from .commands import Terminal
from .suites import a_provider, a_shop_to_refine

pytestmark = pytest.mark.timeout(120)


def test_drafts_come_from_the_models_of_a_suite_and_are_in_the_ledger(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    terminal.write("shop.yaml", a_shop_to_refine(sim))

    drafted = terminal.edison("draft", "rubric", "--suite", "shop.yaml", "-n", "2", "--json", "--quiet")

    assert drafted.code == 0, drafted.err
    assert len(drafted.json["drafts"]) == 2
    assert sum(one["weight"] for one in drafted.json["drafts"][0]["value"]) == pytest.approx(1, abs=0.01)
    run = terminal.edison("show", "latest", "--json").json
    assert (run["settlement"], run["attempts"] >= 2, run["spent_usd"] > 0) == ("target_reached", True, True)
    shown = terminal.edison("draft", "prompt", "--suite", "shop.yaml", "-n", "1").out
    assert "{{ question }}" in shown
    assert terminal.edison("resume", "latest").out.endswith(shown[shown.index("1") :])
    quietly = terminal.edison("resume", "latest", "--quiet").out
    assert quietly.startswith("1 of 1 draft written.")
    assert quietly.count("\n") == 1


def test_a_kept_prompt_is_improved_by_edits_that_wait_for_a_review(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim))
    terminal.write("first.yaml", {"system": "You answer customers of a shop.", "user": "{{ question }}"})
    terminal.edison("prompt", "add", "shop", "first.yaml")

    said = terminal.edison(
        "improve", "prompt", "--prompt", "shop", "--suite", "shop.yaml", "--focus", "polite"
    )
    approved = terminal.edison("review", "latest", "approve")

    assert "+You answer customers of a shop. " in said.out
    assert "Decide with: edison review sug_" in said.out
    assert approved.out == "Applied as version 2 of shop.\n"
    assert "polite" in terminal.edison("prompt", "show", "shop", "2").out.lower()


def test_what_is_missing_is_told_before_anything_is_asked(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    terminal.write("text.txt", "You answer customers.")
    given = ("--providers", "providers.yaml", "--model", "local/edison-writer-good")

    nobody = terminal.edison("draft", "goal", "--goal", "Help customers.")
    nothing = terminal.edison("draft", "goal", *given)
    bare = terminal.edison("improve", "prompt", *given)
    completed = terminal.edison(
        "complete", "prompt", "text.txt", "-n", "1", "--goal", "Help customers.", *given
    )

    assert ["[draft_refused]" in one.err for one in (nobody, nothing, bare)] == [True] * 3
    assert "You answer customers." in completed.out
    assert sim.totals().microusd < 10_000


@pytest.mark.parametrize("seed", [0, 46])
def test_texts_are_told_apart_even_where_the_first_marks_drawn_might_be_words(
    terminal: Terminal, sim: SimProcess, seed: int
) -> None:
    """One drawing in thirty has hardly a digit in it, as these two have: a text between such marks is not seen."""
    database = str(terminal.folder / "python.db")

    completed = edison.complete(
        "goal", "Help", suite=a_shop_to_refine(sim), alternatives=1, seed=seed, database=database
    )

    [draft] = completed.drafts
    assert draft.text.startswith("Help"), draft.failed


def test_as_many_cases_as_asked_for_are_written_and_none_twice(terminal: Terminal, sim: SimProcess) -> None:
    suite = a_shop_to_refine(sim)
    database = str(terminal.folder / "python.db")

    made = edison.generate("more", count=25, suite=suite, tags=["returns"], database=database)
    other = edison.generate("other", count=5, suite=suite, beside="more", database=database)

    library = edison.data.at(database=database)
    cases = library.show("more@1").cases
    assert (made.dataset, other.dataset) == ("more@1", "other@1")
    assert made.note.startswith("25 cases as asked for")
    texts = {str(case.variables["question"]) for case in cases}
    assert len(texts) == 25
    assert not texts & {str(case.variables["question"]) for case in library.show("other").cases}
    assert all("unverified" in case.tags for case in cases)
    assert library.approve("more", drop=[cases[0].id]).cases == 24
    with pytest.raises(DraftRefused):
        edison.generate("more", count=5, suite=suite, database=database)
    with pytest.raises(DraftRefused):
        edison.generate("none", count=5, suite=suite, complete=True, database=database)
    completed = edison.generate("more", count=5, suite=suite, complete=True, database=database)
    whole = library.show("more").cases
    assert (completed.dataset, len(whole), whole[:24]) == ("more@3", 29, library.show("more@2").cases)
    assert len({str(case.variables["question"]) for case in whole}) == 29
    written = "Question one: where is my parcel?\nExpected: on its way.\n"
    [better] = edison.improve("cases", written, suite=suite, database=database).drafts
    assert better.diff
    [goal] = edison.draft("goal", alternatives=1, suite=suite, database=database).drafts
    assert goal.text
    [edited] = edison.improve("goal", goal.text, suite=suite, database=database).drafts
    assert edited.diff
    for kind, begun in (("goal", "Answer whoever writes"), ("judge", "Be fair.")):
        [whole_text] = edison.complete(kind, begun, suite=suite, alternatives=1, database=database).drafts
        assert whole_text.text.startswith(f"{begun} "), whole_text.failed


def test_cases_that_were_written_before_a_cancel_are_kept_and_the_set_says_so(
    terminal: Terminal, sim: SimProcess
) -> None:
    database = str(terminal.folder / "python.db")
    made = edison.generate("more", count=5, suite=a_shop_to_refine(sim), database=database)

    store = open_quickly(f"sqlite:///{database}")
    with store.reading() as work:
        mint = Mint(SystemClock(), Chance(1).stream("ids"))
        story = Story(work, work.runs.get(RunId(made.run)), at=SystemClock().now(), mint=mint)
        kept = PRESETS["draft"].results(story, Settlement.CANCELLED).dataset
    store.close()

    assert kept is not None
    assert len(kept.cases) == 5
    assert kept.cover.note.endswith("The run was cancelled.")


def test_a_provider_tells_near_duplicates_by_meaning_within_the_budget(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    terminal.write("shop.yaml", a_shop_to_refine(sim))
    wished = ("data", "generate", "more", "--count", "25", "--suite", "shop.yaml", "--json", "--quiet")

    unpriced = terminal.edison(*wished, "--embedder", "openai/no-such-embedder", "--budget", "5")
    made = terminal.edison(*wished, "--embedder", "local/edison-embed-small", "--budget", "5")
    again = terminal.edison("resume", "latest", "--json", "--quiet")

    assert unpriced.code == 2, unpriced.err
    assert made.code == 0, made.err
    assert made.json["note"].startswith("25 cases as asked for")
    assert all("question" in draft["text"] for draft in made.json["drafts"]), "vectors are no drafts"
    assert again.json == made.json
    embedded = [one for one in sim.bill() if one.model == "edison-embed-small"]
    assert len({one.idempotency for one in embedded}) == len(embedded) >= 1, "nothing is embedded twice"
    assert all((one.idempotency or "").startswith("run_") for one in embedded)


def test_an_improvement_that_loses_what_cases_need_is_asked_for_again_and_then_refused(
    terminal: Terminal, sim: SimProcess
) -> None:
    asks = "Give the order of a customer as JSON with order_id and reason."
    suite = a_shop_to_refine(sim) | {
        "prompt": {"system": asks, "user": "{{ question }}"},
        "cases": [
            {"id": "late", "question": "A-1 is late.", "expect": {"order_id": "A-1", "reason": "late"}}
        ],
    }
    edit = {"part": "system", "search": "as JSON with order_id and reason", "replace": "in one sentence"}
    terminal.write("shop.yaml", suite)
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(text=json.dumps({"edits": [edit]}))),)))

    said = terminal.edison("improve", "prompt", "--suite", "shop.yaml", "--json")
    assert said.out, said.err
    calls = terminal.edison("show", "latest", "--json").json["attempts"]

    [draft] = said.json["drafts"]
    assert (said.code, calls, draft["diff"]) == (3, 2, "")
    assert draft["failed"].startswith("It no longer says that answers are JSON, which cases or checks want.")
    assert "It no longer names what the JSON of answers must hold: order_id, reason." in draft["failed"]


def test_cases_in_a_language_that_nobody_asked_for_are_left_out_and_told(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("shop.yaml", a_shop_to_refine(sim))
    wished = ("--count", "2", "--suite", "shop.yaml", "--language", "German")
    said = {
        "english": "My parcel was not delivered, and I do not know what to do.",
        "german": "Mein Paket ist nicht da, und ich weiß nicht, was ich tun soll.",
    }
    cases = [
        {"question": text, "expected": "Ja.", "reason": "So.", "tags": [name]} for name, text in said.items()
    ]

    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(text=json.dumps({"cases": cases}))),)))
    some = terminal.edison("data", "generate", "some", *wished, "--quiet")
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(text=json.dumps({"cases": cases[:1]}))),)))
    none = terminal.edison("data", "generate", "none", *wished)

    assert some.out.startswith(
        "some@1: 1 of 2 cases: 3 were near-duplicates, 4 in another language, and of 0 batches"
    )
    assert said["german"] in terminal.edison("data", "show", "some").out
    assert (none.code, "No set of cases was made. 0 of 2 cases: " in none.out) == (3, True)
