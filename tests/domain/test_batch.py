import pytest
from pydantic import ValidationError

from edison.domain import BatchItem, BatchState
from tests.factories import an_ask


@pytest.mark.parametrize("state", list(BatchState))
def test_a_batch_is_over_when_nothing_more_will_come(state: BatchState) -> None:
    assert state.is_over == (state in {"completed", "failed", "expired", "cancelled"})


@pytest.mark.parametrize("key", ["", "a b", "x" * 65, "a/b"])
def test_a_key_that_some_provider_would_refuse_is_refused_first(key: str) -> None:
    with pytest.raises(ValidationError):
        BatchItem(key=key, ask=an_ask())
