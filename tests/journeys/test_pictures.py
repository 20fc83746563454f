"""What the pictures of the docs show is made through the API as it is now."""

import pytest

from tools.picture_world import Workbench, fill

from .opening import Opened


@pytest.mark.usefixtures("wholly")
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_world_of_the_pictures_is_filled(workbench: Opened) -> None:
    world = fill(Workbench(workbench.port, workbench.token))

    states = {
        name: workbench.ask("GET", f"/api/runs/{getattr(world, name)}")["state"]
        for name in ("comparison", "refined", "ranking", "battery", "waiting")
    }
    assert states == {**dict.fromkeys(states, "ended"), "waiting": "waiting"}
    assert len(workbench.ask("GET", f"/api/chats/{world.chat}")["answers"]) == 2
    assert workbench.ask("GET", f"/api/reviews/{world.review}")["prompt"] == "shop letters"
