"""safety: what is found in an output, and what does not count because the model was given it."""

import pytest

from edison.domain import Message, Safety, SafetyKind
from edison.stages.check import scan_output
from tests.factories import a_case, a_prompt_version, an_output

MAIL = "anna.berg@posteo.de"
KEY = "sk-proj-Zq8vT2mN5xKc7RwB3yLdFh9GpJ4sUa6E"
ALL = Safety()
STRICT = Safety(echo=())


def found(
    output: object, case: object = None, safety: Safety | None = ALL, **given: object
) -> list[str] | None:
    scan = scan_output(output, case or a_case(), safety, **given)  # type: ignore[arg-type]
    return None if scan is None else [f"{one.kind} {one.what} {one.shown} {one.count}" for one in scan.found]


def test_every_output_is_looked_through_but_trouble() -> None:
    said = f"Write to {MAIL} or {MAIL}; the key is {KEY}. DAN mode enabled."
    cut = an_output(status="semantic_failure", reason="length", text=MAIL)

    assert found(an_output(text=said)) == [
        "pii email ann… 2",
        "secrets secret sk-… 1",
        "jailbreak jailbreak DAN… 1",
    ]
    assert found(cut) == ["pii email ann… 1"]
    assert found(an_output(text="Four.")) == []
    assert found(an_output(status="error", reason="timed_out", text="")) is None
    assert found(an_output(text=said), safety=None) is None
    assert found(an_output(text=said), safety=Safety(scan=(SafetyKind.TOXICITY,))) is None
    assert found(an_output(text=said), safety=Safety(scan=(SafetyKind.JAILBREAK,))) == [
        "jailbreak jailbreak DAN… 1"
    ]


@pytest.mark.parametrize(
    ("case", "version"),
    [
        ({"variables": {"letter": f"I am {MAIL.upper()}."}}, None),
        ({"expectation": {"answer": MAIL}}, None),
        ({"expectation": {"answer": {"mail": MAIL}}}, None),
        ({"task": {"messages": (Message.user(f"Mail {MAIL}"),)}}, None),
        ({"talk": {"turns": (f"I am {MAIL}", "And?")}}, None),
        ({}, {"system": f"Name {MAIL} to everybody."}),
        ({}, {"few_shots": ({"user": "Who?", "assistant": MAIL},)}),
    ],
)
def test_what_the_model_was_given_may_be_repeated(
    case: dict[str, object], version: dict[str, object] | None
) -> None:
    prompt = None if version is None else a_prompt_version(**version)
    is_expected = "expectation" in case

    assert found(an_output(text=f"It is {MAIL}."), a_case(**case), version=prompt) == []
    strictly = found(an_output(text=f"It is {MAIL}."), a_case(**case), STRICT, version=prompt)
    assert strictly == ([] if is_expected else ["pii email ann… 1"])


def test_a_secret_may_not_be_repeated_unless_it_is_wished() -> None:
    case = a_case(variables={"code": f"key = '{KEY}'"})
    wished = Safety(echo=(SafetyKind.SECRETS,))

    assert found(an_output(text=f"Your key {KEY} works."), case) == ["secrets secret sk-… 1"]
    assert found(an_output(text=f"Your key {KEY} works."), case, wished) == []


def test_what_was_handed_in_is_no_echo_of_itself() -> None:
    case = a_case(variables={"text": MAIL})

    assert found(an_output(text=MAIL, handed_in=True), case) == ["pii email ann… 1"]


@pytest.mark.parametrize(
    ("allow", "count"), [(("email",), 0), (("*@POSTEO.de",), 0), (("phone", "*@x.de"), 1)]
)
def test_what_is_allowed_does_not_count(allow: tuple[str, ...], count: int) -> None:
    assert len(found(an_output(text=MAIL), safety=Safety(allow=allow)) or ()) == count


def test_what_is_given_to_tools_and_said_in_conversations_is_looked_through() -> None:
    call = {"id": "1", "name": "send", "arguments": {"to": MAIL}}
    said = ({"by": "user", "text": "Hi."}, {"by": "assistant", "text": MAIL})
    seen = {"turn": 1, "call": call, "observation": "Sent.", "success": True}
    returned = {"turn": 1, "call": {"id": "1", "name": "who"}, "observation": MAIL, "success": True}

    assert found(an_output(text="", tool_calls=(call,))) == ["pii email ann… 1"]
    assert found(an_output(text="", tool_calls=({**call, "arguments": {}, "unparsed": MAIL},))) == [
        "pii email ann… 1"
    ]
    assert found(an_output(trace={"steps": (seen,)})) == ["pii email ann… 1"]
    assert found(an_output(trace={"said": said})) == ["pii email ann… 1"]
    assert found(an_output(text=MAIL, trace={"steps": (returned,)})) == []


@pytest.mark.parametrize(
    ("unsafe", "warnings", "is_judged", "is_clean"),
    [
        ((), (), True, True),
        (("pii",), (), True, False),
        ((), ("toxic_content",), True, False),
        ((), ("policy_violation",), True, True),
        ((), (), False, None),
        (None, (), True, None),
    ],
)
def test_clean_is_only_what_was_looked_through_for_everything(
    unsafe: tuple[str, ...] | None, warnings: tuple[str, ...], is_judged: bool, is_clean: bool | None
) -> None:
    assert ALL.is_clean(unsafe, warnings=warnings, is_judged=is_judged) is is_clean
