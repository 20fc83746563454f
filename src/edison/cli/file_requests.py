"""Files that are to be run, of whichever form, and what they are run as."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from edison.actions.house import House
    from edison.actions.presets.batteries import BatteryOptions
    from edison.actions.presets.suites import CaseChoice
    from edison.actions.runs.plan import RunPlan
    from edison.domain import StageName


@dataclass(frozen=True, slots=True)
class FileRequest:
    """A file that is to be run, and what of it."""

    file: Path
    options: "BatteryOptions"
    choice: "CaseChoice"
    also: "Sequence[Path]"
    changes: "Mapping[str, object]"
    """What of the file is another than it says."""
    pause_after: "StageName | None"


def plan_request(house: "House", request: FileRequest) -> "RunPlan":
    """What a file of whichever form is run as."""
    return replace(_plan(house, request, changes=request.changes), pause_after=request.pause_after)


def _plan(house: "House", request: FileRequest, *, changes: "Mapping[str, object]") -> "RunPlan":
    from edison.actions.presets import plan_file
    from edison.actions.presets.batteries import (
        battery_suite,
        find_file,
        is_suite,
        open_battery,
        plan_battery,
    )
    from edison.actions.presets.suites import open_suite

    if is_suite(request.file):
        request.options.refuse_for_suites()
        return plan_file(
            house,
            open_suite(request.file, also=request.also, house=house)
            .changed(**changes)
            .choosing(request.choice),
        )
    battery = open_battery(
        request.file, system=request.options.system, also=request.also, allows_code=house.allows_code
    )
    folder = find_file(request.file).parent
    suite = battery_suite(battery, request.options, folder=folder).changed(**changes).choosing(request.choice)
    return plan_battery(house, suite, notes=battery.unhonoured, timeout_s=request.options.timeout_s)
