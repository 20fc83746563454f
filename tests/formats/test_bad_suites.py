"""Suites that cannot be run: each is refused with its place and with what to write instead."""

import pytest

from edison.errors import ErrorKind, SuiteBroken
from edison.formats import read_suite

from .suites import CHECKS, a_read_suite, a_suite_text, read_text

BOMB = "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n" + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)

TEXTS: dict[str, tuple[str, str]] = {
    "an empty file": ("", "the file is empty"),
    "a file of comments": ("# nothing\n", "nothing is no suite"),
    "a bare text": ("just text", "'just text' is no suite. Write keys with values"),
    "a list": ("- a\n- b", "line 1, column 1: a list is no suite"),
    "broken indentation": ("arms:\n  - a/b\n prompt: x", "line 3, column 2"),
    "a colon in a plain text": ("prompt: Note: why?", "column 13: mapping values .* in quotes"),
    "a tab as indentation": ("arms:\n\t- a/b", "line 2, column 1: .* Indent with spaces"),
    "an open bracket": ("arms: [a/b", "line 2, column 1: .* Check the indentation, brackets"),
    "an open quote": ("prompt: 'why", "unexpected end of stream"),
    "a broken escape": ('prompt: "\\q"', "unknown escape .* Use single quotes"),
    "an unquoted placeholder": ("prompt: {{ question }}", "line 1, column 10: a key is a text"),
    "a list as a key": ("? [a, b]\n: 1", "a key is a text"),
    "an alias as a key": ("a: &a x\n*a : 1", "line 2, column 1: a key is a text"),
    "a duplicate key": ("arms: [a/b]\nname: x\narms: [c/d]", "line 3, column 1: the key 'arms' .* in line 1"),
    "a nested duplicate key": ("arms:\n- model: a/b\n  model: c/d", "'model' stands here and in line 2"),
    "an unknown alias": ("arms: *those", r"line 1, column 7: \*those refers to nothing"),
    "an alias of itself": ("arms: &a [*a]", "stands inside the value it refers to"),
    "an alias bomb": (BOMB, "line 6, .* more than 100,000 values, aliases written out"),
    "a bomb of text": (
        f"a: &a {'x' * 100_000}\nb: &b [{', '.join(['*a'] * 100)}]\nc: [{', '.join(['*b'] * 100)}]",
        "more than 16,000,000 characters",
    ),
    "a bomb of depth": (
        "a: &a " + "[" * 60 + "]" * 60 + "\nb: " + "[" * 60 + "*a" + "]" * 60,
        "nested more than 64 deep",
    ),
    "a bomb of merges": (
        "a: &a {"
        + ", ".join(f"k{number}: 1" for number in range(1000))
        + "}\nb:\n  <<: ["
        + ", ".join(["*a"] * 1000)
        + "]",
        "more than 100,000 values",
    ),
    "a heap of keys": (
        "".join(f"key{number}: 1\n" for number in range(5_000)),
        "the mapping has 5,000 keys. Known",
    ),
    "a heap of arms": (f"arms: [{'1, ' * 5_000}]", "arms: it holds too much. Write at most 1000 of them"),
    "a heap of cases": (
        f"cases: [{'{}, ' * 20_000}]",
        "cases: it holds too much. Write at most 10000 of them",
    ),
    "an endless key": ("x" * 1_000 + ": 1", "line 1, column 1: the key|not known"),
    "two merges": (
        "a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a",
        "line 4, column 3: a second << stands in one mapping",
    ),
    "a heap of directives": (
        "".join(f"%TAG !a{number}! x\n" for number in range(100_000)) + "--- x",
        "it begins with too many directives",
    ),
    "a merge of nothing": ("<<: 3", "<< merges mappings"),
    "a deep list": ("[" * 10_000, "column 65: lists and mappings are nested more than 64 deep"),
    "a deep block": ("- " * 10_000, "nested more than 64 deep"),
    "an object": ("arms: !!python/object/apply:os.system [id]", "the tag .*os.system' is not allowed"),
    "a tagged text": ("name: !!str 3", "the tag .*str' is not allowed. Remove it; put text in quotes"),
    "a tagged list": ("arms: !!set {a: 1}", "is not allowed"),
    "two documents": ("name: a\n---\nname: b", "line 2, column 1: a second document begins here"),
    "a control character": ("name: a\x07b", r"line 1, column 8: the control character U\+0007"),
    "a huge number": ("seed: 123456789012345678901234567890", "line 1, column 7: .* more than 64 bits"),
    "an infinite number": ("budget_usd: 1e999", "the number 1e999 is too large. Put it in quotes"),
    "a number of many digits": (f"seed: {'9' * 2000}", "more than 1,000 digits"),
}

KEYS: dict[str, tuple[dict[str, str | None], str]] = {
    "an unknown key": (
        {"nmae": "x"},
        "line 4, column 1, nmae: the key 'nmae' is not known. Did you mean name",
    ),
    "a strange key": ({"zebra": "x"}, "'zebra' is not known. Known are name, goal, providers, arms"),
    "a key of elsewhere": ({"tests": "[]"}, "'tests' is not known. Did you mean cases"),
    "another key of elsewhere": ({"models": "[]"}, "Did you mean arms"),
    "no arms": ({"arms": None}, "arms: arms is missing. Add it"),
    "an empty list of arms": (
        {"arms": "[]"},
        r"line 1, column 1, arms: it holds too little. Write at least 1",
    ),
    "arms that are none": ({"arms": "local/stub"}, "arms: 'local/stub' is no list. Write a list"),
    "an arm without a provider": (
        {"arms": "[stub]"},
        r"arms\[0\]: 'stub' names no model. Write provider/model",
    ),
    "an arm that is a number": (
        {"arms": "[5]"},
        r"column 8, arms\[0\]: 5 does not fit here. Write a model such",
    ),
    "an arm that is nothing": ({"arms": "[null]"}, r"arms\[0\]: nothing does not fit here"),
    "an arm that is a list": ({"arms": "[[a/b]]"}, r"arms\[0\]: a list does not fit here"),
    "an arm without a model": ({"arms": "[{temperature: 0}]"}, r"arms\[0\].model: model is missing"),
    "a hot temperature": (
        {"arms": "[{model: a/b, temperature: hot}]"},
        r"column 21, arms\[0\].temperature: 'hot' is no number. Write a number without quotes",
    ),
    "a negative temperature": (
        {"arms": "[{model: a/b, temperature: -1}]"},
        "-1 is too small. Write at least 0",
    ),
    "no top_p": ({"arms": "[{model: a/b, top_p: 0}]"}, "0 is too small. Write more than 0"),
    "half a token": ({"arms": "[{model: a/b, max_tokens: 1.5}]"}, "1.5 is no whole number"),
    "a quoted number": ({"repeats": '"3"'}, "repeats: '3' is no whole number. Write .* without quotes"),
    "a truth for a number": ({"repeats": "true"}, "true is no whole number"),
    "too many repeats": ({"repeats": "100000"}, "100000 is too large. Write at most 10000"),
    "no repeats": ({"repeats": "0"}, "0 is too small. Write at least 1"),
    "an unknown effort": ({"arms": "[{model: a/b, effort: max}]"}, "'max' is not known here. Use 'minimal'"),
    "a misspelt parameter": (
        {"arms": "[{model: a/b, tempurature: 1}]"},
        r"arms\[0\].tempurature: the key 'tempurature' is not known. Did you mean temperature",
    ),
    "a stop that is a number": ({"arms": "[{model: a/b, stop: 5}]"}, "5 is no list"),
    "an empty stop": ({"arms": "[{model: a/b, stop: ['']}]"}, "the text is empty"),
    "extra that is a text": ({"arms": "[{model: a/b, extra: x}]"}, "extra: 'x' is no mapping"),
    "two arms of one name": (
        {"arms": "[{model: a/b, name: x}, {model: c/d, name: x}]"},
        r"arms\[1\]: the name 'x' is given twice",
    ),
    "a blank name": ({"name": "' '"}, "name: the text is blank"),
    "a long name": ({"name": "x" * 201}, "longer than 200 characters. Shorten it"),
    "a name that is a number": ({"name": "5"}, "name: 5 is no text. Put it in quotes"),
    "no prompt": ({"prompt": None}, "line 1, column 1: prompt is missing"),
    "two prompts": ({"prompts": "x"}, "prompt and prompts are both given"),
    "a prompt that is a number": ({"prompt": "3"}, "prompt: 3 does not fit here. Write a text"),
    "an empty list of prompts": ({"prompt": "[]"}, "prompt: it holds too little"),
    "a prompt that says nothing": ({"prompt": "{name: x}"}, "prompt: the prompt says nothing"),
    "a broken template": ({"prompt": "'{{ x'"}, "prompt.user: in its line 1, '{{' is never closed"),
    "a broken second version": (
        {"prompt": "[a, {system: '{% if %}'}]"},
        r"prompt\[1\].system: .* is not known",
    ),
    "a missing prompt file": (
        {"prompt": "no.txt"},
        "prompt: there is no file 'no.txt'. Write its name relative",
    ),
    "a half example": (
        {"prompt": "{user: x, few_shots: [{user: y}]}"},
        r"few_shots\[0\].assistant: .* missing",
    ),
    "a blank example": ({"prompt": "{user: x, few_shots: [{user: y, assistant: ''}]}"}, "the text is blank"),
    "a tool with a space": ({"prompt": "{user: x, tools: [{name: a b}]}"}, "'a b' is no name .* Use letters"),
    "two tools of one name": (
        {"prompt": "{user: x, tools: [{name: a}, {name: a}]}"},
        "two tools are called 'a'",
    ),
    "a choice without tools": (
        {"prompt": "{user: x, tool_choice: auto}"},
        "there are no tools to choose from",
    ),
    "a choice of another tool": (
        {"prompt": "{user: x, tools: [{name: price}], tool_choice: {name: prices}}"},
        "prompt.tool_choice: there is no tool 'prices'. Did you mean price",
    ),
    "a choice that is a number": ({"prompt": "{user: x, tool_choice: 3}"}, "3 does not fit here. Write auto"),
    "an unknown format": (
        {"prompt": "{user: x, response_format: xml}"},
        "'xml' is not known here. Use 'text'",
    ),
    "two formats": ({"prompt": "{user: x, schema: {}, response_format: json}"}, "are both given. Keep one"),
    "a format without a schema": (
        {"prompt": "{user: x, response_format: {strict: true}}"},
        "schema is missing",
    ),
    "a word for a truth": (
        {"prompt": "{user: x, response_format: {schema: {}, strict: no}}"},
        "strict: 'no' is neither true nor false. Write true or false",
    ),
    "no cases": ({"cases": None}, "cases: cases is missing"),
    "an empty list of cases": ({"cases": "[]"}, "cases: it holds too little"),
    "cases that are a mapping": (
        {"cases": "{a: 1}"},
        "cases: a mapping does not fit here. Write the name of",
    ),
    "a case that is a text": ({"cases": "[x]"}, r"cases\[0\]: 'x' is no mapping"),
    "cases in a strange file": ({"cases": "cases.xls"}, "cases: 'cases.xls': its name ends with '.xls'"),
    "two cases of one id": ({"cases": "[{id: 1}, {id: '1'}]"}, r"cases\[1\].id: the id '1' stands in line 3"),
    "an id like a position": ({"cases": "[{}, {id: case-1}]"}, "the id 'case-1' stands in line 3 already"),
    "an id that is a fraction": (
        {"cases": "[{id: 1.5}]"},
        r"cases\[0\].id: 1.5 is no text. Put it in quotes",
    ),
    "a difficulty of ten": ({"cases": "[{difficulty: 10}]"}, "10 is too large. Write at most 5"),
    "a tag twice": ({"cases": "[{tags: [a, a]}]"}, r"cases\[0\].tags: a tag stands twice"),
    "an unknown split": (
        {"cases": "[{split: test}]"},
        "'test' is not known here. Use 'development', 'held_out' or 'sealed'",
    ),
    "an expectation of a number": (
        {"cases": "[{expect: {must: 3}}]"},
        r"cases\[0\].expect.must: 3 is no text",
    ),
    "an expectation with a stranger": (
        {"cases": "[{expect: {answer: x, mst: y}}]"},
        r"expect.mst: the key 'mst' is not known. Did you mean must",
    ),
    "an unknown check of a case": (
        {"cases": "[{checks: [containz]}]"},
        r"cases\[0\].checks\[0\]: there is no",
    ),
    "checks that are a mapping": ({"checks": "{contains: x}"}, "checks: a mapping is no list"),
    "an unknown check": (
        {"checks": "[{contians: x}]"},
        r"checks\[0\]: there is no check 'contians'. Did you mean",
    ),
    "an unknown opposite": ({"checks": "[not_zebra]"}, "there is no check 'not_zebra'. Known are contains"),
    "a check in capitals": (
        {"checks": "[Contains]"},
        "'Contains' is no name .* Name a check in small letters",
    ),
    "a check with a strange key": (
        {"checks": "[{Contains: x}]"},
        r"checks\[0\].Contains: .* in small letters",
    ),
    "two checks in one": (
        {"checks": "[{contains: x, regex: y}]"},
        r"checks\[0\]: a check is one name with one",
    ),
    "an empty check": ({"checks": "[{}]"}, "a check is one name with one value"),
    "a check that is a number": (
        {"checks": "[3]"},
        r"checks\[0\]: 3 does not fit here. Write a check such as",
    ),
    "weights above the whole": (
        {"rubric": "[{name: a, weight: 0.5}, {name: b, weight: 1}]"},
        "rubric: the weights sum to 1.5. Change them so that they sum to 1, such as 0.333, 0.667",
    ),
    "weights of nothing": (
        {"rubric": "[{name: a, weight: 0}]"},
        "sum to 0. Change them so that they sum to 1[.]",
    ),
    "a weight among none": (
        {"rubric": "[{name: a, weight: 1}, {name: b}]"},
        r"rubric\[1\]: this criterion has no",
    ),
    "a heavy weight": ({"rubric": "[{name: a, weight: 2}]"}, r"rubric\[0\].weight: 2 is too large"),
    "two criteria of one name": ({"rubric": "[{name: a}, {name: a}]"}, "two criteria are called 'a'"),
    "a criterion that is a text": ({"rubric": "[clear]"}, r"rubric\[0\]: 'clear' is no mapping"),
    "a scale of words": ({"rubric": "[{name: a, scale: good}]"}, r"rubric\[0\].scale: 'good' is no scale"),
    "a scale upside down": ({"rubric": "[{name: a, scale: 5-1}]"}, "the scale from 5 to 1 has no room"),
    "a scale of one": ({"rubric": "[{name: a, scale: [1]}]"}, "scale: it holds too little. Write at least 2"),
    "a scale of three": ({"rubric": "[{name: a, scale: [1, 2, 3]}]"}, "it holds too much. Write at most 2"),
    "a scale that is a number": ({"rubric": "[{name: a, scale: 5}]"}, "5 does not fit here. Write 0-5"),
    "half a scale": ({"rubric": "[{name: a, scale: {min: 0}}]"}, "scale.max: max is missing"),
    "an endless scale": ({"rubric": "[{name: a, scale: {min: 0, max: 1e300}}]"}, "too large"),
    "a label beside the scale": (
        {"rubric": "[{name: a, scale: {min: 0, max: 5, labels: {6: great}}}]"},
        r"scale.labels.6: the label '6' is no value of the scale from 0 to 5",
    ),
    "a label that is a word": (
        {"rubric": "[{name: a, scale: {min: 0, max: 5, labels: {top: great}}}]"},
        "the label 'top' is no value",
    ),
    "judges without a rubric": ({"judges": "[a/b]"}, "judges: judges need a rubric"),
    "two judges of one name": (
        {"judges": "[{model: a/b, name: x}, {model: c/d, name: x}]", "rubric": "[{name: a}]"},
        "the name 'x' is given twice",
    ),
    "a judge with a strange form": (
        {"judges": "[{model: a/b, answer_form: xml}]", "rubric": "[{name: a}]"},
        r"judges\[0\].answer_form: 'xml' is not known here",
    ),
    "a negative budget": ({"budget_usd": "-1"}, "budget_usd: -1 is too small"),
    "a fine budget": ({"budget_usd": "0.0000001"}, "finer than a millionth of a dollar"),
    "a budget with a sign": ({"budget_usd": "$5"}, r"'\$5' is no number"),
    "a budget without a unit": ({"budget": "5"}, "'budget' is not known. Did you mean budget_usd"),
    "an age without a unit": ({"cache": "30"}, "cache: 30 does not say how old .* such as 30m, 1h or 7d"),
    "an age in words": ({"cache": "a week"}, "cache: 'a week' does not say how old"),
    "no concurrency": ({"concurrency": "0"}, "0 is too small"),
    "a share in per cent": ({"fail_under": "80"}, "fail_under: 80 is too large. Write at most 1"),
    "a share of unreadable replies in per cent": (
        {"most_unreadable": "10"},
        r"line \d+, column \d+, most_unreadable: 10 is too large. Write at most 1",
    ),
    "a negative seed": ({"seed": "-1"}, "seed: -1 is too small"),
    "providers that are a list": ({"providers": "[a]"}, "providers: a list does not fit here"),
    "a missing file of providers": ({"providers": "p.yaml"}, "providers: there is no file 'p.yaml'"),
    "a provider with a slash": ({"providers": "{a/b: {kind: openai}}"}, "'a/b' is no name for a provider"),
    "a provider with a space": ({"providers": "{a b: {kind: openai}}"}, "'a b' is no name for a provider"),
    "a provider without a kind": ({"providers": "{a: {price: 0}}"}, "providers.a.kind: kind is missing"),
    "a provider that is a text": ({"providers": "{a: openai}"}, "providers.a: 'openai' is no mapping"),
    "a key in the file": (
        {"providers": "{a: {kind: openai, api_key: sk-secret}}"},
        "providers.a.api_key: the key 'api_key' is not known. A key never stands in a file",
    ),
    "a price of a dollar": ({"providers": "{a: {kind: x, price: 1}}"}, "price: 1 is not known here. Use 0"),
    "half a price": ({"providers": "{a: {kind: x, price: {input: 1}}}"}, "price.output: output is missing"),
    "a timeout of nothing": (
        {"providers": "{a: {kind: x, timeout_s: 0}}"},
        "0 is too small. Write more than 0",
    ),
}


@pytest.mark.parametrize("case", TEXTS)
def test_a_text_that_is_no_suite_is_refused_with_its_place(case: str) -> None:
    text, told = TEXTS[case]

    with pytest.raises(SuiteBroken, match=told) as refused:
        read_text(text)

    assert refused.value.sentence.startswith("suite.yaml cannot be used")
    assert refused.value.kind is ErrorKind.INVALID


@pytest.mark.parametrize("case", KEYS)
def test_a_suite_with_a_wrong_key_is_refused_with_its_place_and_what_to_write(case: str) -> None:
    keys, told = KEYS[case]

    with pytest.raises(SuiteBroken, match=told) as refused:
        a_read_suite(**keys)

    assert all(problem.line is not None for problem in refused.value.problems)
    assert all(problem.advice.endswith((".", "?")) for problem in refused.value.problems)


def test_a_secret_in_a_suite_is_never_repeated() -> None:
    with pytest.raises(SuiteBroken) as refused:
        a_read_suite(providers="{a: {kind: openai, api_key: sk-secret}}")

    assert "sk-secret" not in str(refused.value)


def test_all_problems_are_told_at_once_in_the_order_of_the_file() -> None:
    with pytest.raises(SuiteBroken) as refused:
        a_read_suite(arms="[stub]", prompt="{usr: x}", repeats="no")

    assert [problem.field for problem in refused.value.problems] == ["arms[0]", "prompt.usr", "repeats"]
    assert str(refused.value).count("\n") == 3


def test_at_most_twenty_problems_are_told_and_the_rest_is_counted() -> None:
    with pytest.raises(SuiteBroken, match="There are 5 more. Mend these first") as refused:
        a_read_suite(arms=f"[{', '.join(['stub'] * 25)}]")

    assert str(refused.value).count("names no model") == 20


def test_a_suite_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(SuiteBroken, match="9,000,000 bytes and at most 8,000,000 are read. Move its cases"):
        read_suite(b"x" * 9_000_000, name="suite.yaml", read_file=lambda name: None)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"name: \xff", "line 1, column 7: byte 0xff is not UTF-8. Save the file as UTF-8"),
        ("näme: ä\nx: ".encode() + b"\xe4\n", "line 2, column 4: byte 0xe4 is not UTF-8"),
        ("name: x".encode("utf-16"), "it is UTF-16 text. Save it as UTF-8"),
        ("name: x".encode("utf-16-le"), "line 1, column 2: a NUL stands in the text. Save the file as UTF-8"),
        (b"\x1f\x8b\x08", "it is compressed. Unpack it first"),
        (b"PK\x03\x04", "it is an archive or a spreadsheet"),
        (b"SQLite format 3\0", "it is a database"),
    ],
)
def test_bytes_that_are_no_text_are_refused_by_what_they_are(data: bytes, told: str) -> None:
    with pytest.raises(SuiteBroken, match=told):
        read_suite(data, name="suite.yaml", read_file=lambda name: None)


def test_without_a_list_of_known_checks_any_name_is_taken() -> None:
    suite = read_suite(
        a_suite_text(checks="[{sounds_like: Paris}]").encode(), name="s.yaml", read_file=lambda name: None
    )

    assert suite.checks[0].kind == "sounds_like"
    assert suite.checks[0].kind not in CHECKS
