"""safety in suites and in exports: what is looked for, what was found, and out of how many."""

import json

import pytest

from edison.domain import Safety, SafetyCount, SafetyKind, SafetyScan
from edison.errors import SuiteBroken
from edison.formats import (
    read_suite,
    write_csv,
    write_html,
    write_json,
    write_jsonl,
    write_junit,
    write_markdown,
)
from edison.formats.words.safety import tell_looked_for

from .reports import a_cell_report, a_report

SUITE = {"arms": ["openai/gpt-4o"], "prompt": "{{ question }}", "cases": [{"question": "Who?"}]}
FOUND_ALONE = (SafetyKind.PII, SafetyKind.SECRETS, SafetyKind.JAILBREAK)
JUDGED = {"rubric": [{"name": "true", "scale": "0-5"}], "judges": ["openai/gpt-4o"]}


def safety_of(written: object, **keys: object) -> Safety | None:
    text = json.dumps({**SUITE, **keys, "safety": written}).encode()
    return read_suite(text, name="suite.json", read_file=lambda _: None).safety


def test_safety_is_a_list_or_a_mapping() -> None:
    assert safety_of(None) is None
    assert safety_of(["pii", "secrets", "pii"]) == Safety(scan=FOUND_ALONE[:2])
    assert safety_of({}) == Safety(scan=FOUND_ALONE)
    assert safety_of({"most_flagged": 0}, **JUDGED) == Safety(most_flagged=0)
    assert safety_of([]) == Safety(scan=())
    assert safety_of({"echo": [], "allow": ["email", "*@shop.example"]}) == Safety(
        scan=FOUND_ALONE, echo=(), allow=("email", "*@shop.example")
    )


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (["toxicity"], "toxicity is what judges flag, and there is no judge"),
        (["pi"], "safety"),
        ({"allow": ["emial"]}, "Did you mean email?"),
        ({"most_flagged": 2}, "safety.most_flagged"),
        ("pii", "a list of pii, secrets, jailbreak and toxicity"),
    ],
)
def test_what_is_wrong_with_it_is_said(written: object, said: str) -> None:
    with pytest.raises(SuiteBroken) as broken:
        safety_of(written)

    assert said in str(broken.value)


FOUND = SafetyScan.model_validate(
    {
        "kinds": ("pii", "secrets"),
        "found": (
            {"kind": "pii", "what": "email", "shown": "ann…", "count": 2},
            {"kind": "secrets", "what": "secret", "shown": "sk-…"},
        ),
    }
)
COUNT = {"item_id": "arm_1", "name": "steady", "flag": "pii", "flagged": 1, "looked_at": 2, "outputs": 3}


def test_what_was_found_is_in_every_export_with_its_denominator() -> None:
    snapshot = a_report().run.snapshot.model_copy(
        update={
            "safety": Safety(scan=(SafetyKind.PII, SafetyKind.SECRETS), allow=("phone",), most_flagged=0.1)
        }
    )
    counts = (
        SafetyCount.model_validate(COUNT),
        SafetyCount.model_validate({**COUNT, "flag": "secrets", "flagged": 0, "looked_at": 0}),
        SafetyCount.model_validate(
            {**COUNT, "flag": "toxic_content", "flagged": 0, "judge_id": "jdg_1", "judge": "strict"}
        ),
    )
    report = a_report(run=a_report().run.model_copy(update={"snapshot": snapshot}), safety=counts)
    cells = [
        a_cell_report(safety=FOUND),
        a_cell_report(number=1, safety=SafetyScan(kinds=(SafetyKind.PII,))),
        a_cell_report(number=2),
    ]

    lines = [json.loads(line)["safety"] for line in write_jsonl(report, cells)]
    table = b"".join(write_csv(report, cells)).decode()
    whole = json.loads(b"".join(write_json(report, cells)))
    markdown, junit, page = (
        b"".join(write(report, cells)).decode() for write in (write_markdown, write_junit, write_html)
    )

    assert [one and len(one["found"]) for one in lines] == [2, 0, None]
    assert "pii: email ann… (2 times); secrets: secret sk-…" in table
    assert table.count(",clean,") == 1
    assert whole["safety"][0]["looked_at"] == 2
    assert whole["run"]["provenance"]["policy"]["safety"]["most_flagged"] == 0.1
    assert "| `steady` | private data | `scan` | 1 (50 %) | 2 of 3 |" in markdown
    assert "| `steady` | secrets | `scan` | not known | 0 of 3 |" in markdown
    assert "| `steady` | toxic content | `strict` | 0 | 2 of 3 |" in markdown
    assert "At most 10 % of a contender" in markdown
    assert (
        'name="safety: private data in the outputs of steady (scan)" value="1 (50 %); looked at 2 of 3"'
        in junit
    )
    assert '<property name="safety" value="pii: email ann…' in junit
    assert "What was found in the outputs" in page
    assert "Must not stand there: pii: email ann…" in page


def test_only_what_was_set_is_said_of_what_is_looked_for() -> None:
    run = a_report().run
    snapshot = run.snapshot.model_copy(update={"safety": Safety(scan=(SafetyKind.PII,), echo=())})
    report = a_report(run=run.model_copy(update={"snapshot": snapshot}))

    assert list(tell_looked_for(report)) == ["Looked for: pii."]
