"""prompt and project: versions that are kept, compared, promoted and restored."""

import pytest

from .commands import Terminal

pytestmark = pytest.mark.timeout(120)


def test_versions_are_added_compared_promoted_and_restored(either_terminal: Terminal) -> None:
    terminal = either_terminal
    terminal.write("first.txt", "Answer: {{ question }}\n")
    terminal.write("second.yaml", {"system": "Be brief.", "user": "Answer: {{ question }}"})

    first = terminal.edison("prompt", "add", "support", "first.txt")
    second = terminal.edison("prompt", "add", "support", "second.yaml", "-m", "Asks for brevity.")
    diff = terminal.edison("prompt", "diff", "support", "1", "2")
    unproven = terminal.edison("prompt", "promote", "support", "2", "-m", "I like it.")
    promoted = terminal.edison("prompt", "promote", "support", "2", "--anyway", "-m", "The first one.")
    late = terminal.edison("prompt", "promote", "support", "1", "--seen", "2")
    restored = terminal.edison("prompt", "restore", "support", "1", "--json").json
    shown = terminal.edison("prompt", "show", "support")
    log = terminal.edison("prompt", "log", "support", "--json").json

    assert first.out == "Added version 1 of support.\n"
    assert second.out == "Added version 2 of support (from version 1).\n"
    assert (
        diff.out
        == "--- system (version 1)\n+++ system (version 2)\n@@ -0,0 +1 @@\n+Be brief.\n\\ No newline at end of file\n"
    )
    assert (unproven.code, "[promotion_refused]" in unproven.err) == (2, True)
    assert promoted.out == "Promoted version 2 of support (from version 1, in use).\n"
    assert (late.code, "[changed_meanwhile]" in late.err) == (2, True)
    assert (restored["number"], restored["parent"], restored["user"]) == (3, 1, "Answer: {{ question }}")
    assert shown.out.startswith(
        "support, version 2 (from version 1, in use)\n--- system\nBe brief.\n--- user\n"
    )
    assert [one["number"] for one in log["versions"]] == [3, 2, 1]
    assert [one["kind"] for one in log["changes"]] == [
        "version_added",
        "version_added",
        "promoted",
        "version_added",
    ]
    assert log["changes"][2]["note"] == "Without proof: The first one."
    assert "support: 3 versions, version 2 in use" in terminal.edison("prompt", "list").out
    assert "Restores version 1." in terminal.edison("prompt", "log", "support").out
    assert terminal.edison("events").out.count("prompt.changed") == 4


def test_what_is_wrong_with_a_prompt_is_said_and_nothing_is_kept(terminal: Terminal) -> None:
    terminal.write("broken.txt", "Answer: {{ question")

    broken = terminal.edison("prompt", "add", "support", "broken.txt")
    unknown = terminal.edison("prompt", "show", "support")

    assert (broken.code, "never closed" in broken.err) == (2, True)
    assert (unknown.code, "[prompt_missing]" in unknown.err) == (2, True)


def test_projects_keep_prompts_apart_and_are_archived(terminal: Terminal) -> None:
    terminal.write("text.txt", "{{ question }}")

    bad = terminal.edison("project", "add", "My Shop")
    added = terminal.edison("project", "add", "shop", "--name", "The shop")
    terminal.edison("prompt", "add", "support", "text.txt", "--project", "shop")
    renamed = terminal.edison("project", "change", "shop", "--rename", "store", "--archive")

    assert (bad.code, "[slug_broken]" in bad.err) == (2, True)
    assert added.out == "Added shop: The shop, 0 prompts\n"
    assert renamed.out == "Changed store: The shop, 1 prompt, archived\n"
    assert terminal.edison("project", "list").out == ""
    assert terminal.edison("project", "list", "--archived", "--json").json[0]["slug"] == "store"
    assert terminal.edison("prompt", "list").out == ""
    assert terminal.edison("project", "remove", "store").out == "Removed store.\n"
    assert "[project_missing]" in terminal.edison("prompt", "list", "--project", "store").err
