"""Cards of judges: made at the end of an examination, made anew with what people chose since, and shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from edison.domain import JudgeCard, JudgeSuite, Right, Run, RunId
from edison.engine import Story, newest_labels
from edison.errors import ExaminationRefused, FormatUnknown
from edison.formats.cards.text import card_as_markdown, tell_card
from edison.formats.pages.cards import cards_html
from edison.stages.plan import digest_cells, find_examined, name_dataset
from edison.stages.rank import add_labels, set_beside
from edison.store import LOCAL_PROJECT, UnitOfWork

from ..access import verb
from ..files import SentFile, write_file
from ..house import House
from ..presets import PRESETS, ShownAs
from ..presets.qualify_judge import SUITE, cards_of
from ..views.card import CardView, view_card


@verb(Right.READ)
def read_suite_of(house: House, run_id: RunId) -> JudgeSuite:
    """The suite that a run examined judges with.

    Raises:
        ExaminationRefused: the run examined nobody, or is of an older Edison that did not keep it.
    """
    with house.store.reading() as work:
        _refuse_others(work.runs.get(run_id))
        suite = work.documents.get(run_id, SUITE, JudgeSuite)
    if suite is None:
        raise ExaminationRefused(f"{run_id} has no suite with it", "Name the suite that it was started with.")
    return suite


@verb(Right.CHANGE)
def make_cards(house: House, run_id: RunId, *, suite: JudgeSuite) -> list[JudgeCard]:
    """The card of every judge that was examined in a run, made from stored answers and kept.

    Made once more, with what people have chosen since, a card takes the place of the one before.

    Raises:
        ExaminationRefused: the run examined nobody, has not ended, or did so with other texts.
    """
    at = house.clock.now()
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        _refuse_others(run)
        _refuse_other_texts(run, suite)
        cards = cards_of(Story(work, run, at=at, mint=house.mint), suite, made_at=at)
    with house.store.work() as work:
        for card in cards:
            work.cards.put(card)
    return cards


@verb(Right.CHANGE)
def make_sent_cards(
    house: House, run_id: RunId, *, suite: bytes | None, people: SentFile | None
) -> list[CardView]:
    """The same with a rule, or choices of people, that somebody sent; what is None is as the examination had it."""
    from edison.formats.judge_suite.suite import read_judge_suite

    from ..presets.qualifications import join_people

    known = read_suite_of(house, run_id) if suite is None else read_judge_suite(suite, name="suite.yaml")
    made = make_cards(house, run_id, suite=known if people is None else join_people(known, people))
    return [view_card(card) for card in made]


@verb(Right.READ)
def show_cards_of(house: House, run_id: RunId) -> list[JudgeCard]:
    """The cards of a run, in the order in which its judges were named; none where it did not come to its end."""
    with house.store.reading() as work:
        judges = work.runs.get(run_id).snapshot.judges
        made = {card.judge_id: card for card in _labelled(work) if card.run_id == run_id}
    ids = [[judges[index].id for index in mine] for mine in find_examined(judges)]
    return [made[judge_id] for mine in ids for judge_id in mine if judge_id in made]


def _labelled(work: UnitOfWork) -> list[JudgeCard]:
    cards = work.cards.all()
    if not cards:
        return []
    said = [(snapshot, set_beside(labels, snapshot=snapshot)) for snapshot, labels in newest_labels(work)]
    return [add_labels(card, said) for card in cards]


def show_card(card: JudgeCard) -> list[str]:
    """A card in lines for people."""
    return list(tell_card(card))


@verb(Right.READ)
def list_cards(house: House) -> list[JudgeCard]:
    """Every card, the newest first, each with how far its judge agrees with people's labels of outputs by now."""
    with house.store.reading() as work:
        return _labelled(work)


@verb(Right.READ)
def save_cards(house: House, *, path: Path) -> None:
    """Put every card into a file, whole or not at all: a page with pictures, or Markdown.

    Raises:
        FormatUnknown: cards are not written so.
    """
    write_file(path, export_cards(house, name=path.suffix.lower() or path.name), fault=house.fault)


@verb(Right.READ)
def export_cards(house: House, *, name: str) -> Iterator[bytes]:
    """Every card in one file, piece by piece: `.html` with pictures, or `.md`.

    Raises:
        FormatUnknown: cards are not written so.
    """
    if name not in _FORMATS:
        raise FormatUnknown(name, tuple(_FORMATS))
    return _FORMATS[name](list_cards(house))


def _as_markdown(cards: Sequence[JudgeCard]) -> Iterator[bytes]:
    return (f"{card_as_markdown(card)}\n".encode() for card in cards)


_FORMATS: Mapping[str, Callable[[Sequence[JudgeCard]], Iterator[bytes]]] = {
    ".html": cards_html,
    ".md": _as_markdown,
}


@verb(Right.READ)
def list_card_views(house: House) -> list[CardView]:
    """The same for doors."""
    return [view_card(card) for card in list_cards(house)]


def _refuse_others(run: Run) -> None:
    if PRESETS[run.experiment.preset].shown_as is not ShownAs.CARDS:
        raise ExaminationRefused(f"{run.id} examined nobody", "Choose a run of edison judge qualify.")
    if not run.settlement.is_end:
        raise ExaminationRefused(f"{run.id} has not ended", f"Go on with: edison resume {run.id}")


def _refuse_other_texts(run: Run, suite: JudgeSuite) -> None:
    """Cells are numbered by the suite: with another one, answers would be held against what is right elsewhere."""
    dataset = name_dataset(suite.name, project_id=LOCAL_PROJECT, digest=digest_cells(suite))
    if dataset.id != run.snapshot.dataset.id:
        raise ExaminationRefused(
            f"{run.id} asked about other texts than those of {suite.name}",
            "Name the suite that it was started with.",
        )
