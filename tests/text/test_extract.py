import subprocess
import sys

import pytest

from edison.text import Extracted, Found, Unreadable, WhyUnreadable, read_json


def extract(text: str, **wishes: object) -> Extracted:
    found = read_json(text, **wishes)  # pyright: ignore[reportArgumentType]
    assert isinstance(found, Extracted), found
    return found


def refuse(text: str, **wishes: object) -> Unreadable:
    found = read_json(text, **wishes)  # pyright: ignore[reportArgumentType]
    assert isinstance(found, Unreadable), found
    return found


@pytest.mark.parametrize(
    "text", ['{"a": 1}', ' \n{"a": 1}\n', '\ufeff{"a": 1}', "[1, 2]", "5", '"text"', "null"]
)
def test_plain_json_is_read_as_it_is(text: str) -> None:
    found = extract(text)

    assert (found.found, found.repaired, found.truncated) == (Found.WHOLE, False, False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('```json\n{"a": 1}\n```', Found.FENCE),
        ('Here:\n```\n{"a": 1}\n```\nDone.', Found.FENCE),
        ('```json {"a": 1}```', Found.FENCE),
        ('```json\n{"a": 1}', Found.FENCE),
        ('The answer is {"a": 1}.', Found.PROSE),
        ('<think>{"a": 2}</think>{"a": 1}', Found.WHOLE),
        ('{"a": 2}</think> So: {"a": 1}', Found.PROSE),
        ('For x in [0, 1) we get {"a": 1}', Found.PROSE),
        ('A set {x | x > 0} and "quotes": {"a": 1}', Found.PROSE),
        ('See [1] and [2, 3]. {"a": 1}', Found.PROSE),
        ('{} {"a": 1} {}', Found.PROSE),
        ('```python\nx = {"b": 2}\n```\n```json\n{"a": 1}\n```', Found.FENCE),
    ],
)
def test_json_is_found_where_models_put_it(text: str, found: Found) -> None:
    assert extract(text) == Extracted(value={"a": 1}, found=found)


def test_a_brace_inside_a_string_does_not_end_the_object() -> None:
    assert extract('so {"a": "}\\"{", "b": []} ok').value == {"a": '}"{', "b": []}


def test_of_equals_the_last_one_wins() -> None:
    assert extract('First {"a": 1}, no: {"a": 2}').value == {"a": 2}


@pytest.mark.parametrize(
    "text",
    [
        '{"pass": true} although {"note": "x"} says otherwise',
        '```json\n{"note": 1}\n```\n{"pass": true}',
        '{"note": "x"} and then {"pass": true,}',
    ],
)
def test_the_object_that_mentions_the_wished_keys_is_preferred(text: str) -> None:
    assert extract(text, keys=["pass"]).value == {"pass": True}


@pytest.mark.parametrize(
    ("text", "value"), [('{"other": 1} {broken', {"other": 1}), ("5", 5), ("<think>Hm.</think>5", 5)]
)
def test_without_the_wished_keys_anywhere_the_best_value_is_taken(text: str, value: object) -> None:
    assert extract(text, keys=["pass"]).value == value


def test_a_list_counts_by_the_keys_of_its_items() -> None:
    text = 'a: [{"id": 1, "score": 2}, 3] b: [4, 5]'

    assert extract(text, keys=["score"]).value == [{"id": 1, "score": 2}, 3]


def test_a_wished_type_is_required() -> None:
    assert extract('[1] then {"a": 1} then [2]', want=list).value == [2]
    assert refuse("[1, 2]", want=dict).reason is WhyUnreadable.WRONG_SHAPE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ("{'a': True, 'b': None}", {"a": True, "b": None}),
        ('{a: 1, "b": "x"}', {"a": 1, "b": "x"}),
        ("{“a”: “x”}", {"a": "x"}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('{"a": "say "hi" now"}', {"a": 'say "hi" now'}),
        ('{"a": 1 // why\n}', {"a": 1}),
        ('{"a": 1, "b": "open, "c": 3}', {"a": 1, "b": "open", "c": 3}),
        ('"a": 1, "b": 2}', {"a": 1, "b": 2}),
        ('{"a": [1, 2}', {"a": [1, 2]}),
        ('{"a": 1]}', {"a": 1}),
        ('{"a": .5}', {"a": 0.5}),
    ],
)
def test_broken_json_is_repaired_and_flagged(text: str, value: object) -> None:
    found = extract(text)

    assert found.value == value
    assert found.repaired


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, {"b": "c', {"a": [1, {"b": "c"}]}),
        ('{"a": 1, "b', {"a": 1}),
        ('{"a": 1, "b":', {"a": 1}),
        ('{"a": 1, "b": tru', {"a": 1}),
        ('{"a": 1,', {"a": 1}),
        ('{"a": "x\\', {"a": "x"}),
        ('{"a": "x\\u00', {"a": "x"}),
        ('[{"a": 1}, {"a": 2}', [{"a": 1}, {"a": 2}]),
        ('Sure: {"reason": "it ends in the mid', {"reason": "it ends in the mid"}),
    ],
)
def test_json_that_was_cut_off_keeps_what_is_complete_and_says_so(text: str, value: object) -> None:
    found = extract(text)

    assert found.value == value
    assert found.repaired
    assert found.truncated


def test_a_cut_off_object_is_not_mistaken_for_the_last_whole_one_inside_it() -> None:
    assert extract('{"scores": [{"a": 1}, {"a": 2}, {"a":').value == {"scores": [{"a": 1}, {"a": 2}, {}]}


def test_a_long_answer_that_was_cut_off_is_still_read() -> None:
    text = '{"items": [' + '{"why": "a \\"quoted\\" line\\n", "score": 0.5}, ' * 5_000 + '{"why": "and th'

    value = extract(text).value

    assert isinstance(value, dict)
    assert len(value["items"]) == 5_001  # pyright: ignore[reportArgumentType]


def test_duplicate_keys_are_flagged_and_the_last_counts() -> None:
    found = extract('{"a": 1, "b": {"c": 1, "c": 2, "c": 3}, "a": 4}')

    assert found.value == {"a": 4, "b": {"c": 3}}
    assert found.duplicate_keys == ("c", "a")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", WhyUnreadable.EMPTY),
        (" \n\t", WhyUnreadable.EMPTY),
        ("<think>{}", WhyUnreadable.ONLY_THINKING),
        ("I would rather not.", WhyUnreadable.NO_JSON),
        ("As they say [sic] {not json}", WhyUnreadable.NO_JSON),
        ('{"a"', WhyUnreadable.BROKEN_JSON),
        ("{'", WhyUnreadable.BROKEN_JSON),
        ("NaN", WhyUnreadable.NOT_FINITE),
        ('{"a": NaN}', WhyUnreadable.NOT_FINITE),
        ('so {"a": -Infinity}', WhyUnreadable.NOT_FINITE),
        ('{"a": 1e999}', WhyUnreadable.NOT_FINITE),
        ('{"a": 1e999,}', WhyUnreadable.NOT_FINITE),
        ("{a: 1e999}", WhyUnreadable.NOT_FINITE),
        ("9" * 5_000, WhyUnreadable.NUMBER_TOO_LONG),
        ('{"a": ' + "9" * 5_000 + "}", WhyUnreadable.NUMBER_TOO_LONG),
        ('{"a": 0.' + "9" * 5_000 + "}", WhyUnreadable.NUMBER_TOO_LONG),
    ],
    ids=str,
)
def test_what_cannot_be_read_is_named(text: str, reason: WhyUnreadable) -> None:
    assert refuse(text).reason is reason


def test_an_unreadable_text_comes_with_a_bounded_excerpt_and_a_sentence() -> None:
    found = refuse("no json here " * 1_000)

    assert found.excerpt.startswith("no json here")
    assert " … " in found.excerpt
    assert len(found.excerpt) == 200
    assert found.detail == "It holds no JSON."


def test_a_text_above_the_limit_is_not_read() -> None:
    assert extract("[1, 2]", max_chars=6).value == [1, 2]
    assert refuse("[1, 2] ", max_chars=6).reason is WhyUnreadable.TOO_LARGE


def test_the_repair_library_is_imported_only_when_something_is_broken() -> None:
    code = (
        "import sys; from edison.text import read_json; read_json('{}'); assert 'json_repair' not in sys.modules;"
        " read_json('{a: 1}'); assert 'json_repair' in sys.modules"
    )

    subprocess.run([sys.executable, "-c", code], check=True)
