"""Requests that came with a key: what was made by the first stays, and what is old goes."""

from datetime import timedelta

from edison.store import Store
from tests.factories import SOME_TIME


def test_what_was_made_first_under_a_key_is_kept_for_a_while(store: Store) -> None:
    with store.work() as work:
        assert work.requests.add("experiment \ud800", at=SOME_TIME)
        assert work.requests.find("experiment \ud800") == ""
        work.requests.tell_made("experiment \ud800", "exp_1")
        assert not work.requests.add("experiment \ud800", at=SOME_TIME)
        assert work.requests.find("experiment \ud800") == "exp_1"

        assert work.requests.add("decide", at=SOME_TIME + timedelta(days=31))
        assert (work.requests.find("experiment \ud800"), work.requests.find("decide")) == (None, "")
