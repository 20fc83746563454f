"""Who decides in a refinement, changed while it goes on: what was decided stays, the rest is decided otherwise."""

from dataclasses import dataclass, field

import pytest

from edison.actions.presets import PRESETS
from edison.actions.presets.refine_loop import RefineLoop
from edison.domain import (
    AUTONOMY,
    PEOPLE,
    REFINEMENT,
    Autonomy,
    Chance,
    ChosenAutonomy,
    Mint,
    PersonAnswer,
    PersonQuestion,
    PersonQuestions,
    Refinement,
    Run,
    Settlement,
)
from edison.engine import Next, Story, ask_people
from edison.wiring import SystemClock
from tests.engine.house import House, a_run_of
from tests.engine.refinements import start_refinement

_MINT = Mint(SystemClock(), Chance(1).stream("ids"))

pytestmark = pytest.mark.timeout(240)


def _choose(house: House, run: Run, autonomy: Autonomy) -> None:
    with house.store.work() as work:
        chosen = ChosenAutonomy(autonomy=autonomy, by="ada", at=house.clock.now())
        work.documents.put(run.id, AUTONOMY, chosen)


async def test_what_was_decided_stays_whoever_decides_from_now_on(house: House) -> None:
    run = start_refinement(house, rounds=2)
    _choose(house, run, Autonomy.MANUAL)

    waiting = await house.work_on(run)
    _choose(house, run, Autonomy.AUTOPILOT)
    with house.store.reading() as work:
        [asked] = work.waves.of_run(run.id, lane=PEOPLE)
    said = PersonAnswer(unit=asked.first_unit, by="ada", choice="reject", at=house.clock.now())
    house.control.answer(run.id, [said])
    ended = await house.work_on(run)
    _choose(house, run, Autonomy.MANUAL)

    assert waiting.halted is not None
    assert waiting.halted.code == "waits_for_people"
    assert waiting.halted.sentence == "It waits for people: 1 question is open."
    assert ended.settlement is Settlement.ROUNDS_DONE
    with house.store.reading() as work:
        assert len(work.waves.of_run(run.id, lane=PEOPLE)) == 1, "the second round asked nobody"
        kept = work.documents.get(run.id, REFINEMENT, Refinement)
        again = RefineLoop(Story(work, ended, at=house.clock.now(), mint=_MINT), asks=False)
        again.go_on()
        assert kept is not None
        assert again.sum_up(Settlement.ROUNDS_DONE).rounds == kept.rounds
    assert kept.rounds[0].adopted is None
    house.check(run)


@dataclass
class _Hesitant:
    """Wants to ask people; while it decides so for the first time, somebody chooses otherwise."""

    house: House
    name: str = "hesitant"
    seen: list[Autonomy] = field(default_factory=list[Autonomy])

    def next(self, story: Story) -> Next:
        self.seen.append(story.autonomy)
        if len(self.seen) == 1:
            return Settlement.NOT_YET
        if len(self.seen) == 2:
            _choose(self.house, story.run, Autonomy.AUTOPILOT)
        return ask_people(PersonQuestions(questions=(PersonQuestion(text="Go on?"),)))


def test_what_was_decided_for_somebody_who_chose_otherwise_meanwhile_is_decided_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hesitant = _Hesitant(house)
    monkeypatch.setitem(PRESETS, hesitant.name, hesitant)  # pyright: ignore[reportArgumentType]
    plain = a_run_of(1)
    experiment = plain.experiment.model_copy(update={"preset": hesitant.name})
    run = house.start(plain.model_copy(update={"experiment": experiment}))

    first = house.sweeps.go_on(run.id, run.epoch)
    with house.store.reading() as work:
        after_first = len(work.waves.of_run(run.id))
    house.sweeps.go_on(run.id, run.epoch)

    assert (first, after_first) == (Settlement.NOT_YET, 0)
    assert hesitant.seen == [Autonomy.MANUAL, Autonomy.MANUAL, Autonomy.AUTOPILOT]
    with house.store.reading() as work:
        assert len(work.waves.of_run(run.id, lane=PEOPLE)) == 1
