"""Trouble with a provider, one class per kind of trouble, so that each has one way of being retried."""

from collections.abc import Callable
from typing import ClassVar

from .base import EdisonError, ErrorKind


class ProviderTrouble(EdisonError):
    """A call that brought no usable answer.

    The class says how to go on; the fields say what was seen. `may_be_billed` is true when the request may
    have reached the model, so that its cost is unknown rather than zero.
    """

    code: ClassVar[str] = "provider_trouble"
    kind: ClassVar[ErrorKind] = ErrorKind.UNAVAILABLE

    def __init__(
        self,
        sentence: str,
        *,
        status: int | None = None,
        provider_code: str | None = None,
        retry_after_s: float | None = None,
        may_be_billed: bool = False,
        **fields: object,
    ) -> None:
        super().__init__(sentence, status=status, provider_code=provider_code, **fields)
        self.status = status
        self.provider_code = provider_code
        self.retry_after_s = retry_after_s
        self.may_be_billed = may_be_billed

    def advise(self, advice: str) -> None:
        """Say what to do next beside what the provider said."""
        self.sentence = f"{self.sentence} {advice}"
        self.args = (self.sentence,)

    def redact(self, mask: Callable[[str], str]) -> None:
        """Mask everything a provider said: providers echo keys."""
        self.sentence = mask(self.sentence)
        self.args = (self.sentence,)
        self.provider_code = mask(self.provider_code) if self.provider_code is not None else None
        self.fields = {
            name: mask(said) if isinstance(said, str) else said for name, said in self.fields.items()
        }


class RateLimited(ProviderTrouble):
    """Too many requests or tokens for now; waiting helps."""

    code: ClassVar[str] = "rate_limited"
    kind: ClassVar[ErrorKind] = ErrorKind.EXHAUSTED


class QuotaGone(ProviderTrouble):
    """The account's money or quota is used up; waiting does not help, a person must act."""

    code: ClassVar[str] = "quota_gone"
    kind: ClassVar[ErrorKind] = ErrorKind.EXHAUSTED


class AuthRefused(ProviderTrouble):
    """The key is missing, wrong, revoked, or not allowed to do this."""

    code: ClassVar[str] = "auth_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN


class BadRequest(ProviderTrouble):
    """The provider understood the request and will never accept it as it is."""

    code: ClassVar[str] = "bad_request"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID


class ModelMissing(BadRequest):
    """The provider does not have this model, or no longer."""

    code: ClassVar[str] = "model_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING


class TooLong(BadRequest):
    """The request does not fit into the model's context or the provider's size limit."""

    code: ClassVar[str] = "too_long"


class Unavailable(ProviderTrouble):
    """The provider is down, overloaded or unreachable; the same request may succeed later."""

    code: ClassVar[str] = "unavailable"


class TimedOut(ProviderTrouble):
    """The deadline passed before the answer was whole."""

    code: ClassVar[str] = "timed_out"


class BrokenStream(ProviderTrouble):
    """A stream ended before its end mark; the part that came is kept as evidence and never scored."""

    code: ClassVar[str] = "broken_stream"


class Unreadable(ProviderTrouble):
    """The provider answered with something that is not an answer of its format."""

    code: ClassVar[str] = "unreadable"
    kind: ClassVar[ErrorKind] = ErrorKind.BROKEN


class ApplicationFailed(ProviderTrouble):
    """What somebody built broke, or gave back nothing that can be read; the same question would fail again."""

    code: ClassVar[str] = "application_failed"
    kind: ClassVar[ErrorKind] = ErrorKind.BROKEN


class UnknownOutcome(ProviderTrouble):
    """The connection was lost after the request had left: it may have been answered and billed."""

    code: ClassVar[str] = "unknown_outcome"
