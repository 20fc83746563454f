"""What the gateway refuses before anything is sent."""

from collections.abc import Iterable
from typing import ClassVar

from .base import EdisonError, ErrorKind


class ProviderUnknown(EdisonError):
    """A provider name that nobody configured."""

    code: ClassVar[str] = "provider_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, name: str, known: Iterable[str]) -> None:
        listed = ", ".join(sorted(known)) or "none"
        super().__init__(f"No provider is called {name!r}; configured are: {listed}.", name=name)


class ProviderBroken(EdisonError):
    """Settings of a provider that cannot work."""

    code: ClassVar[str] = "provider_settings"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, cause: str) -> None:
        super().__init__(f"Provider {name!r} cannot be used: {cause}", name=name, cause=cause)


class KeyMissing(EdisonError):
    """A provider that needs a key has none."""

    code: ClassVar[str] = "key_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, provider: str, variable: str | None) -> None:
        hint = f"set {variable} or configure a key for it" if variable else "configure a key for it"
        super().__init__(f"Provider {provider!r} needs a key; {hint}.", provider=provider, variable=variable)


class KeyKeptBack(EdisonError):
    """A key that would go where it does not belong, because a suite says so."""

    code: ClassVar[str] = "key_kept_back"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, provider: str, variable: str, host: str, advice: str) -> None:
        super().__init__(
            f"What {variable} holds is not sent to {host}, as provider {provider!r} wants it. {advice}",
            provider=provider,
            variable=variable,
            host=host,
        )


class EndpointNotAllowed(EdisonError):
    """Whoever runs Edison does not let this endpoint be asked."""

    code: ClassVar[str] = "endpoint_not_allowed"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(
        self, endpoint: str, hosts: Iterable[str], allowed: Iterable[str], *, by: str = "EDISON_ALLOWED"
    ) -> None:
        at, listed = ", ".join(hosts) or "an unknown address", ", ".join(allowed) or "nothing"
        super().__init__(
            f"{endpoint} at {at} may not be asked here, and nothing was sent; {by} lets be asked: {listed}.",
            endpoint=endpoint,
            hosts=at,
            allowed=listed,
        )


class CodeNotAllowed(EdisonError):
    """Scripts or functions of a suite that nobody has allowed to be run."""

    code: ClassVar[str] = "code_not_allowed"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, programs: Iterable[str]) -> None:
        listed = ", ".join(programs) or "its checks"
        super().__init__(
            f"Code of the suite would be run on this machine ({listed}), and nothing was asked; if you trust it, "
            "say --allow-code, allow_code=True in Python, or set EDISON_ALLOW_CODE=1 where a server or worker starts.",
            programs=listed,
        )


class EmbedderMissing(EdisonError):
    """A check by meaning, and nothing on this machine that makes vectors of texts."""

    code: ClassVar[str] = "embedder_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, package: str) -> None:
        super().__init__(
            f"Texts cannot be compared by meaning: {package} is not installed; "
            "install it with: pip install 'edison-workbench[embeddings]', or the lighter edison-workbench[wordllama]; "
            "or name a provider's model with --embedder, or as embedder in a suite.",
            package=package,
        )


class ProviderUnreachable(EdisonError):
    """Nobody answers at a provider's address; found out before anything is paid for."""

    code: ClassVar[str] = "provider_unreachable"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str, *, address: str, cause: str) -> None:
        super().__init__(
            f"Provider {name!r} cannot be reached at {address} ({cause}); check its address, and that it runs.",
            name=name,
            address=address,
            cause=cause,
        )


class ParametersNotTaken(EdisonError):
    """The model does not take what was asked for; refused by name, never dropped in silence."""

    code: ClassVar[str] = "parameters_not_taken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, endpoint: str, parameters: Iterable[str]) -> None:
        names = tuple(parameters)
        super().__init__(
            f"{endpoint} does not take {', '.join(names)}; remove them, or write leave_out: true at its provider.",
            endpoint=endpoint,
            parameters=names,
        )


class ExtraRefused(EdisonError):
    """Fields of a provider's own that would say something which Edison itself says."""

    code: ClassVar[str] = "extra_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.FORBIDDEN

    def __init__(self, endpoint: str, names: Iterable[str]) -> None:
        listed = tuple(names)
        super().__init__(
            f"extra of {endpoint} may not set {', '.join(listed)}; nothing was sent. Set the model, max_tokens and "
            "the others by their own names, and ask for several answers with repeats.",
            endpoint=endpoint,
            names=listed,
        )


class ExtraNotPriced(EdisonError):
    """A budget in dollars cannot be kept with fields that make calls dearer by nobody knows how much."""

    code: ClassVar[str] = "extra_not_priced"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, endpoint: str, names: Iterable[str]) -> None:
        listed = tuple(names)
        super().__init__(
            f"With {', '.join(listed)} in extra, what {endpoint} costs is unknown, so no budget can be kept; "
            "leave it out, or run without a budget.",
            endpoint=endpoint,
            names=listed,
        )


class OperationNotOffered(EdisonError):
    """The provider has no such service: embeddings, model listing, batches."""

    code: ClassVar[str] = "operation_not_offered"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, provider: str, operation: str) -> None:
        super().__init__(
            f"Provider {provider!r} offers no {operation}.", provider=provider, operation=operation
        )


class BudgetSpent(EdisonError):
    """The ledger will not let this attempt be made: its worst case does not fit into what is left."""

    code: ClassVar[str] = "budget_spent"
    kind: ClassVar[ErrorKind] = ErrorKind.EXHAUSTED

    def __init__(self, *, needed_microusd: int, left_microusd: int) -> None:
        super().__init__(
            f"The call may cost {needed_microusd / 1e6:.6f} USD and only {left_microusd / 1e6:.6f} USD is left; "
            "raise the budget or lower max_tokens.",
            needed_microusd=needed_microusd,
            left_microusd=left_microusd,
        )


class PriceUnknown(EdisonError):
    """A budget in dollars cannot be kept for a model whose price nobody knows."""

    code: ClassVar[str] = "price_unknown"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, endpoint: str) -> None:
        super().__init__(
            f"The price of {endpoint} is unknown, so no budget can be kept; give its provider a price.",
            endpoint=endpoint,
        )


class WaitTooLong(EdisonError):
    """No slot came free within the deadline; nothing was sent and nothing was billed."""

    code: ClassVar[str] = "wait_too_long"
    kind: ClassVar[ErrorKind] = ErrorKind.UNAVAILABLE

    def __init__(self, endpoint: str, waited_s: float) -> None:
        super().__init__(
            f"No slot for {endpoint} came free within {waited_s:.0f} s; nothing was sent. "
            "Try again, or raise its limits.",
            endpoint=endpoint,
            waited_s=waited_s,
        )


class ModelNotServed(EdisonError):
    """No server of a local pool has the model, or none answers."""

    code: ClassVar[str] = "model_not_served"
    kind: ClassVar[ErrorKind] = ErrorKind.MISSING

    def __init__(self, model: str, servers: Iterable[str]) -> None:
        listed = ", ".join(servers) or "no server"
        super().__init__(
            f"None of {listed} serves the model {model!r}; load it there or choose another.", model=model
        )


class BatchRefused(EdisonError):
    """A batch that must not be handed in as it is."""

    code: ClassVar[str] = "batch_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, cause: str) -> None:
        super().__init__(f"The batch was not handed in: {cause}", cause=cause)
