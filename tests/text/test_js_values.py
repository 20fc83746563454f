"""Expressions of JavaScript that are computed here, as JavaScript computes them."""

import pytest
from pydantic import JsonValue

from edison.text import JsRaised, read_js, write_js

OBJECT = '{"a": {"b": [1.0, "Two"]}, "x y": 1e-7, "none": null, "list": "👍a"}'


@pytest.mark.parametrize(
    ("source", "given", "made"),
    [
        ("output", "x", "x"),
        ("JSON.parse(output).a.b[0]", OBJECT, 1.0),
        (" JSON.parse( output )['a'].b[1].toLowerCase() ; ", OBJECT, "two"),
        ('JSON.parse(output)["x y"]', OBJECT, 1e-7),
        ("JSON.parse(output).a.b.length", OBJECT, 2),
        ("JSON.parse(output).list.length", OBJECT, 3),
        ("JSON.parse(output).list[2]", OBJECT, "a"),
        ("JSON.stringify(JSON.parse(output).a)", OBJECT, '{"b":[1,"Two"]}'),
        ("JSON.parse(JSON.parse(JSON.stringify(output)))", "[1]", [1]),
        ("JSON.parse(JSON.parse(output))", "[1]", [1]),
        ("String(JSON.parse(output))", "7", "7"),
        ("String(output)", "7", "7"),
        ("output.trim().toUpperCase()", "\ufeff straße \n", "STRASSE"),
        ("output.trimStart()", "  a ", "a "),
        ("output.trimEnd()", " a  ", " a"),
    ],
)
def test_an_expression_is_computed(source: str, given: str, made: JsonValue) -> None:
    turn = read_js(source)

    assert turn is not None
    assert turn(given) == made


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("JSON.parse(output)", "it is no JSON"),
        ("JSON.parse(output.none)", "it gives back nothing"),
        ("output.none", "it gives back nothing"),
        ("output[99]", "it gives back nothing"),
        ("output.none.more", "there is nothing to take more from"),
        ("output.none?.more", "it gives back nothing"),
        ("output.length.trim()", "trim is no function of what is no text"),
        ("output.length.more", "it gives back nothing"),
    ],
)
def test_what_javascript_would_not_do_is_raised(source: str, why: str) -> None:
    turn = read_js(source)

    assert turn is not None
    with pytest.raises(JsRaised, match=why):
        turn("NaN")


def test_objects_are_no_texts() -> None:
    turn = read_js("String(JSON.parse(output))")

    assert turn is not None
    with pytest.raises(JsRaised, match="only texts"):
        turn("[1]")


@pytest.mark.parametrize(
    "source",
    [
        "outputs",
        "output + 1",
        "output.split(',')",
        "return output",
        "a\nb",
        "JSON.parse(output",
        "JSON.parse(x)",
        "",
    ],
)
def test_what_cannot_be_computed_exactly_is_not_read(source: str) -> None:
    assert read_js(source) is None


def test_values_are_written_as_javascript_writes_them() -> None:
    value: JsonValue = [
        1e21,
        1e-7,
        1.5e-5,
        123456789012345680000,
        -1.2e-6,
        0.5,
        -0.0,
        True,
        None,
        {"b": "é", "2": 1, "1": 0},
    ]

    assert write_js(value) == (
        '[1e+21,1e-7,0.000015,123456789012345680000,-0.0000012,0.5,0,true,null,{"1":0,"2":1,"b":"é"}]'
    )
    assert write_js(float("inf")) == "null"
