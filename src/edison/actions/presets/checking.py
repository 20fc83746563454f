"""Looking at files of tests beforehand: what they hold, what of it will not be done, and whether they can be run."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from edison.domain import Right, SuiteRefine
from edison.errors import EdisonError
from edison.formats import BatteryFormat

from ..access import verb
from ..datasets import with_stored_cases
from ..house import House
from ..runs.plan import RunPlan
from ..runs.prepare import prepare_run
from ..views.battery import CheckedFileView, CheckedFolderView, FolderFileView
from . import plan_file
from .batteries import BatteryOptions, battery_suite, find_file, is_suite, open_battery, plan_battery
from .refine_plans import plan_refinement
from .suites import open_suite


@verb(Right.READ)
def refuse_unrunnable(
    house: House, path: Path, *, also: Iterable[Path] = (), models: Sequence[str] = ()
) -> tuple[str, ...]:
    """Refuse a file as a run of it would be refused; gives what whoever starts it would be told first.

    A suite that says `refine` is looked at as what is refined; a battery that names no models, and is given none, is
    not looked at. Nothing that is paid for is sent. Blocks, with a loop of its own: not to be called on one.
    """
    return tuple(
        dict.fromkeys(
            note
            for plan in _plans(house, path, also=tuple(also), models=models)
            for note in prepare_run(house, plan).notes
        )
    )


def _plans(house: House, path: Path, *, also: Sequence[Path], models: Sequence[str]) -> Iterator[RunPlan]:
    if is_suite(path):
        file = open_suite(path, also=also, house=house)
        is_refined = file.suite.refine != SuiteRefine()
        plan = plan_refinement(house, file) if is_refined else plan_file(house, file)
    else:
        battery = open_battery(path, also=also, allows_code=house.allows_code)
        if not battery.arms and not models:
            return
        options = BatteryOptions(models=models)
        plan = plan_battery(house, battery_suite(battery, options, folder=find_file(path).parent))
    with plan.spool:
        yield plan


def check_file(
    path: Path, *, also: Iterable[Path] = (), allows_code: bool = False, house: House | None = None
) -> CheckedFileView:
    """Look at a file of tests of any form by itself; nothing is asked, stored or paid for.

    Args:
        path: The file.
        also: Folders in which files that it names may lie, besides its own.
        allows_code: Whether code in it will be run.
        house: Where sets of cases are kept that it names.

    Raises:
        SuiteBroken, CasesDoNotFit, CheckBroken: it cannot be used.
    """
    if is_suite(path):
        suite = open_suite(path, also=also, house=house)
        suite = suite if house is None else with_stored_cases(house, suite)
        tags = {tag for case in suite.cases() for tag in case.tags}
        return CheckedFileView(
            form=BatteryFormat.SUITE.value,
            tests=sum(1 for _ in suite.cases()),
            categories=len(tags),
            unhonoured=(),
            assertions=0,
            evaluated=0,
            judged=0,
            tallies=(),
        )
    battery = open_battery(path, also=also, allows_code=allows_code)
    return CheckedFileView(
        form=battery.form,
        tests=len(battery.cases),
        categories=battery.categories,
        unhonoured=battery.unhonoured,
        assertions=battery.assertions,
        evaluated=battery.evaluated,
        judged=battery.judged,
        tallies=battery.tallies,
    )


def check_folder(folder: Path, *, allows_code: bool = False) -> CheckedFolderView:
    """Every file of tests in a folder, in the order of their names."""
    found: list[FolderFileView] = []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in (".json", ".jsonl", ".yaml", ".yml") or not path.is_file():
            continue
        try:
            checked = check_file(path, allows_code=allows_code)
            found.append(FolderFileView(name=path.name, checked=checked, trouble=None))
        except EdisonError as refused:
            found.append(FolderFileView(name=path.name, checked=None, trouble=refused.sentence))
    loaded = [one.checked for one in found if one.checked is not None]
    return CheckedFolderView(
        files=tuple(found),
        loaded=len(loaded),
        evaluated=sum(one.evaluated for one in loaded),
        assertions=sum(one.assertions for one in loaded),
    )
