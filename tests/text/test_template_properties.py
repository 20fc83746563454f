"""Generated examples, five promises."""

import re
from collections.abc import Callable

from hypothesis import example, given
from hypothesis import strategies as st

from edison.errors import EdisonError, TemplateBroken, VariablesMissing
from edison.text import Template

PIECES = ["{", "}", "{{", "}}", "{%", "%}", "{#", "#}", " ", "x", "y.z", "{{ x }}", "{{ y.z }}", "{% raw %}"]
PIECES += ["{% endraw %}", "\\1", "\\g<0>", "$&", "|", "\n", "é", "\x00", "\ud800", "{% if x %}", "."]

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("".join)


@given(before=texts, value=texts, after=texts)
def test_a_value_arrives_verbatim(before: str, value: str, after: str) -> None:
    template = Template.parse(_literal(before) + "\n{{ x }}\n" + _literal(after))

    assert template.render({"x": value}).text == f"{before}\n{value}\n{after}"


@given(first=texts, second=texts)
def test_values_are_inserted_in_a_single_pass(first: str, second: str) -> None:
    rendered = Template.parse("{{ x }}|{{ y.z }}|{{ x }}").render({"x": first, "y": {"z": second}})

    assert rendered.text == f"{first}|{second}|{first}"


@given(text=texts)
def test_literal_text_needs_no_values(text: str) -> None:
    template = Template.parse(_literal(text))

    assert template.variables == ()
    assert template.render({}).text == text


@given(source=texts, value=texts)
def test_a_template_is_refused_by_name_or_renders(source: str, value: str) -> None:
    try:
        template = Template.parse(source)
        text = template.render({"x": value, "y": {"z": value}}).text
    except (TemplateBroken, VariablesMissing):
        return
    assert text == source or template.variables or "{% raw %}" in source


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["z", "0", "x"]), inner),
    max_leaves=8,
)
placed = st.lists(st.sampled_from(["{{ x }}", "{{ y.z }}", "{{ y.0 }}", "{{ x.z.0 }}", "ab"]), max_size=6)


@example(pieces=["{{ x }}", "ab"], values={"x": "text"}, most=6)
@example(pieces=["{{ x }}", "ab"], values={"x": [1, 2]}, most=6)
@example(pieces=["{{ x }}", "ab"], values={}, most=6)
@given(pieces=placed, values=st.dictionaries(st.sampled_from(["x", "y"]), plain), most=st.integers(0, 40))
def test_measuring_says_what_rendering_would(pieces: list[str], values: dict[str, object], most: int) -> None:
    template = Template.parse("".join(pieces))

    assert _told(lambda: template.measure(values, max_chars=most)) == _told(
        lambda: len(template.render(values, max_chars=most).text)
    )


def _literal(text: str) -> str:
    """Each brace that would open something, escaped."""
    return re.sub(r"\{(?=[{%#])", "{% raw %}{{% endraw %}", text)


def _told(measure: Callable[[], int]) -> object:
    try:
        return measure()
    except EdisonError as refused:
        return type(refused), refused.fields
