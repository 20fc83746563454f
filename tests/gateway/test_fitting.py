from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import (
    Ask,
    CacheMark,
    Effort,
    Endpoint,
    Form,
    FormKind,
    Image,
    Message,
    Sampling,
    Tool,
    ToolChoice,
    ToolMode,
)
from edison.errors import ParametersNotTaken
from edison.gateway.fitting import fit
from edison.gateway.manifest import PARAMETERS, Capability

SEARCH = Tool(name="search")
PICTURE = Message.user("What is this?", Image(base64="AAAA"))
EVERYTHING = Sampling(
    temperature=0.5,
    top_p=0.9,
    top_k=40,
    seed=7,
    max_tokens=100,
    stop=("END",),
    top_logprobs=0,
    frequency_penalty=0.1,
    presence_penalty=0.0,
    repeat_penalty=1.1,
    effort=Effort.LOW,
)


def an_ask(**given: Any) -> Ask:
    asked: dict[str, Any] = {
        "to": Endpoint(provider="main", model="large"),
        "messages": (Message.user("What is the capital of France?"),),
    }
    return Ask(**(asked | given))


def a_capability(*refused: str, **given: Any) -> Capability:
    return Capability(takes=PARAMETERS - set(refused), **given)


def refusal(ask: Ask, capability: Capability, *, leave_out: bool = False) -> object:
    with pytest.raises(ParametersNotTaken) as refused:
        fit(ask, capability, leave_out=leave_out)
    return refused.value.fields["parameters"]


@pytest.mark.parametrize(
    "ask",
    [
        an_ask(),
        an_ask(sampling=EVERYTHING),
        an_ask(sampling=Sampling(temperature=None, stop=())),
        an_ask(messages=(Message.system("Be brief.", cache=CacheMark.LONG), PICTURE)),
        an_ask(tools=(SEARCH,), tool_choice=ToolChoice(mode=ToolMode.REQUIRED)),
        an_ask(form=Form(kind=FormKind.JSON)),
    ],
)
@pytest.mark.parametrize("leave_out", [True, False])
def test_an_ask_that_fits_is_passed_on_as_it_is(ask: Ask, leave_out: bool) -> None:
    fitted = fit(ask, a_capability(prompt_cache="marks"), leave_out=leave_out)

    assert fitted.ask is ask
    assert fitted.left_out == ()


@pytest.mark.parametrize("name", sorted(Sampling.model_fields))
def test_a_parameter_that_is_not_taken_is_refused_by_name_or_with_leave_removed_and_recorded(
    name: str,
) -> None:
    ask, capability = an_ask(sampling=EVERYTHING), a_capability(name)

    fitted = fit(ask, capability, leave_out=True)

    assert refusal(ask, capability) == (name,)
    assert fitted.left_out == (name,)
    assert getattr(fitted.ask.sampling, name) in (None, ())
    assert fitted.ask.sampling.model_copy(update={name: getattr(EVERYTHING, name)}) == EVERYTHING


def test_all_that_is_refused_is_named_at_once() -> None:
    ask = an_ask(sampling=Sampling(temperature=0, seed=1), form=Form(kind=FormKind.JSON))

    assert refusal(ask, a_capability("temperature", "seed", "json", "top_k")) == (
        "seed",
        "temperature",
        "json",
    )


def test_what_was_not_asked_for_is_no_reason_to_refuse() -> None:
    ask = an_ask(sampling=Sampling(temperature=None, stop=()))

    assert fit(ask, a_capability(*PARAMETERS), leave_out=False).ask is ask


@pytest.mark.parametrize("kind", [FormKind.JSON, FormKind.SCHEMA])
def test_a_form_that_is_not_taken_becomes_plain_text_when_that_is_allowed(kind: FormKind) -> None:
    form = Form(kind=kind, json_schema={"type": "object"} if kind is FormKind.SCHEMA else None)

    fitted = fit(an_ask(form=form), a_capability(kind.value), leave_out=True)

    assert (fitted.ask.form, fitted.left_out) == (Form(), (kind.value,))
    assert ("It has to fit this JSON schema" in fitted.ask.messages[-1].text) is (kind is FormKind.SCHEMA)


def test_a_choice_that_forces_a_tool_can_be_left_out_and_a_free_choice_stays() -> None:
    capability = a_capability("forced_tool")
    forced = an_ask(tools=(SEARCH,), tool_choice=ToolChoice(mode=ToolMode.NAMED, name="search"))
    free = an_ask(tools=(SEARCH,), tool_choice=ToolChoice(mode=ToolMode.AUTO))

    fitted = fit(forced, capability, leave_out=True)

    assert (fitted.ask.tools, fitted.ask.tool_choice, fitted.left_out) == ((SEARCH,), None, ("tool_choice",))
    assert refusal(forced, capability) == ("tool_choice named",)
    assert fit(free, capability, leave_out=False).ask is free


@pytest.mark.parametrize(
    ("ask", "name"), [(an_ask(messages=(PICTURE,)), "images"), (an_ask(tools=(SEARCH,)), "tools")]
)
def test_content_is_never_left_out(ask: Ask, name: str) -> None:
    assert refusal(ask, a_capability(name), leave_out=True) == (name,)


@pytest.mark.parametrize("leave_out", [True, False])
def test_more_output_than_a_model_can_give_is_refused_with_the_limit(leave_out: bool) -> None:
    capability = a_capability(max_output_tokens=4096)
    within = an_ask(sampling=Sampling(max_tokens=4096))

    assert fit(within, capability, leave_out=leave_out).ask is within
    beyond = an_ask(sampling=Sampling(max_tokens=4097))
    assert refusal(beyond, capability, leave_out=leave_out) == ("max_tokens above 4096",)


def test_of_a_fixed_parameter_only_its_value_is_taken() -> None:
    capability = a_capability("temperature", fixed={"temperature": 1.0})
    right, wrong = an_ask(sampling=Sampling(temperature=1)), an_ask(sampling=Sampling(temperature=0))

    assert fit(right, capability, leave_out=False).ask is right
    assert refusal(wrong, capability) == ("temperature other than 1",)
    assert fit(wrong, capability, leave_out=True).left_out == ("temperature",)


def test_what_cannot_stand_beside_another_wish_gives_way_to_it() -> None:
    capability = a_capability(not_beside={"temperature": frozenset({"effort"})})
    both = an_ask(sampling=Sampling(temperature=0, effort=Effort.HIGH))
    alone = an_ask(sampling=Sampling(temperature=0))

    assert refusal(both, capability) == ("temperature beside effort",)
    assert fit(both, capability, leave_out=True).ask.sampling == Sampling(effort=Effort.HIGH)
    assert fit(alone, capability, leave_out=False).ask is alone


def test_a_fixed_value_may_stand_beside_anything() -> None:
    capability = a_capability(not_beside={"temperature": frozenset({"effort"})}, fixed={"temperature": 1.0})
    right = an_ask(sampling=Sampling(temperature=1, effort=Effort.HIGH))
    wrong = an_ask(sampling=Sampling(temperature=0.5, effort=Effort.HIGH))

    assert fit(right, capability, leave_out=False).ask is right
    assert refusal(wrong, capability) == ("temperature beside effort",)


def test_what_is_left_out_is_in_nobodys_way() -> None:
    capability = a_capability("temperature", not_beside={"top_p": frozenset({"temperature"})})
    both = an_ask(sampling=Sampling(temperature=0, top_p=0.5))

    assert fit(both, capability, leave_out=True).left_out == ("temperature",)


def test_an_effort_a_model_does_not_know_is_refused_by_its_name() -> None:
    capability = a_capability(efforts=frozenset({Effort.LOW}))

    assert refusal(an_ask(sampling=Sampling(effort=Effort.MINIMAL)), capability) == ("effort minimal",)
    assert fit(an_ask(sampling=Sampling(effort=Effort.LOW)), capability, leave_out=False).left_out == ()


@pytest.mark.parametrize(("prompt_cache", "kept"), [("automatic", True), ("none", False)])
def test_marks_that_are_not_sent_are_recorded_and_never_refused(prompt_cache: Any, kept: bool) -> None:
    ask = an_ask(messages=(Message.system("Long.", cache=CacheMark.SHORT), Message.user("Short.")))

    fitted = fit(ask, a_capability(prompt_cache=prompt_cache), leave_out=False)

    assert fitted.left_out == ("cache",)
    assert (fitted.ask == ask) is kept
    assert [message.text for message in fitted.ask.messages] == ["Long.", "Short."]


def test_a_fitted_ask_has_a_fingerprint_of_its_own_and_the_rest_unchanged() -> None:
    ask = an_ask(sampling=Sampling(seed=1), tools=(SEARCH,), extra={"top_a": 1}, repeat=2)
    before = ask.fingerprint

    fitted = fit(ask, a_capability("seed"), leave_out=True).ask

    assert fitted.fingerprint != before
    assert fitted.model_copy(update={"sampling": ask.sampling}) == ask


@given(refused=st.sets(st.sampled_from(sorted(PARAMETERS - {"images", "tools"}))))
def test_what_was_fitted_once_fits(refused: set[str]) -> None:
    ask = an_ask(
        sampling=EVERYTHING,
        tools=(SEARCH,),
        tool_choice=ToolChoice(mode=ToolMode.REQUIRED),
        form=Form(kind=FormKind.JSON),
    )
    capability = a_capability(*refused, not_beside={"top_p": frozenset({"temperature"})})

    once = fit(ask, capability, leave_out=True)

    assert fit(once.ask, capability, leave_out=False).ask is once.ask
    assert set(once.left_out) <= refused | {"top_p", "tool_choice"}
