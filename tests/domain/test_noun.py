import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from edison.domain import Noun, Text, content_hash
from tests import factories

MAKERS = [
    make for name, make in inspect.getmembers(factories, inspect.isfunction) if name.startswith(("a_", "an_"))
]
FACTORIES: list[Callable[[], Noun]] = [make for make in MAKERS if isinstance(make(), Noun)]

# Any text a model may write: NUL and lone surrogates included.
any_text = st.text(st.characters(exclude_categories=()), max_size=20)
# No booleans and floats: to Python 1, 1.0 and True are equal, to JSON they are not.
json_values = st.recursive(
    st.none() | st.integers() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("make", FACTORIES)
def test_a_noun_cannot_be_changed(make: Callable[[], Noun]) -> None:
    noun = make()
    name = next(iter(type(noun).model_fields))

    with pytest.raises(ValidationError, match="frozen"):
        setattr(noun, name, getattr(noun, name))


@pytest.mark.parametrize("make", FACTORIES)
def test_a_noun_refuses_what_it_does_not_know(make: Callable[..., Noun]) -> None:
    with pytest.raises(ValidationError, match="extra"):
        make(colour="red")


@pytest.mark.parametrize("make", FACTORIES)
def test_a_noun_survives_the_way_through_json(make: Callable[[], Noun]) -> None:
    noun = make()

    assert type(noun).model_validate_json(noun.model_dump_json()) == noun


@given(left=json_values, right=json_values)
def test_hashes_are_equal_exactly_when_the_nouns_say_the_same(left: JsonValue, right: JsonValue) -> None:
    first = factories.an_ask(extra={"value": left})
    second = factories.an_ask(extra={"value": right})

    assert (content_hash(first) == content_hash(second)) == (repr(left) == repr(right))


def test_the_order_of_a_schemas_fields_is_part_of_the_question() -> None:
    # A model fills the fields in the order in which it reads them, so that another order is another question.
    reason_first, score_first = ({"reason": {}, "score": {}}, {"score": {}, "reason": {}})

    assert content_hash(factories.an_ask(extra=reason_first)) != content_hash(
        factories.an_ask(extra=score_first)
    )


@given(any_text)
@example("a lone surrogate \ud800 and a NUL \x00")
def test_any_text_a_model_may_write_has_a_hash(text: str) -> None:
    assert len(content_hash(Text(text=text))) == 32


def test_a_number_that_is_none_is_not_taken_for_null() -> None:
    assert content_hash(factories.an_ask(extra={"x": float("nan")})) != content_hash(
        factories.an_ask(extra={"x": None})
    )


def test_another_process_finds_the_same_hash() -> None:
    code = "from tests.factories import an_ask; import sys; sys.stdout.write(an_ask().fingerprint)"

    root = Path(__file__).parents[2]
    elsewhere = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )

    assert elsewhere.stdout == content_hash(factories.an_ask())
