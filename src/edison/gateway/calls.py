"""What a caller may say about a call besides the question, and what it is told beforehand."""

from dataclasses import dataclass

from edison.domain import CallId


@dataclass(frozen=True, slots=True)
class CallOptions:
    """What a caller may say about a call besides the question."""

    call_id: CallId | None = None
    """The call this belongs to; minted when nobody names one."""
    deadline_s: float | None = None
    """For one try; the provider's patience when None."""
    idempotency_key: str | None = None
    use_cache: bool | None = None
    """None decides by the question: on for deterministic single executions, off for judgments and repeats."""
    project: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """What a question would be and cost, had it been sent; costs are None when the price is unknown."""

    left_out: tuple[str, ...]
    unpriced: tuple[str, ...]
    """Fields of the caller's own with which it may cost more than anybody can say; then its price is unknown."""
    max_output_tokens: int
    least_microusd: int | None
    """For a very short answer, by a rough count of the question's tokens."""
    worst_case_microusd: int | None
