from edison.domain import LoopTrace


def test_a_trace_counts_what_was_answered_and_what_was_not() -> None:
    step = {"turn": 1, "call": {"id": "1", "name": "read"}, "observation": "x", "success": True}

    trace = LoopTrace.model_validate({"steps": [step, {**step, "success": False}, step]})

    assert (trace.valid, trace.invalid) == (2, 1)
