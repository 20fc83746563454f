"""Requests that came with a key: what was made by the first stays, and what is old goes."""

from datetime import timedelta

from edison.domain import RequestKey, RequestMade
from edison.store import Store
from tests.factories import SOME_TIME


def test_what_was_made_first_under_a_key_is_kept_for_a_while(store: Store) -> None:
    first, other = (RequestKey(key="experiment \ud800", asked=asked) for asked in ("one", "other"))
    later = RequestKey(key="decide", asked="")
    with store.work() as work:
        assert work.requests.add(first, at=SOME_TIME)
        assert work.requests.find(first.key) == RequestMade(made="", asked="one")
        work.requests.tell_made(first.key, "exp_1")
        assert not work.requests.add(other, at=SOME_TIME)
        kept = work.requests.find(first.key)
        assert kept is not None
        assert kept == RequestMade(made="exp_1", asked="one")
        assert kept is not None
        assert (kept.fits(first), kept.fits(other)) == (True, False)

        assert work.requests.add(later, at=SOME_TIME + timedelta(days=31), made="sug_1")
        found = work.requests.find(later.key)
        assert (work.requests.find(first.key), found) == (None, RequestMade(made="sug_1", asked=""))
        assert found is not None
        assert found.fits(first), "of what was done before, it is not known what was asked"
