"""The store: opens a database, and hands out units of work on it."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar

from sqlalchemy import Connection, Engine

from edison.domain import Chance, Clock, FaultPoint, no_fault
from edison.errors import DatabaseUnavailable

from .database.migrating import migrate as migrate_database
from .database.migrating import refuse_old_schema
from .database.opening import is_sqlite, make_engine, read_url
from .database.troubles import translated_errors, waits
from .repositories.agent_tokens import AgentTokens
from .repositories.askers import Askers
from .repositories.assignments import Assignments
from .repositories.chats import Chats
from .repositories.comparisons import Comparisons
from .repositories.datasets import Datasets
from .repositories.documents import Documents
from .repositories.events import Events, SharedMint
from .repositories.experiments import Experiments
from .repositories.findings import StoredFindings
from .repositories.generations import Generations
from .repositories.in_flight import InFlight
from .repositories.ledger import LedgerReader
from .repositories.library import DatasetLibrary
from .repositories.output_reviews import OutputReviews, PairReviews
from .repositories.parts import Parts
from .repositories.people import People
from .repositories.projects import Projects
from .repositories.prompts import Prompts
from .repositories.proposals import Proposals
from .repositories.providers import Providers
from .repositories.rankings import Cards, EntryRankings, Rankings
from .repositories.rates import RateLimits
from .repositories.removal import RunRemoval
from .repositories.requests import Requests
from .repositories.runs import Runs
from .repositories.suggestions import Suggestions
from .repositories.waves import Waves
from .repositories.workers import Slots, Workers
from .results.results import RunResults
from .writing.writer import LINGER_S, Writer

T = TypeVar("T")


def open_store(url: str, *, clock: Clock, chance: Chance, migrate: bool = True) -> "Store":
    """Open a database, making it and bringing it to the newest schema where needed.

    Args:
        url: A file, `sqlite:///FILE`, or `postgresql://…`.
        clock: What tells when something was asked for.
        chance: Where the ids of events come from; seeded differently in every process.
        migrate: False refuses a database that would have to be changed first.
    """
    engine = make_engine(read_url(url))
    try:
        if migrate:
            migrate_database(engine)
        else:
            refuse_old_schema(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, clock=clock, chance=chance)


class Store:
    """A database of ours. Every call blocks; call from threads. Threads may share a store."""

    def __init__(self, engine: Engine, *, clock: Clock, chance: Chance) -> None:
        self._engine = engine
        self._clock = clock
        self._mint = SharedMint(clock, chance)
        self._closed = threading.Event()
        self.url = engine.url.render_as_string(hide_password=False)
        self.is_sqlite = is_sqlite(engine.url)

    @property
    def engine(self) -> object:
        """The connections, for the durable library, which must write in the same transactions."""
        return self._engine

    @contextmanager
    def work(self) -> "Generator[UnitOfWork]":
        """One transaction that writes: committed at the end, rolled back when something is raised."""
        with translated_errors(), self._connection() as connection, connection.begin():
            if self.is_sqlite:
                # What is read here must still hold when it is written.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield self._unit(connection)

    @contextmanager
    def reading(self) -> "Generator[UnitOfWork]":
        """One consistent look at the database; blocks nobody and writes nothing."""
        with translated_errors(), self._connection() as connection:
            look = _look_at_file if self.is_sqlite else _look_at_server
            with look(connection):
                yield self._unit(connection)

    @property
    def path(self) -> str | None:
        """The file, where the database is one."""
        return self._engine.url.database if self.is_sqlite else None

    def retry(
        self, act: "Callable[[UnitOfWork], T]", *, reading: bool = False, patience_s: float | None = None
    ) -> T:
        """Do something in a transaction of its own, again and again while the database cannot be reached.

        A commit whose confirmation was lost is repeated too: what is done must come to the same when done twice.
        """
        gives_up_at = None if patience_s is None else self._clock.monotonic() + patience_s
        for wait_s in waits():
            try:
                with self.reading() if reading else self.work() as work:
                    return act(work)
            except DatabaseUnavailable:
                is_over = gives_up_at is not None and self._clock.monotonic() + wait_s > gives_up_at
                if is_over or self._closed.wait(wait_s):
                    raise
        raise AssertionError("waits never end")

    def writer(self, worker: str, *, linger_s: float = LINGER_S, fault: FaultPoint = no_fault) -> Writer:
        """A writer for the hot path; one for each process."""
        return Writer(self._engine, worker=worker, linger_s=linger_s, fault=fault)

    def close(self) -> None:
        """Let go of all connections; whoever waits for the database gives up."""
        self._closed.set()
        self._engine.dispose()

    @contextmanager
    def _connection(self) -> Generator[Connection]:
        with self._engine.connect() as connection:
            try:
                yield connection
            finally:
                if self._closed.is_set() and not connection.invalidated:
                    # The pool is gone, so nobody else would close it.
                    connection.detach()

    def _unit(self, connection: Connection) -> "UnitOfWork":
        return UnitOfWork(connection, clock=self._clock, mint=self._mint)


class UnitOfWork:
    """All repositories on one transaction."""

    def __init__(self, connection: Connection, *, clock: Clock, mint: SharedMint) -> None:
        self.connection = connection
        """For this room; everyone else asks a repository."""
        self._clock = clock
        self._mint = mint

    @property
    def handle(self) -> object:
        """The transaction itself, for the durable library's hand-off; opaque to everyone else."""
        return self.connection

    @cached_property
    def runs(self) -> Runs:
        return Runs(self.connection)

    @cached_property
    def removal(self) -> RunRemoval:
        return RunRemoval(self.connection)

    @cached_property
    def datasets(self) -> Datasets:
        return Datasets(self.connection)

    @cached_property
    def waves(self) -> Waves:
        return Waves(self.connection)

    @cached_property
    def people(self) -> People:
        return People(self.connection)

    @cached_property
    def documents(self) -> Documents:
        return Documents(self.connection)

    @cached_property
    def generations(self) -> Generations:
        return Generations(self.connection, self._clock)

    @cached_property
    def results(self) -> RunResults:
        return RunResults(self.connection)

    @cached_property
    def findings(self) -> StoredFindings:
        return StoredFindings(self.connection)

    @cached_property
    def comparisons(self) -> Comparisons:
        return Comparisons(self.connection)

    @cached_property
    def ledger(self) -> LedgerReader:
        return LedgerReader(self.connection, self._clock)

    @cached_property
    def in_flight(self) -> InFlight:
        return InFlight(self.connection)

    @cached_property
    def rankings(self) -> Rankings:
        return Rankings(self.connection)

    @cached_property
    def entry_rankings(self) -> EntryRankings:
        return EntryRankings(self.connection)

    @cached_property
    def cards(self) -> Cards:
        return Cards(self.connection)

    @cached_property
    def events(self) -> Events:
        return Events(self.connection, self._mint)

    @cached_property
    def projects(self) -> Projects:
        return Projects(self.connection)

    @cached_property
    def assignments(self) -> Assignments:
        return Assignments(self.connection)

    @cached_property
    def experiments(self) -> Experiments:
        return Experiments(self.connection)

    @cached_property
    def parts(self) -> Parts:
        return Parts(self.connection)

    @cached_property
    def prompts(self) -> Prompts:
        return Prompts(self.connection)

    @cached_property
    def proposals(self) -> Proposals:
        return Proposals(self.connection)

    @cached_property
    def library(self) -> DatasetLibrary:
        return DatasetLibrary(self.connection)

    @cached_property
    def suggestions(self) -> Suggestions:
        return Suggestions(self.connection)

    @cached_property
    def output_reviews(self) -> OutputReviews:
        return OutputReviews(self.connection)

    @cached_property
    def pair_reviews(self) -> PairReviews:
        return PairReviews(self.connection)

    @cached_property
    def providers(self) -> Providers:
        return Providers(self.connection)

    @cached_property
    def agent_tokens(self) -> AgentTokens:
        return AgentTokens(self.connection)

    @cached_property
    def askers(self) -> Askers:
        return Askers(self.connection, self._clock)

    @cached_property
    def chats(self) -> Chats:
        return Chats(self.connection)

    @cached_property
    def requests(self) -> Requests:
        return Requests(self.connection)

    @cached_property
    def workers(self) -> Workers:
        return Workers(self.connection)

    @cached_property
    def slots(self) -> Slots:
        return Slots(self.connection)

    @cached_property
    def rates(self) -> RateLimits:
        return RateLimits(self.connection)


@contextmanager
def _look_at_file(connection: Connection) -> Generator[None]:
    connection.exec_driver_sql("PRAGMA query_only=ON")
    try:
        connection.exec_driver_sql("BEGIN")
        yield
    finally:
        connection.rollback()
        connection.exec_driver_sql("PRAGMA query_only=OFF")


@contextmanager
def _look_at_server(connection: Connection) -> Generator[None]:
    connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with connection.begin() as transaction:
        yield
        transaction.rollback()
