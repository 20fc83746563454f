"""Cards of judges: made from what was said in an examination, kept, and shown."""

from collections.abc import Collection, Iterator

from edison.domain import JudgeCard, JudgeSuite, PresetName, Run, StageName
from edison.errors import ExaminationRefused
from edison.formats.cards.text import tell_card
from edison.stages.plan import digest_cells, find_examined, name_dataset
from edison.stages.rank import CardEvidence, SeenPair, SeenVerdict, make_card
from edison.store import LOCAL_PROJECT, UnitOfWork

from ..house import House

_PAGE = 500


def make_cards(house: House, run: Run, *, suite: JudgeSuite) -> list[JudgeCard]:
    """The card of every judge that was examined in a run, made from stored answers and kept.

    Made once more, with what people have chosen since, a card takes the place of the one before.

    Raises:
        ExaminationRefused: the run examined nobody, has not ended, or did so with other texts.
    """
    _refuse_others(run, suite)
    judges = run.snapshot.judges
    with house.store.reading() as work:
        gathered = [(mine, _gather(work, run, mine)) for mine in find_examined(judges)]
    cards = [
        make_card(
            suite,
            evidence=evidence,
            judges=[judges[index] for index in mine],
            run_id=run.id,
            made_at=house.clock.now(),
            seed=run.seed,
        )
        for mine, evidence in gathered
    ]
    with house.store.work() as work:
        for card in cards:
            work.cards.put(card)
    return cards


def show_card(card: JudgeCard) -> list[str]:
    """A card in lines for people."""
    return list(tell_card(card))


def list_cards(house: House) -> list[JudgeCard]:
    """Every card, the newest first."""
    with house.store.reading() as work:
        return work.cards.all()


def is_examination(run: Run) -> bool:
    """Whether a run examines judges."""
    return run.experiment.preset is PresetName.QUALIFY_JUDGE


def _refuse_others(run: Run, suite: JudgeSuite) -> None:
    """Cells are numbered by the suite: with another one, answers would be held against what is right elsewhere."""
    if not is_examination(run):
        raise ExaminationRefused(f"{run.id} examined nobody", "Choose a run of edison judge qualify.")
    if not run.settlement.is_end:
        raise ExaminationRefused(f"{run.id} has not ended", f"Go on with: edison resume {run.id}")
    dataset = name_dataset(suite.name, project_id=LOCAL_PROJECT, digest=digest_cells(suite))
    if dataset.id != run.snapshot.dataset.id:
        raise ExaminationRefused(
            f"{run.id} asked about other texts than those of {suite.name}",
            "Name the suite that it was started with.",
        )


def _gather(work: UnitOfWork, run: Run, mine: Collection[int]) -> CardEvidence:
    """Everything that one judge said, in whichever ways it was asked."""
    snapshot = run.snapshot
    judgment_plan = snapshot.judgment_plan
    answered = work.ledger.answered(run.id, StageName.JUDGE)
    return CardEvidence(
        pairs=list(_pairs(work, run, mine)),
        verdicts=list(_verdicts(work, run, mine)),
        answered=[cost for (_, part), cost in answered.items() if judgment_plan.slot(part).judge in mine],
        may_tie=any(snapshot.judges[index].may_tie for index in mine),
    )


def _pairs(work: UnitOfWork, run: Run, mine: Collection[int]) -> Iterator[SeenPair]:
    after = (-1, -1)
    while page := work.comparisons.page(run.id, after=after, limit=_PAGE):
        for found in page:
            if found.line.judge in mine:
                yield SeenPair(found.line.left, found.line.right, found.comparison)
        after = (page[-1].line.unit, page[-1].line.judge)


def _verdicts(work: UnitOfWork, run: Run, mine: Collection[int]) -> Iterator[SeenVerdict]:
    ids = {run.snapshot.judges[index].id for index in mine}
    after, last = -1, max(run.snapshot.judgment_plan.wanted or (), default=-1)
    while after < last and (page := work.results.reports(run.id, after=after, limit=_PAGE)):
        for cell in page:
            for judgment in cell.judgments:
                if judgment.judge_id in ids:
                    yield SeenVerdict(cell.number, judgment)
        after = page[-1].number
