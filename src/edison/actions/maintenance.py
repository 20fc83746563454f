"""Looking after the archive: back up, restore, migrate, examine."""

from datetime import timedelta
from pathlib import Path

from edison.domain import Right
from edison.errors import DurationBroken, EdisonError
from edison.store import (
    Backup,
    Diagnosis,
    Health,
    Mended,
    PurgedAnswers,
    Restoration,
    back_up,
    examine,
    mend,
    purge_answers,
    restore,
)
from edison.text import read_duration

from .access import verb
from .house import House
from .limits import examine_limits
from .providers.connecting import build_providers


@verb(Right.OPERATE)
def back_up_archive(house: House, file: Path) -> Backup:
    """Write everything into one file, while others go on working; refused where something has that name."""
    return back_up(house.store, file)


@verb(Right.OPERATE)
def restore_archive(house: House, file: Path) -> Restoration:
    """Fill an empty archive from a backup; runs that were under way are paused until a person resumes them."""
    return restore(file, house.database, clock=house.clock, chance=house.chance.child("restore"))


@verb(Right.OPERATE)
def migrate_archive(house: House) -> None:
    """Bring the archive and the machine room's tables to the newest form; again, it changes nothing."""
    _ = house.control


@verb(Right.OPERATE)
def mend_archive(house: House) -> Mended:
    """Put right the numbers that are none any more."""
    return mend(house.store)


@verb(Right.OPERATE)
def purge_kept_answers(house: House, *, older_than: str | None = None) -> PurgedAnswers:
    """Throw away answers that were kept to be taken again: all, or those older than a time such as `7d`."""
    if older_than is None:
        return purge_answers(house.store)
    age_s = read_duration(older_than)
    if age_s is None:
        raise DurationBroken(older_than)
    return purge_answers(house.store, kept_before=house.clock.now() - timedelta(seconds=age_s))


@verb(Right.READ)
def examine_house(house: House) -> list[Diagnosis]:
    """Look at everything that can go bad; changes nothing."""
    return [*examine(house.store), *_examine_keys(house), *examine_limits(house)]


def _examine_keys(house: House) -> list[Diagnosis]:
    """Whether every stored provider would get its key."""
    with house.store.reading() as work:
        stored = work.providers.all()
    found: list[Diagnosis] = []
    for record in stored:
        try:
            build_providers({record.name: record.form}, keys=house.keys, stored=stored)
        except EdisonError as error:
            found.append(Diagnosis(subject="providers", health=Health.WARNING, sentence=error.sentence))
    if not found:
        sentence = f"{len(stored)} are stored, and each can be used as it is."
        found.append(Diagnosis(subject="providers", health=Health.GOOD, sentence=sentence))
    return found
