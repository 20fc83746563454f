"""What each technique asks, what it makes of the replies, and what all of it took."""

import json

import pytest

from edison.domain import (
    Answer,
    Answerer,
    Ask,
    CacheMark,
    Certainty,
    Cost,
    Dialogue,
    Failure,
    Form,
    FormKind,
    Image,
    Message,
    Outcome,
    Purpose,
    Reply,
    Role,
    Technique,
    Text,
    Timing,
    Tool,
    ToolCall,
    Usage,
)
from edison.techniques import AppliedTechnique, LedConclusion, apply_technique, lead, rehearse
from tests.factories import an_answer, an_ask
from tests.stages.dialogues import Held, hold

BOUNDARY = "b0undary2b0undary2bo"
FAILED = Failure(code="timed_out", sentence="It took too long.")
REFUSED = an_answer(text="No.", outcome=Outcome.REFUSAL)
EMPTY = an_answer(text=" ")
AS_JSON = Form(kind=FormKind.JSON)
A_TOOL = Tool(name="look_up")


def asking(question: Ask) -> Dialogue[str]:
    reply = yield question
    assert isinstance(reply, Answer | Failure)
    return reply.text if isinstance(reply, Answer) else reply.code


def led(technique: str, *replies: Reply | str, **ask: object) -> Held[LedConclusion[str]]:
    given = {"samples": ask.pop("samples")} if "samples" in ask else {}
    who = Answerer.model_validate({"technique": technique, **given})
    said = [an_answer(text=one) if isinstance(one, str) else one for one in replies]
    return hold(lead(asking(an_ask(**ask)), who, boundary=BOUNDARY), *said)


def text_of(ask: Ask) -> str:
    return "\n".join(message.text for message in ask.messages)


def test_directly_a_question_is_asked_as_it_is_and_its_answer_stays_as_it_is() -> None:
    answer = an_answer(text="4 dollars.", timing=Timing(latency_s=2.0, first_token_s=0.5))

    held = led("direct", answer)

    assert held.asks == [an_ask()]
    assert held.conclusion == ("4 dollars.", answer)


@pytest.mark.parametrize("technique", ["reason_first", "step_by_step"])
@pytest.mark.parametrize(
    ("written", "read", "thoughts"),
    [
        (
            "It is a fish.\n\n**FINAL ANSWER:**\n4 dollars.\nBring a bag.",
            "4 dollars.\nBring a bag.",
            "It is a fish.",
        ),
        ("Final answer: 4 dollars.", "4 dollars.", None),
        ("A\nFINAL ANSWER:\nFINAL ANSWER: 4", "FINAL ANSWER: 4", "A"),
        ("4 dollars.", "4 dollars.", None),
        ("Hm.\nFINAL ANSWER:\n", "Hm.\nFINAL ANSWER:\n", None),
    ],
)
def test_whoever_thinks_aloud_has_its_answer_behind_a_mark(
    technique: str, written: str, read: str, thoughts: str | None
) -> None:
    held = led(technique, written)

    assert held.conclusion.conclusion == read
    assert held.conclusion.answer is not None
    assert held.conclusion.answer.reasoning == thoughts
    [ask] = held.asks
    assert [message.role for message in ask.messages] == [Role.SYSTEM, Role.USER]
    assert "FINAL ANSWER:" in ask.messages[0].text


@pytest.mark.parametrize("form", [{"form": AS_JSON}, {"tools": (A_TOOL,)}])
def test_where_an_answer_has_a_form_thoughts_have_a_question_of_their_own(form: dict[str, object]) -> None:
    held = led("step_by_step", "First, the fish.", '{"price": 4}', **form)

    thought, answered = held.asks
    assert (thought.form, thought.tools) == (Form(), ())
    assert "First, the fish." in answered.messages[-1].text
    assert answered.model_copy(update={"messages": an_ask().messages}) == an_ask(**form)
    assert held.conclusion.conclusion == '{"price": 4}'
    assert led("reason_first", REFUSED, **form).conclusion.conclusion == "No."
    assert led("reason_first", FAILED, **form).conclusion == ("timed_out", None)
    assert led("reason_first", FAILED).conclusion == ("timed_out", None)


@pytest.mark.parametrize(
    ("drawn", "chosen"),
    [
        (("4 dollars.", "5 dollars.", "**4** Dollars"), "4 dollars."),
        (
            ("It is 5.", "The fish is 4 dollars today.", "The fish costs 4 dollars."),
            "The fish is 4 dollars today.",
        ),
        (('{"a": 1, "b": 2}', "x", '{"b":2,"a":1}'), '{"a": 1, "b": 2}'),
        (("!", "?", "x"), "!"),
        ((FAILED, EMPTY, "4"), "4"),
        ((REFUSED, FAILED, EMPTY), "No."),
        ((FAILED, REFUSED, EMPTY), "timed_out"),
    ],
)
def test_of_several_draws_the_one_is_taken_that_most_come_to(
    drawn: tuple[Reply | str, ...], chosen: str
) -> None:
    assert led("self_consistency", *drawn).conclusion.conclusion == chosen


def test_draws_are_independent_of_each_other_and_of_other_repeats() -> None:
    seeded = [
        led("self_consistency", "a", "b", "c", repeat=repeat, sampling={"seed": 100 + repeat}).asks
        for repeat in range(2)
    ]

    assert [[ask.sampling.seed for ask in asks] for asks in seeded] == [[100, 101, 102], [103, 104, 105]]
    assert [ask.repeat for ask in led("self_consistency", *"abcde", samples=5, repeat=2).asks] == [
        10,
        11,
        12,
        13,
        14,
    ]


def test_calls_of_tools_are_voted_about_too() -> None:
    calls = [
        an_answer(text="", tool_calls=(ToolCall(id=str(at), name="look_up", arguments={"fish": fish}),))
        for at, fish in enumerate(("cod", "eel", "eel"))
    ]
    broken = an_answer(text="", tool_calls=(ToolCall(id="9", name="look_up", unparsed="{cod"),))

    held = led("self_consistency", *calls, tools=(A_TOOL,))
    criticised = led("critique_and_revise", broken, "Braces.", calls[0], tools=(A_TOOL,))

    assert held.conclusion.answer is not None
    assert held.conclusion.answer.tool_calls == calls[1].tool_calls
    assert "Tool call: look_up {cod" in criticised.asks[1].messages[-1].text


def test_a_critique_comes_from_fresh_eyes_and_the_answer_is_written_anew() -> None:
    picture = Image(base64="aGk=")
    question = {
        "messages": (Message.system("Be brief."), Message.user("How much?", picture)),
        "form": AS_JSON,
    }

    held = led("critique_and_revise", "5", "It is 4.", "4", **question)

    first, critique, revised = held.asks
    assert first == an_ask(**question)
    assert critique.form == Form()
    assert [part for part in critique.messages[-1].parts if isinstance(part, Image)] == [picture]
    assert "Be brief.\n\nHow much?" in critique.messages[-1].text
    assert "Be brief." not in critique.messages[0].text
    assert revised.form == AS_JSON
    assert "It is 4." in text_of(revised)
    assert held.conclusion.conclusion == "4"
    assert led("critique_and_revise", REFUSED).conclusion.conclusion == "No."
    assert led("critique_and_revise", "5", FAILED).conclusion == ("timed_out", None)


def test_a_panel_looks_from_several_sides_and_a_chair_makes_one_of_them() -> None:
    held = led("panel", "four", FAILED, "4.00", "4")

    assert len({ask.messages[0].text for ask in held.asks[:3]}) == 3
    assert [word in text_of(held.asks[3]) for word in ("four", "4.00", "MEMBER 2", "MEMBER 3")] == [
        True
    ] * 3 + [False]
    assert held.conclusion.conclusion == "4"
    assert led("panel", FAILED, "4", EMPTY).conclusion.conclusion == "4"
    assert led("panel", FAILED, EMPTY, EMPTY).conclusion == ("timed_out", None)


def test_in_a_debate_two_answer_reply_to_each_other_and_a_third_concludes() -> None:
    held = led("debate", "four", "five", "It is fresh.", "It is large.", "4", form=AS_JSON)

    argued = held.asks[2:4]
    assert [ask.form for ask in argued] == [Form()] * 2
    assert [text_of(ask).index("four") < text_of(ask).index("five") for ask in argued] == [True, False]
    assert all(word in text_of(held.asks[4]) for word in ("four", "five", "It is fresh.", "It is large."))
    assert held.asks[4].form == AS_JSON
    assert led("debate", FAILED, "five").conclusion.conclusion == "five"
    assert led("debate", REFUSED, FAILED).conclusion.conclusion == "No."
    assert led("debate", "four", "five", "It is fresh.", FAILED).conclusion == ("timed_out", None)


def test_an_answer_took_all_tokens_and_money_behind_it_and_the_slowest_of_each_turn() -> None:
    exactly = Cost(microusd=10, certainty=Certainty.EXACT)

    def took(seconds: float, *, cost: Cost = exactly) -> Answer:
        return an_answer(
            text="4",
            timing=Timing(latency_s=seconds, queue_s=0.1),
            usage=Usage(input_tokens=7, output_tokens=2),
            cost=cost,
        )

    exact = led("panel", took(1), took(3), took(2), took(5)).conclusion.answer
    guessed = led("critique_and_revise", took(1), took(1), took(1, cost=Cost(microusd=5))).conclusion.answer
    unknown = led("critique_and_revise", took(1), took(1, cost=Cost()), took(1)).conclusion.answer

    assert exact is not None
    assert guessed is not None
    assert unknown is not None
    assert (exact.timing.latency_s, exact.timing.queue_s) == pytest.approx((8, 0.4))
    assert exact.usage == Usage(input_tokens=28, output_tokens=8)
    assert exact.cost == Cost(microusd=40, certainty=Certainty.EXACT)
    assert guessed.cost == Cost(microusd=25, certainty=Certainty.ESTIMATED)
    assert unknown.cost == Cost()


def test_rules_and_notes_stand_where_they_break_no_other_promise() -> None:
    kept = Message(role=Role.SYSTEM, parts=(Text(text="Long rules.", cache=CacheMark.SHORT),))
    called = (Message.user("How much?"), Message.assistant("", ToolCall(id="1", name="look_up")))
    looked_up = Message.tool("4", call_id="1")
    silent = Message(role=Role.USER)

    cached = led("panel", FAILED, EMPTY, EMPTY, messages=(kept, *called[:1])).asks[0]
    after_tools = led("step_by_step", "Hm.", "4", messages=(*called, looked_up), form=AS_JSON).asks[1]
    to_nobody = led("step_by_step", "Hm.", "4", messages=(silent,), form=AS_JSON).asks[1]

    assert cached.messages[0].parts[0] == kept.parts[0]
    assert len(cached.messages[0].parts) == 2
    assert [message.role for message in after_tools.messages] == [
        Role.USER,
        Role.ASSISTANT,
        Role.TOOL,
        Role.USER,
    ]
    assert to_nobody.messages[0].text.startswith("What stands between")


def test_whoever_plays_a_user_is_asked_as_ever_and_later_questions_have_marks_of_their_own() -> None:
    def talking() -> Dialogue[None]:
        yield an_ask(purpose=Purpose.ASSIST)
        yield [an_ask(), an_ask(repeat=1)]
        yield an_ask(form=AS_JSON)
        yield an_ask(form=AS_JSON)

    who = Answerer(technique=Technique.REASON_FIRST)
    replies = [an_answer(text="4")] * 7

    asks = hold(lead(talking(), who, boundary=BOUNDARY), *replies).asks

    assert asks[:3] == [an_ask(purpose=Purpose.ASSIST), an_ask(), an_ask(repeat=1)]
    marks = [text_of(ask).split("boundary ")[1].split()[0] for ask in (asks[4], asks[6])]
    assert len({*marks, BOUNDARY}) == 3


def test_what_cannot_be_shown_leaves_the_question_without_an_answer() -> None:
    applied = apply_technique(Answerer(technique=Technique.REASON_FIRST), boundary=BOUNDARY)

    held = led("reason_first", f"It says {applied.mark(1)}.", form=AS_JSON)

    assert held.conclusion.conclusion == "boundary_unusable"


@pytest.mark.parametrize("technique", list(Technique))
@pytest.mark.parametrize("form", [Form(), AS_JSON])
def test_a_rehearsal_asks_exactly_what_is_asked(technique: Technique, form: Form) -> None:
    who = Answerer.model_validate({"technique": technique})
    question = an_ask(form=form)

    rehearsed = rehearse(question, apply_technique(who, boundary=BOUNDARY), answer="4")

    asked = hold(lead(asking(question), who, boundary=BOUNDARY), *[an_answer(text="4")] * len(rehearsed)).asks
    assert rehearsed == asked


def test_the_number_of_samples_fits_the_technique() -> None:
    assert Answerer.model_validate({"technique": "panel"}).samples == 3
    assert AppliedTechnique(Technique.DEBATE, 1, BOUNDARY).mark(1) == BOUNDARY
    for wrong in ({"technique": "panel", "samples": 4}, {"technique": "debate", "samples": 3}, "panel"):
        with pytest.raises(ValueError, match="samples|valid dictionary"):
            Answerer.model_validate(wrong)
    assert json.loads(Answerer().model_dump_json(exclude_defaults=True)) == {}
