"""Where the money went: by project, and by the day on which it was spent."""

from datetime import UTC, datetime

from edison.actions.projects import add_project
from edison.actions.results.calls import list_spending
from edison.store import Store
from tests.actions.test_rechecking import a_house
from tests.factories import a_design
from tests.store.filling import Filler, add_run


def test_what_a_run_spent_is_its_projects_and_stands_in_the_day_of_its_calls(store: Store) -> None:
    house = a_house(store)
    add_project(house, "shop")
    with store.reading() as work:
        shop = work.projects.get("shop")
    add_run(store, experiment=a_design(project_id=shop.id))
    with store.work() as work:
        fill = Filler(work)
        fill.attempt(0)
        fill.attempt(1)

    [line] = list_spending(house)

    assert (line.project, line.run, line.attempts, line.day) == (
        "shop",
        "run_1",
        2,
        datetime(1970, 1, 1, tzinfo=UTC),
    )
