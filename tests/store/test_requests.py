"""Requests that came with a key: what was made by the first stays, and what is old goes."""

from datetime import timedelta

from edison.store import Store
from tests.factories import SOME_TIME


def test_what_was_made_first_under_a_key_is_kept_for_a_while(store: Store) -> None:
    with store.work() as work:
        first = work.requests.add("experiment \ud800", "exp_1", at=SOME_TIME)
        second = work.requests.add("experiment \ud800", "exp_2", at=SOME_TIME)
        nothing = work.requests.add("decide", "", at=SOME_TIME + timedelta(days=1))
        work.requests.forget(before=SOME_TIME + timedelta(hours=1))

        assert (first, second, nothing) == ("exp_1", "exp_1", "")
        assert (work.requests.find("experiment \ud800"), work.requests.find("decide")) == (None, "")
