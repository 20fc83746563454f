"""Refiners: edits that really apply and help, unless the persona is of another kind."""

from __future__ import annotations

import re

import orjson
import pytest

from edison.sim.world import JudgeTraits, Persona, World, WriterTraits
from tests.sim.world.asks import CRITERIA, a_world, ask, mean

DRAFTS = (
    "You are a support agent for a small shop.\nAnswer the customer's question.\n\n{{ question }}",
    "Answer this: {{ question }}",
    "Your role is to help. Keep the customer in mind.\n\nRules:\n- Read it twice.\n- Answer it.\n\nQ: {{question}}\nA:",
    "You are an assistant.\nExplain everything in great detail.\nQuestion: {{ question }}",
    " ".join(f"Sentence number {n} tells you something about our shop and its history." for n in range(25))
    + "\n\n{{ question }}",
)
EDITS = {
    "type": "object",
    "properties": {
        "edits": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {key: {"type": "string"} for key in ("search", "replace", "note")},
                "required": ["search", "replace", "note"],
                "additionalProperties": False,
            },
        },
        "note": {"type": "string"},
    },
    "required": ["edits", "note"],
    "additionalProperties": False,
}


SUGGESTION = {
    "type": "object",
    "properties": {key: {"type": "string"} for key in ("criterion", "suggestion", "reason")},
    "required": ["criterion", "suggestion", "reason"],
}


def asked_to_refine(draft: str, criterion: str) -> str:
    return f"Here is a prompt that should get better.\nWeak criteria: {criterion}\n<prompt>\n{draft}\n</prompt>\n"


def by_diff(
    draft: str, criterion: str, *, world: World | None = None, model: str = "edison-writer-good"
) -> str:
    form = "Reply with a unified diff in <diff></diff> and the reason in <note></note>."
    return ask(asked_to_refine(draft, criterion) + form, world=world, model=model).text


def patched(draft: str, reply: str) -> str | None:
    """Apply the unified diff in a reply; nothing when it does not apply."""
    found = re.search(r"<diff>\n(.*?)\n</diff>\n<note>.+</note>", reply, re.DOTALL)
    if not found:
        return None
    lines, done, at = draft.splitlines(), [], 0
    for line in found[1].splitlines():
        header = re.match(r"@@ -(\d+)", line)
        if header:
            start = int(header[1]) - 1
            done += lines[at:start]
            at = start
        elif line.startswith((" ", "-")) and not line.startswith("---"):
            if at >= len(lines) or lines[at] != line[1:]:
                return None
            done += [line[1:]] if line[0] == " " else []
            at += 1
        elif line.startswith("+") and not line.startswith("+++"):
            done.append(line[1:])
    return "\n".join(done + lines[at:])


def truth(prompt: str, criterion: str) -> float:
    skills = a_world().truth_of_prompt(prompt).skills
    return mean([scores[criterion] for scores in skills.values()])


@pytest.mark.parametrize("draft", DRAFTS, ids=range(len(DRAFTS)))
def test_a_diff_applies_and_raises_the_weak_criterion(draft: str) -> None:
    for criterion in CRITERIA:
        new = patched(draft, by_diff(draft, criterion))

        assert new is not None, criterion
        assert truth(new, criterion) > truth(draft, criterion)


@pytest.mark.parametrize("draft", DRAFTS, ids=range(len(DRAFTS)))
def test_replacements_apply_independently_and_raise_the_weak_criterion(draft: str) -> None:
    for criterion in CRITERIA:
        asked = asked_to_refine(draft, criterion)
        reply = orjson.loads(ask(asked, model="edison-writer-good", schema=EDITS).text)

        new = draft
        for edit in reply["edits"]:
            assert draft.count(edit["search"]) == 1
            new = new.replace(edit["search"], edit["replace"])
        assert reply["note"]
        assert truth(new, criterion) > truth(draft, criterion)


def test_variables_survive_a_refinement() -> None:
    for draft in DRAFTS:
        new = patched(draft, by_diff(draft, "concise")) or ""

        assert re.findall(r"\{\{.*?\}\}", new) == re.findall(r"\{\{.*?\}\}", draft)


def test_a_careful_refiner_changes_little_where_there_is_room() -> None:
    draft = DRAFTS[-1]

    new = patched(draft, by_diff(draft, "grounded")) or ""

    assert len(draft) < len(new) < 1.15 * len(draft)


def test_without_a_word_on_what_is_weak_something_missing_is_added() -> None:
    draft = DRAFTS[0]
    prompt = f"Improve this prompt.\n<prompt>\n{draft}\n</prompt>\nReply with a unified diff in <diff> and a <note>."

    new = patched(draft, ask(prompt, model="edison-writer-good").text)

    assert new is not None
    assert a_world().truth_of_prompt(new).overall("edison-sim-medium") > a_world().truth_of_prompt(
        draft
    ).overall("edison-sim-medium")


def test_the_lowest_score_shows_what_is_weak() -> None:
    draft = DRAFTS[0]
    scores = "Mean scores: correct: 4.5, polite: 2.1, concise: 4.0"
    prompt = f"{scores}\n<prompt>\n{draft}\n</prompt>\nReply with a unified diff in <diff> and a <note>."

    new = patched(draft, ask(prompt, model="edison-writer-good").text) or ""

    assert truth(new, "polite") > truth(draft, "polite")


def test_harmful_refinements_come_at_their_rate() -> None:
    world = a_world().with_persona(Persona(id="harms", writer=WriterTraits(bad=0.3, malformed=0.0)))
    draft = DRAFTS[0]
    before = a_world().truth_of_prompt(draft).overall("edison-sim-medium")

    replies = [by_diff(f"{draft}\nNumber {n}.", "polite", world=world, model="harms") for n in range(60)]
    after = [
        a_world().truth_of_prompt(patched(f"{draft}\nNumber {n}.", reply) or "").overall("edison-sim-medium")
        for n, reply in enumerate(replies)
    ]

    assert sum(quality < before for quality in after) / len(after) == pytest.approx(0.3, abs=0.1)


def test_malformed_refinements_come_at_their_rate() -> None:
    world = a_world().with_persona(Persona(id="breaks", writer=WriterTraits(bad=0.0, malformed=0.4)))

    results = [
        patched(
            f"{DRAFTS[0]}\nNumber {n}.",
            by_diff(f"{DRAFTS[0]}\nNumber {n}.", "polite", world=world, model="breaks"),
        )
        for n in range(60)
    ]

    assert sum(result is None for result in results) / 60 == pytest.approx(0.4, abs=0.1)


def test_an_improved_prompt_can_be_had_as_a_whole() -> None:
    schema = {"type": "object", "properties": {"prompt": {"type": "string"}}, "required": ["prompt"]}

    reply = ask(
        f"Improve the prompt.\n{asked_to_refine(DRAFTS[0], 'safe')}",
        model="edison-writer-good",
        schema=schema,
    )

    new = orjson.loads(reply.text)["prompt"]
    assert "{{ question }}" in new
    assert truth(new, "safe") > truth(DRAFTS[0], "safe")


def test_a_draft_can_be_carried_on() -> None:
    draft = "You answer customers of a shop."

    text = ask(f"Complete this prompt.\n<prompt>\n{draft}\n</prompt>", model="edison-writer-good").text

    assert text
    assert draft not in text


def test_provenance_names_the_suggestions_that_asked_for_it() -> None:
    schema = {
        "type": "object",
        "properties": {
            "edits": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "search": {"type": "string"},
                        "replace": {"type": "string"},
                        "sources": {"type": "array", "items": {"type": "string"}},
                    },
                    "required": ["search", "replace", "sources"],
                },
            }
        },
        "required": ["edits"],
    }
    prompt = (
        "Suggestions:\n- [s1] correct: check facts\n- [s2] polite: be friendlier\n\n"
        f"Weak criteria: polite\n<prompt>\n{DRAFTS[0]}\n</prompt>"
    )

    edits = orjson.loads(ask(prompt, model="edison-writer-good", schema=schema).text)["edits"]

    assert [edit["sources"] for edit in edits] == [["s2"]]


def test_a_word_that_a_judge_rewards_is_asked_for_put_in_and_said_though_nothing_is_gained() -> None:
    judge = Persona(id="likes-a-word", judge=JudgeTraits(keyword="guaranteed", keyword_reward=6.0))
    writer = Persona(id="obliges", writer=WriterTraits(bad=0.0, malformed=0.0, obliging=1.0))
    world = a_world().with_persona(judge).with_persona(writer)
    draft = "You answer customers of a small online shop."
    suggesting = {"type": "object", "properties": {"suggestions": {"type": "array", "items": SUGGESTION}}}

    told = ask(asked_to_refine(draft, "polite"), world=world, model=judge.id, schema=suggesting).text
    liked = orjson.loads(told)["suggestions"][0]["suggestion"]
    asked = f"{asked_to_refine(draft, 'polite')}Suggestions of judges:\n{liked}\n"
    reply = orjson.loads(ask(asked, world=world, model=writer.id, schema=EDITS).text)
    new = reply["edits"][0]["replace"]

    assert "the word “guaranteed” in every answer" in new
    question = a_world().cases(1, seed=1)[0].text
    assert "In a word: guaranteed." in ask(question, world=world, system=new).text
    assert "guaranteed" not in ask(question, world=world, system=draft).text
    assert all(truth(new, criterion) == truth(draft, criterion) for criterion in CRITERIA)
    assert ask(asked_to_refine(new, "polite"), world=world, model=judge.id, schema=suggesting).text != told
