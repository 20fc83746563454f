"""Documents that cannot lie, and what no file of the repository may hold (decision 0001)."""

import re

import pytest

from edison.settings.settings import documented_settings
from tools.cards import ROOT

from .house import DECISIONS, kept_files, name_of, text_of

RECORDS = sorted(DECISIONS.glob("[0-9][0-9][0-9][0-9]-*.md"))
STATUS = re.compile(r"^- Status: (proposed|accepted|superseded by \d{4})$", re.MULTILINE)
HEADINGS = ["## Context", "## Decision", "## Consequences", "## Alternatives"]

# Put together, so that this file does not hold what it forbids.
UNFINISHED = re.compile("TO" + "DO|FIX" + "ME|X" + "XX")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:wo" + r"rk|ro" + r"ot|ho" + r"me/[a-z]\w*|Us" + r"ers/\w+)/")
REGISTRIES = re.compile("pypi" + r"\.org|python" + r"hosted\.org|registry\.npm" + r"js\.org|index" + "-url")
MAY_NAME_AN_INDEX = {"Makefile", "tools/guards.py"}
ADDRESS = re.compile(r"https?://")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Every text file of the repository by its name."""
    return {name_of(path): text for path in kept_files() if (text := text_of(path)) is not None}


def test_a_decision_record_has_the_form() -> None:
    texts = {record.name: record.read_text(encoding="utf-8") for record in RECORDS}

    assert [name for name, text in texts.items() if not re.match(rf"# {name[:4]} \S", text)] == []
    assert [name for name, text in texts.items() if not STATUS.search(text)] == []
    assert [name for name, text in texts.items() if not re.search(r"^- Area: \S", text, re.M)] == []
    assert [name for name, text in texts.items() if re.findall(r"^## .*$", text, re.M) != HEADINGS] == []


def test_decision_records_are_numbered_without_a_gap() -> None:
    assert [record.name[:4] for record in RECORDS] == [
        f"{number:04}" for number in range(1, len(RECORDS) + 1)
    ]


def test_the_index_lists_every_decision_record_by_its_title() -> None:
    index = (DECISIONS / "index.md").read_text(encoding="utf-8")
    titles = {record.name: record.read_text(encoding="utf-8").partition("\n")[0] for record in RECORDS}

    missing = [name for name, title in titles.items() if f"[{title.removeprefix('# ')}]({name})" not in index]

    assert missing == []
    assert index.count("](0") == len(RECORDS), "the index lists a record that is not there"


def test_tests_cite_decisions_that_exist(texts: dict[str, str]) -> None:
    known = {record.name[:4] for record in RECORDS}
    cited = {
        number
        for name, text in texts.items()
        if name.startswith(("tests/", "src/", ".importlinter"))
        for sentence in re.findall(r"[Dd]ecisions? (0\d{3}(?:(?:, | and )0\d{3})*)", text)
        for number in re.findall(r"\d{4}", sentence)
    }

    assert cited - known == set()
    assert cited


def test_links_between_pages_lead_somewhere() -> None:
    lost = [
        f"{name_of(page)}: {target}"
        for page in sorted((ROOT / "docs").rglob("*.md"))
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]

    assert lost == []


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")

    missing = [
        variable
        for variable, default, meaning in documented_settings()
        if f"| `{variable}` | `{default}` | {meaning} |" not in page
    ]

    assert missing == [], "run `make map`"


def test_every_setting_stands_in_the_example_environment_file() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")

    missing = [
        variable
        for variable, _, _ in documented_settings()
        if not re.search(rf"^#? ?{variable}=", example, re.M)
    ]

    assert missing == []


def test_the_changelog_begins_with_what_is_not_released() -> None:
    headings = re.findall(r"^## (.*)$", _changelog(), re.MULTILINE)

    assert headings[:1] == ["Unreleased"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)", heading) for heading in headings[1:])


def test_a_changelog_entry_is_one_sentence() -> None:
    entries = re.findall(r"^- ((?:.|\n(?=  ))*)", _changelog(), re.MULTILINE)

    broken = [entry for entry in entries if not _is_one_sentence(" ".join(entry.split()))]

    assert entries
    assert broken == [], "one sentence per entry: what a user can now do or see"


def test_breaking_changes_come_first_and_are_marked() -> None:
    for section in _changelog().split("\n## ")[1:]:
        marks = [
            entry.startswith("**Breaking:** ") for entry in re.findall(r"^- (.*)$", section, re.MULTILINE)
        ]
        assert marks == sorted(marks, reverse=True)


def test_nothing_is_left_for_later_in_the_text(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if UNFINISHED.search(text)] == []


def test_no_file_knows_a_machine(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if MACHINE_PATHS.search(text)] == []


def test_no_file_names_a_package_registry(texts: dict[str, str]) -> None:
    found = {name for name, text in texts.items() if REGISTRIES.search(text)}

    assert found - MAY_NAME_AN_INDEX == set()


def test_lock_files_carry_no_addresses(texts: dict[str, str]) -> None:
    locks = {
        name: text
        for name, text in texts.items()
        if re.fullmatch(r"requirements/.*\.txt|.*package-lock\.json|.*\.lock", name)
    }

    assert locks
    assert [name for name, text in locks.items() if ADDRESS.search(text)] == []


def _changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def _is_one_sentence(entry: str) -> bool:
    return entry.endswith(".") and not re.search(r"[.!?] [A-Z]", entry.removeprefix("**Breaking:** "))
