"""What runs of a project may spend is set aside when they begin: however many begin at once, no more than the cap."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from edison.actions.project_limits import left_of_cap, refuse_beyond_cap
from edison.actions.projects import ProjectLimits, add_project, change_project
from edison.domain import ProjectId, Run
from edison.errors import EdisonError, ProjectCapReached
from edison.store import Store, UnitOfWork
from tests.actions.test_rechecking import a_house
from tests.factories import a_design, a_run
from tests.store.filling import add_run

_EACH = 400_000


@pytest.fixture
def shop(store: Store) -> ProjectId:
    house = a_house(store)
    add_project(house, "shop")
    change_project(house, "shop", limits=ProjectLimits(cap_usd=1.0))
    with store.reading() as work:
        return work.projects.get("shop").id


def _begin(store: Store, run: Run) -> bool:
    def begin(work: UnitOfWork) -> bool:
        work.runs.add(run, budget_microusd=_EACH)
        refuse_beyond_cap(work, run)
        return True

    try:
        return store.retry(begin)
    except ProjectCapReached:
        return False


def test_of_many_runs_that_begin_at_once_so_many_begin_as_the_cap_allows(
    store: Store, shop: ProjectId
) -> None:
    runs = [a_run(id=f"run_{number}", experiment=a_design(project_id=shop)) for number in range(6)]

    with ThreadPoolExecutor(len(runs)) as pool:
        began = sum(pool.map(lambda run: _begin(store, run), runs))

    assert began == 2
    assert left_of_cap(a_house(store), shop) == 1_000_000 - 2 * _EACH


def test_a_run_without_a_budget_of_its_own_cannot_go_on_under_a_cap(store: Store, shop: ProjectId) -> None:
    run = add_run(store, experiment=a_design(project_id=shop))

    with store.work() as work, pytest.raises(EdisonError) as raised:
        refuse_beyond_cap(work, run)
    with store.work() as work:
        refuse_beyond_cap(work, run, budget_microusd=1_000_000)

    assert raised.value.code == "project_cap_reached"
