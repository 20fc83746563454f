"""Edits: found by their words, applied together or not at all, and held against guards."""

import pytest

from edison.domain import Case, Check, Edit, FewShot, PromptPart, PromptVersion, Tool, ToolChoice, ToolMode
from edison.stages.refine import EditsRefused, Guarded, edited_version, find_breaches, write_tools
from edison.stages.refine.edits.applying import EditedTexts, apply_edits
from tests.factories import a_case, a_prompt_version

SYSTEM = "You answer customers. Never promise a refund.\nBe brief."


def a_version(**changes: object) -> PromptVersion:
    return a_prompt_version(**{"system": SYSTEM, "user": "{{ question }}", **changes})


def an_edit(find: str, replace: str, part: PromptPart = PromptPart.SYSTEM) -> Edit:
    return Edit(part=part, find=find, replace=replace)


def edited(*edits: Edit, **changes: object) -> EditedTexts:
    found = apply_edits(a_version(**changes), edits)
    assert isinstance(found, EditedTexts)
    return found


def why_not(*edits: Edit, **changes: object) -> str:
    found = apply_edits(a_version(**changes), edits)
    assert isinstance(found, EditsRefused)
    return found.sentence


def test_edits_are_applied_to_the_text_as_it_is_and_new_text_goes_to_the_end() -> None:
    found = edited(
        an_edit("Be brief.", "Be brief and kind."),
        an_edit("You answer", "You help"),
        an_edit("", "Thank them."),
    )

    assert found.system == "You help customers. Never promise a refund.\nBe brief and kind.\nThank them."
    assert edited(an_edit("", "Hello.", PromptPart.USER)).user == "{{ question }}\nHello."


def test_a_passage_is_found_by_its_words_where_its_marks_differ() -> None:
    assert edited(an_edit("promise  a refund", "promise money")).system.count("promise money") == 1


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (an_edit("Be long.", "x"), "does not stand in the text"),
        (an_edit("e", "x"), "more than once"),
        (an_edit("  ", "x"), "does not stand in the text"),
        (an_edit("a" * 80, "x"), "…"),
    ],
)
def test_a_passage_that_has_no_one_place_is_refused(edit: Edit, why: str) -> None:
    assert why in why_not(edit)


def test_a_passage_that_stands_twice_by_its_words_is_refused() -> None:
    assert "more than once" in why_not(an_edit("a\tb", "x"), system="a b. a  b.")


def test_edits_that_overlap_or_leave_nothing_are_refused() -> None:
    assert "same words" in why_not(an_edit("Be brief.", "x"), an_edit("brief", "short"))
    assert "Nothing would be left" in why_not(an_edit("Hi.", ""), system="Hi.", user="")


def test_examples_are_changed_inside_and_added_whole() -> None:
    shots = (FewShot(user="Where is it?", assistant="On its way."),)

    changed = edited(
        an_edit("On its way.", "On its way, until Friday.", PromptPart.FEW_SHOTS), few_shots=shots
    )
    added = edited(an_edit("", "user: When?\nassistant: Today.", PromptPart.FEW_SHOTS), few_shots=shots)

    assert changed.few_shots == (FewShot(user="Where is it?", assistant="On its way, until Friday."),)
    assert added.few_shots[1] == FewShot(user="When?", assistant="Today.")
    for edit in (an_edit("", "no roles", PromptPart.FEW_SHOTS), an_edit("gone", "x", PromptPart.FEW_SHOTS)):
        assert why_not(edit, few_shots=shots)
    assert "empty" in why_not(an_edit("On its way.", "", PromptPart.FEW_SHOTS), few_shots=shots)


TOOLS = (
    Tool(
        name="find_order",
        description='Finds an order by its "number".',
        parameters={
            "type": "object",
            "properties": {
                "number": {"type": "string", "description": "As on the bill."},
                "year": {"type": "integer"},
            },
            "required": ["number"],
        },
    ),
    Tool(name="refund", description="Never call it twice."),
)


def test_tools_are_changed_inside_their_json_and_added_whole() -> None:
    find, kind = an_edit("As on the bill.", 'Eight "digits".', PromptPart.TOOLS), PromptPart.TOOLS
    written = an_edit('"As on the bill."', '"Eight digits.", "pattern": "^[0-9]{8}$"', kind)

    plain, whole = edited(find, tools=TOOLS).tools, edited(written, tools=TOOLS).tools
    added = edited(an_edit("", '{"name": "greet"}', kind), tools=TOOLS).tools

    assert '"description": "Eight \\"digits\\"."' in write_tools(plain)
    assert '"pattern": "^[0-9]{8}$"' in write_tools(whole)
    assert [tool.name for tool in added] == ["find_order", "refund", "greet"]
    assert edited(find, tools=TOOLS).system == SYSTEM
    assert edited(an_edit("", '{"name": "greet"}', kind)).tools == (Tool(name="greet"),)


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (("gone", "here"), "does not stand in the text"),
        (('"name": "refund"', '"name": '), "not the JSON of tools"),
        (('"name": "refund"', '"name": "find_order"'), "the same name"),
        (('"name": "find_order"', '"name": "look_up"'), "is not offered"),
        (("", "no tool"), "not the JSON of tools"),
    ],
)
def test_edits_that_leave_no_tools_are_refused(edit: tuple[str, str], why: str) -> None:
    choice = ToolChoice(mode=ToolMode.NAMED, name="find_order")

    assert why in why_not(an_edit(*edit, PromptPart.TOOLS), tools=TOOLS, tool_choice=choice)


@pytest.mark.parametrize(
    ("find", "replace", "why"),
    [
        ("As on the bill.", "Eight digits, as on the bill.", ""),
        ('"type": "integer"', '"type": "integer", "minimum": 2020', ""),
        ('"required": [\n        "number"\n      ]', '"required": ["number", "year"]', ""),
        (
            '"required": [\n        "number"\n      ]',
            '"required": []',
            "changes what the tool find_order takes",
        ),
        ('"type": "integer"', '"type": "string"', "changes what the tool find_order takes"),
        ('"year"', '"month"', "changes what the tool find_order takes"),
        ('"name": "find_order"', '"name": "look_up"', "takes out the tool find_order"),
        ("Never call it twice.", "Call it.", "drops a rule"),
        ("", '{"name": "greet"}', "adds the tool greet"),
    ],
)
def test_a_candidate_may_say_more_of_a_tool_and_not_change_what_it_takes(
    find: str, replace: str, why: str
) -> None:
    parent = a_version(tools=TOOLS)
    version = edited_version(parent, [an_edit(find, replace, PromptPart.TOOLS)], number=2)
    assert isinstance(version, PromptVersion)

    found = " ".join(find_breaches(version, Guarded(parent, most_changed=1.0, cases=())))

    assert why in found
    assert bool(found) == bool(why)


def breaches(candidate: PromptVersion, *cases: Case, most: float = 1.0) -> str:
    return " ".join(find_breaches(candidate, Guarded(a_version(), most_changed=most, cases=cases)))


def the_candidate(system: str, **changes: object) -> PromptVersion:
    return a_version().model_copy(update={"system": system, **changes})


def test_a_small_change_that_keeps_every_rule_passes() -> None:
    case = a_case(variables={"question": "Where is my parcel, please?"})

    shots = (FewShot(user="Hi", assistant="Ho"),)
    assert breaches(the_candidate(f"{SYSTEM} Name the policy."), case, most=0.3) == ""
    assert breaches(the_candidate(SYSTEM, few_shots=shots), case) == ""


def test_what_was_never_filled_need_not_be_filled_after_a_change() -> None:
    """A file of cases, or code, that somebody has improved may hold braces of its own."""
    parent = a_version(system="if (x) {{ return {{ }}", user="")
    candidate = parent.model_copy(update={"system": f"{parent.system} // Done."})

    assert find_breaches(candidate, Guarded(parent, most_changed=1.0, cases=(a_case(),))) == ()


@pytest.mark.parametrize(
    ("system", "why"),
    [
        (SYSTEM, "changes nothing"),
        ("You answer customers. Never promise a refund. " + "More of it. " * 20, "% of the text"),
        ("You answer customers.\nBe brief.", "drops a rule"),
        (f"{SYSTEM} Use {{{{ order }}}}.", "cannot be filled"),
        (f"{SYSTEM} {{{{ broken", "cannot be filled"),
        (
            f"{SYSTEM} For example: the blue teapot arrived broken on a rainy Monday.",
            "copies words of the case",
        ),
        (f"{SYSTEM} Say: my parcel never came.", "copies words of the case"),
        (f"{SYSTEM} The policy is: money back within thirty days of the purchase, always.", "copies words"),
        (f"{SYSTEM} The key is sk-proj-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d.", "looks like a secret"),
        (f"{SYSTEM} Write to ann@example.org.", "address or number"),
    ],
)
def test_a_candidate_that_does_harm_is_refused_whatever_it_gains(system: str, why: str) -> None:
    cases = [
        a_case(
            variables={"question": "The blue teapot arrived broken on a rainy Monday morning.", "items": 2}
        ),
        a_case(
            name="short",
            variables={"question": "My parcel never came."},
            expectation={
                "answer": "Money back within thirty days of the purchase, always.",
                "must": "Be right.",
            },
        ),
    ]

    assert why in breaches(the_candidate(system), *cases, most=0.6)


def test_a_candidate_must_keep_what_cases_fill_in() -> None:
    assert "loses what cases fill in: {{ question }}" in breaches(the_candidate(f"{SYSTEM} x", user="Hello."))


def test_words_that_the_parent_had_are_not_copied() -> None:
    case = a_case(variables={"question": "You answer customers. Never promise a refund. Be brief."})

    assert breaches(the_candidate(f"{SYSTEM} Name the policy."), case) == ""


ASKS = "Give the order as JSON with order_id and reason."
ORDER = {"order_id": "A-1", "details": [{"reason": "late"}], "unasked": 1}
SCHEMA = {
    "type": "object",
    "properties": {"order_id": {"type": "string"}, "items": {"properties": {"reason": {}}}},
}


@pytest.mark.parametrize(
    ("expected", "checks"),
    [
        ({"answer": ORDER}, ()),
        ({"answer": '{"order_id": "A-1", "reason": "late"}'}, ()),
        (None, (Check(kind="json_schema", value=SCHEMA),)),
    ],
)
def test_what_a_prompt_says_of_the_json_that_is_wanted_stays(
    expected: dict[str, object] | None, checks: tuple[Check, ...]
) -> None:
    parent = a_version(system=ASKS)
    cases = (a_case(expectation=expected), a_case(expectation={"answer": "{broken"}))
    guarded = Guarded(parent, most_changed=1.0, cases=cases, checks=checks)

    def found(system: str) -> str:
        return " ".join(find_breaches(parent.model_copy(update={"system": system}), guarded))

    assert found("Give the order as JSON with order_id, and say the reason.") == ""
    assert found("Say the order_id and the reason.").startswith("It no longer says that answers are JSON")
    assert found("Give the order as JSON.") == (
        "It no longer names what the JSON of answers must hold: order_id, reason."
    )
    plain = Guarded(parent, most_changed=1.0, cases=(a_case(), a_case(expectation={"answer": "Yes."})))
    assert find_breaches(parent.model_copy(update={"system": "Give the order."}), plain) == ()


@pytest.mark.parametrize(
    "rule",
    [
        "Answer in at most 50 words.",
        "Use only the passages below.",
        "You may not guess.",
        "Nenne niemals einen Preis.",
        "Die Antwort darf keine Namen enthalten.",
        "Ne promets jamais un remboursement.",
        "Nunca prometas un reembolso.",
        "Non promettere mai un rimborso.",
        "Geef nooit korting.",
    ],
)
def test_a_rule_stays_in_whatever_language_and_words_it_limits(rule: str) -> None:
    parent = a_version(system=f"You answer customers. {rule}")
    without = parent.model_copy(update={"system": "You answer customers kindly."})
    beside = parent.model_copy(update={"system": f"You answer customers kindly. {rule}"})

    guarded = Guarded(parent, most_changed=1.0, cases=())

    assert find_breaches(without, guarded) == (f"It drops a rule of the prompt: “{rule}”",)
    assert find_breaches(beside, guarded) == ()
