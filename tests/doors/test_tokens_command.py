"""Tokens for agents: made once, listed without themselves, revoked."""

import pytest

from .commands import Terminal

pytestmark = pytest.mark.timeout(120)


def test_a_token_is_told_once_and_ends_when_it_is_revoked(terminal: Terminal) -> None:
    none = terminal.edison("tokens", "list")
    made = terminal.edison("tokens", "new", "ci", "--spend", "2.5")
    twice = terminal.edison("tokens", "new", "ci")
    reader = terminal.edison("tokens", "new", "reader", "--json").json
    bad = [terminal.edison("tokens", "new", *words) for words in (["a b"], ["poor", "--spend", "0"])]
    listed = terminal.edison("tokens", "list")
    as_json = terminal.edison("tokens", "list", "--json").json
    revoked = terminal.edison("tokens", "revoke", "ci")
    again = terminal.edison("tokens", "revoke", "ci")

    assert "There are no tokens" in none.out
    assert made.out.startswith("edison_")
    assert "may spend 2.50 USD in all" in made.err
    assert (twice.code, [one.code for one in bad]) == (2, [2, 2])
    assert "[name_taken]" in twice.err
    assert all("[token_refused]" in one.err for one in bad)
    assert "ci: 0.0000 of 2.50 USD taken, made on " in listed.out
    assert "reader: reads" in listed.out
    assert made.out.strip() not in listed.out + str(as_json)
    assert (reader["about"]["may_spend"], [one["name"] for one in as_json]) == (False, ["ci", "reader"])
    assert ", revoked on " in revoked.out
    assert "[token_missing]" in again.err
