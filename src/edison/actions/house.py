"""What every verb is handed; built once, by wiring."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from pydantic import JsonValue

from edison.domain import (
    LOCAL_USER,
    Actor,
    Chance,
    Clock,
    Endpoint,
    FaultPoint,
    Mint,
    ProjectId,
    RequestKey,
    RequestMade,
    Run,
    Snapshot,
    no_fault,
)
from edison.errors import CodeNotAllowed

if TYPE_CHECKING:
    # Each loads a good deal, and most verbs do without most of it.
    from edison.engine import Control, MachineSettings
    from edison.gateway import Network, Provider
    from edison.store import Store, UnitOfWork

    from .presets.web_texts import WebTexts
    from .providers.allowing import AllowList
    from .providers.connecting import KeySource

T = TypeVar("T")


class RequestDone(Exception):
    """What was asked for was done before, under the same key."""

    def __init__(self, before: RequestMade) -> None:
        super().__init__(before.made)
        self.before = before


class House:
    """The archive, the machine room's controls, a clock and chance; opened when they are first needed.

    Whatever is wrong with a wish is found out before the archive is touched, as far as that is possible.
    """

    def __init__(
        self,
        *,
        database: str,
        open_archive: "Callable[[str], Store]",
        keys: "KeySource",
        clock: Clock,
        chance: Chance,
        machine: "Callable[[], MachineSettings] | None" = None,
        network: "Callable[[], Network] | None" = None,
        simulator: Callable[[], str] | None = None,
        fault: FaultPoint = no_fault,
        given: Mapping[str, JsonValue] | None = None,
        around: Mapping[str, JsonValue] | None = None,
        allowed: str | None = None,
        key_hosts: str | None = None,
        text_hosts: str | None = None,
        allows_code: bool = False,
        actor: Actor = LOCAL_USER,
    ) -> None:
        self.actor = actor
        """For whom everything is done; `access` looks at it before each verb."""
        self._owner = self
        self._key: RequestKey | None = None
        self.database = database
        """Where the archive is; may hold a password, so it is never shown."""
        self._open_archive = open_archive
        self._machine = machine
        self._network = network
        self._simulator = simulator
        self.keys = keys
        self.clock = clock
        self.chance = chance
        self.fault = fault
        """Where a test may have the process die."""
        self.given = given or {}
        """How providers are reached, by a file that was given with the command."""
        self.around = around or {}
        """The same by the environment; whatever a file, a suite or the archive says of one wins."""
        self._allowed = allowed
        self._key_hosts = key_hosts
        self._text_hosts = text_hosts
        self.allows_code = allows_code
        """Whether scripts and functions that a suite names are run."""

    def acting_for(self, actor: Actor) -> "House":
        """The same house for somebody else; what one of them opens is open for both, and the first house closes it."""
        other = copy(self)
        other.actor = actor
        return other

    def under(self, key: RequestKey) -> "House":
        """The same house for one request: what its verb writes is kept together with the key, or neither of both."""
        other = copy(self)
        other._key = key
        return other

    def write(self, act: "Callable[[UnitOfWork], T]") -> T:
        """Write in one transaction, again while the archive cannot be reached.

        Raises:
            RequestDone: it was written before, under the key that this house is used under.
        """

        def keyed(work: "UnitOfWork") -> T:
            self.note(work)
            made = act(work)
            if self._key is not None and isinstance(named := getattr(made, "id", None), str):
                work.requests.tell_made(self._key.key, named)
            return made

        return self.store.retry(keyed)

    def note(self, work: "UnitOfWork", *, made: str = "") -> None:
        """Keep the key, and the id of what is made, in a transaction that somebody else opened.

        Nothing where there is none.

        Raises:
            RequestDone: something was done under it before.
        """
        key = self._key
        if key is None or work.requests.add(key, at=self.clock.now(), made=made):
            return
        before = work.requests.find(key.key)
        assert before is not None, "it was not added, so it is there"
        raise RequestDone(before)

    @property
    def store(self) -> "Store":
        return self._owner._store

    @property
    def control(self) -> "Control":
        return self._owner._control

    @property
    def machine(self) -> "MachineSettings":
        return self._owner._machine_settings

    @property
    def mint(self) -> Mint:
        return self._owner._mint

    @cached_property
    def _store(self) -> "Store":
        return self._open_archive(self.database)

    @cached_property
    def _control(self) -> "Control":
        from edison.engine import Control, prepare

        from .presets import PRESETS

        prepare(self.store)
        return Control(self.store, presets=PRESETS, now=self.clock.now, mint=self.mint)

    @cached_property
    def _machine_settings(self) -> "MachineSettings":
        from edison.engine import MachineSettings

        return MachineSettings() if self._machine is None else self._machine()

    @cached_property
    def network(self) -> "Network":
        """The way to providers."""
        from edison.gateway import DIRECT

        return DIRECT if self._network is None else self._network()

    @cached_property
    def _mint(self) -> Mint:
        return Mint(self.clock, self.chance.stream("actions", "ids"))

    @cached_property
    def web_texts(self) -> "WebTexts":
        """Fetches texts from servers that are allowed."""
        from .presets.web_texts import WebTexts

        return WebTexts(self._text_hosts, clock=self.clock, network=self.network)

    @cached_property
    def allowed(self) -> "AllowList":
        """Which endpoints may be asked."""
        from .providers.allowing import AllowList

        return AllowList(self._allowed)

    def providers_for(self, forms: Mapping[str, JsonValue]) -> "list[Provider]":
        """Providers with their keys; what a file given with the command says of one wins.

        Raises:
            EndpointNotAllowed: nothing may be asked of one of them.
            KeyKeptBack: neither such a file nor the archive says that a key may go where one of them would have it.
        """
        return self._connect(forms, endpoints=((name, None) for name in forms))

    def providers_of(self, snapshot: Snapshot, *, project_id: ProjectId) -> "list[Provider]":
        """The same for everything that a run asks, which its project has to let be asked as well."""
        refiners = () if snapshot.refining is None else (snapshot.refining.refiner,)
        answering = (one.endpoint for one in (*snapshot.arms, *snapshot.judges, *refiners))
        asked = (*answering, *snapshot.users, *([] if snapshot.embedder is None else [snapshot.embedder]))
        endpoints = [(one.provider, one.model) for one in asked if one.is_called]
        self._refuse_for_project(project_id, endpoints, snapshot.providers)
        if snapshot.runs_code:
            self._refuse_code(snapshot)
        providers = self._connect(snapshot.providers, endpoints=endpoints, folder=snapshot.folder)
        if snapshot.timeout_s is None:
            return providers
        return [one.with_timeout(snapshot.timeout_s) for one in providers]

    def _refuse_for_project(
        self,
        project_id: ProjectId,
        endpoints: Iterable[tuple[str, str | None]],
        forms: Mapping[str, JsonValue],
    ) -> None:
        from .providers.allowing import AllowList

        with self.store.reading() as work:
            project = work.projects.find(project_id)
        if project is not None and project.allow_list is not None:
            chosen = {name: self.given.get(name, form) for name, form in forms.items()}
            listed = AllowList(",".join(project.allow_list), by=f"the project {project.slug}")
            listed.refuse_others(endpoints, forms=chosen)

    def _refuse_code(self, snapshot: Snapshot) -> None:
        """Refuse to run scripts and functions, unless whoever started this process allows it.

        Raises:
            CodeNotAllowed: with how it can be allowed.
        """
        from edison.stages.check import code_of_checks

        from .providers.connecting import names_code

        if not self.allows_code:
            checks = (call.name for call in code_of_checks(snapshot.checks))
            raise CodeNotAllowed([*names_code(snapshot.providers), *checks])

    def provider_at(self, endpoint: Endpoint, *, form: JsonValue, key: str | None = None) -> "Provider":
        """The same for one endpoint; with a key that was given for it, no other is looked for."""
        from edison.gateway import Secret

        from .providers.connecting import GivenKey

        keys = None if key is None else GivenKey(key)
        asked = ((endpoint.provider, endpoint.model),)
        [provider] = self._connect({endpoint.provider: form}, endpoints=asked, keys=keys)
        return provider if key is None else replace(provider, key=Secret(key))

    def connect(self, run: Run) -> "list[Provider]":
        """The same, as the engine asks for them."""
        return self.providers_of(run.snapshot, project_id=run.experiment.project_id)

    def _connect(
        self,
        forms: Mapping[str, JsonValue],
        *,
        endpoints: Iterable[tuple[str, str | None]],
        keys: "KeySource | None" = None,
        folder: str | None = None,
    ) -> "list[Provider]":
        from .providers.connecting import build_providers
        from .providers.entrusting import KeyHosts

        chosen = {name: self.given.get(name, form) for name, form in forms.items()}
        self.allowed.refuse_others(endpoints, forms=chosen)
        with self.store.reading() as work:
            stored = work.providers.named(chosen)
        trusted = dict(self.around) | {record.name: record.form for record in stored} | dict(self.given)
        suspects = {name for name, form in chosen.items() if trusted.get(name) != form}
        hosts = KeyHosts(self._key_hosts)
        built = build_providers(
            chosen, keys=keys or self.keys, stored=stored, suspects=suspects, hosts=hosts, folder=folder
        )
        return [self._at_its_place(provider) for provider in built]

    def _at_its_place(self, provider: "Provider") -> "Provider":
        """With the way to it; the simulator is started where one is asked that nobody gave an address."""
        from edison.gateway import DIRECT, KINDS, Secret

        kind = KINDS.get(provider.kind)
        is_pretended = kind is not None and kind.is_pretended and not (provider.base_url or provider.servers)
        if self._simulator is None or not is_pretended:
            return replace(provider, network=self.network)
        # It lets in any key, and nobody without one.
        return replace(provider, base_url=self._simulator(), key=Secret("pretended"), network=DIRECT)

    def close(self) -> None:
        """Let go of everything that was opened; of a house for somebody else there is nothing to let go of."""
        opened = vars(self) if self._owner is self else {}
        if "_control" in opened:
            self._control.close()
        if "_store" in opened:
            self._store.close()
