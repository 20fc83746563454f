"""Known template-injection payloads and bombs: rendered as data, or refused; never evaluated."""

import json
from pathlib import Path

import pytest

from edison.errors import TemplateBroken, VariablesMissing
from edison.text import Template

PAYLOADS: list[str] = json.loads(
    (Path(__file__).parent / "corpus" / "template_injections.json").read_text("utf-8")
)

each_payload = pytest.mark.parametrize(
    "payload", PAYLOADS, ids=[str(number) for number in range(len(PAYLOADS))]
)


def test_the_corpus_has_at_least_120_distinct_payloads() -> None:
    assert len(set(PAYLOADS)) >= 120


@each_payload
def test_a_payload_in_a_value_is_data(payload: str) -> None:
    rendered = Template.parse("<{{ x }}|{{ y.0 }}>").render({"x": payload, "y": [payload]})

    assert rendered.text == f"<{payload}|{payload}>"


@each_payload
def test_a_payload_as_template_is_refused_or_is_text(payload: str) -> None:
    try:
        text = Template.parse(payload).render({}).text
    except (TemplateBroken, VariablesMissing):
        return
    assert text == payload


@each_payload
def test_a_payload_as_template_reaches_nothing_behind_its_values(payload: str) -> None:
    values = {"x": "canary", "this": "canary", "config": "canary", "__proto__": "canary"}
    try:
        text = Template.parse(payload).render(values).text
    except (TemplateBroken, VariablesMissing):
        return
    assert text in (payload, "canary")
