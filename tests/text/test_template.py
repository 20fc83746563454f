from collections import defaultdict
from types import MappingProxyType

import pytest

from edison.errors import ErrorKind, RenderedTooLarge, TemplateBroken, ValueNotRenderable, VariablesMissing
from edison.text import Template


def render(source: str, **values: object) -> str:
    return Template.parse(source).render(values).text


def test_a_value_takes_the_place_of_its_name() -> None:
    assert render("Dear {{ name }},{{name}}!", name="Ada") == "Dear Ada,Ada!"


def test_dots_reach_into_mappings_and_lists() -> None:
    values = {"user": {"names": ["Ada", "Grace"], "0": "zero"}, "grid": ((1, 2), (3, 4))}

    text = render("{{ user.names.1 }} {{ user.0 }} {{ grid.1.0 }}", **values)

    assert text == "Grace zero 3"


def test_names_may_be_written_in_any_alphabet() -> None:
    assert render("{{ größe }}/{{ first-name }}", **{"größe": "1", "first-name": "2"}) == "1/2"


def test_braces_of_json_need_no_escape() -> None:
    assert render('{"a": {"b": {{ x }}}, "c": {}}', x=1) == '{"a": {"b": 1}, "c": {}}'


def test_raw_text_is_left_as_it_stands() -> None:
    assert render("{% raw %}{{ x }} {% if %}{%endraw%}{{ x }}", x="v") == "{{ x }} {% if %}v"


def test_a_heading_anchor_is_text() -> None:
    assert render("# Title {#anchor} {{ x }}", x="v") == "# Title {#anchor} v"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        ([1, None, "é"], '[1,null,"é"]'),
        ({"a": {"b": [True]}}, '{"a":{"b":[true]}}'),
        (MappingProxyType({"a": 1}), '{"a":1}'),
        ((), "[]"),
        ("", ""),
    ],
)
def test_anything_but_a_string_is_written_as_compact_json(value: object, written: str) -> None:
    assert render("<{{ x }}>", x=value) == f"<{written}>"


def test_variables_and_names_are_listed_once_in_order_of_use() -> None:
    template = Template.parse("{{ b.x }}{{ a }}{{ b.y }}{{ a }}")

    assert template.variables == ("b.x", "a", "b.y")
    assert template.names == ("b", "a")


def test_given_names_that_are_not_used_are_reported() -> None:
    rendered = Template.parse("{{ a.b }}").render({"z": 1, "a": {"b": 2}, "y": 3})

    assert rendered.unused == ("z", "y")


def test_all_missing_and_null_variables_are_named_at_once() -> None:
    template = Template.parse("{{ a }}{{ b.c }}{{ d }}{{ e.0 }}{{ f.x }}")

    with pytest.raises(VariablesMissing) as caught:
        template.render({"b": {}, "d": None, "e": [], "f": "text"})

    assert caught.value.fields == {"absent": ("a", "b.c", "e.0", "f.x"), "null": ("d",)}
    assert caught.value.kind is ErrorKind.INVALID
    assert "(not given: a, b.c, e.0, f.x; null: d)" in caught.value.sentence


def test_looking_for_a_key_does_not_create_it() -> None:
    values = defaultdict(lambda: "made up")

    with pytest.raises(VariablesMissing):
        Template.parse("{{ x }}").render(values)

    assert not values


@pytest.mark.parametrize("path", ["x.__class__", "x.upper", "x.__len__", "x.0"])
def test_attributes_and_characters_of_a_string_are_out_of_reach(path: str) -> None:
    with pytest.raises(VariablesMissing):
        render(f"{{{{ {path} }}}}", x="text")


@pytest.mark.parametrize(
    ("source", "line", "column", "says"),
    [
        ("{{ name", 1, 1, "never closed"),
        ("a\nbc{{ }}", 2, 3, "not a plain name"),
        ("{{ a | upper }}", 1, 1, "{{ a | upper }}"),
        ("{{ a.b() }}", 1, 1, "not a plain name"),
        ("{{ 1a }}", 1, 1, "not a plain name"),
        ("{{ a..b }}", 1, 1, "not a plain name"),
        ("{{{ a }}}", 1, 1, "not a plain name"),
        ("x {% if a %}", 1, 3, "'{% if a %}' is not known"),
        ("\n\n{% unclosed", 3, 1, "is not known"),
        ("{% endraw %}", 1, 1, "is not known"),
        ("{% raw %}{{ a }}", 1, 1, "never closed by {% endraw %}"),
        ("ok {# note #}", 1, 4, "looks like a comment"),
        ("{{ " + "a " * 100 + "}}", 1, 1, "…"),
        ("{{ items.12345678901 }}", 1, 1, "not a plain name"),
    ],
)
def test_unknown_syntax_is_refused_with_its_place_and_advice(
    source: str, line: int, column: int, says: str
) -> None:
    with pytest.raises(TemplateBroken) as caught:
        Template.parse(source)

    assert (caught.value.fields["line"], caught.value.fields["column"]) == (line, column)
    assert says in caught.value.sentence
    assert "put literal text between {% raw %}" in caught.value.sentence


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        b"bytes",
        {1, 2},
        object(),
        [object()],
        {(1,): 2},
        pytest.param(10**5000, id="huge"),
    ],
)
def test_a_value_that_is_not_plain_json_is_refused_by_name(value: object) -> None:
    with pytest.raises(ValueNotRenderable) as caught:
        render("{{ x }}", x=value)

    assert caught.value.fields["variable"] == "x"


def test_a_value_that_contains_itself_is_refused() -> None:
    loop: list[object] = []
    loop.append(loop)

    with pytest.raises(ValueNotRenderable):
        render("{{ x }}", x=loop)


def test_a_value_nested_beyond_all_measure_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]

    with pytest.raises(ValueNotRenderable, match="too deeply"):
        render("{{ x }}", x=deep)


def test_the_output_may_fill_its_limit_and_not_exceed_it() -> None:
    template = Template.parse("ab{{ x }}")

    assert template.render({"x": "cd"}, max_chars=4).text == "abcd"
    with pytest.raises(RenderedTooLarge):
        template.render({"x": "cde"}, max_chars=4)


def test_many_uses_of_one_large_value_stop_at_the_limit() -> None:
    with pytest.raises(RenderedTooLarge):
        render("{{ x }}" * 100_000, x="a" * 1_000_000)


def test_shared_lists_that_unfold_into_gigabytes_stop_at_the_limit() -> None:
    bomb: list[object] = ["lol"]
    for _ in range(40):
        bomb = [bomb, bomb]

    with pytest.raises(RenderedTooLarge):
        Template.parse("{{ x }}").render({"x": bomb}, max_chars=100_000)
