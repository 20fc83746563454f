"""What no door reaches is not part of the product yet: it waits for a named feature, or it goes (decision 0002)."""

import ast
from pathlib import Path

from .house import PYTHON, SOURCE, in_source, tree_of
from .reach import Defined, House, Module, Place, read_module

# Where people, agents and programs come in; what a page is made of or what a database is migrated by counts as well.
DOORS = ("cli/", "api/", "mcp/", "wiring/python_api.py", "store/migrations/", "tools/")

# What will call it: whole files, or single names of them. A line may be taken out and none put in.
WAITING: dict[str, tuple[str, ...]] = {
    "batches as a way to run": (
        "gateway/batches/lines.py: dedupe",
        "gateway/batches/lines.py: reconcile",
    ),
    "judge studies: beliefs, geometry of verdicts, panels, drift of judges": (
        "stats/judges/_additive.py",
        "stats/judges/_linear.py: is_singular",
        "stats/judges/drift.py",
        "stats/judges/ensembles.py: PanelVerdicts",
        "stats/judges/ensembles.py: combine_votes",
        "stats/judges/facets.py",
        "stats/judges/slopes.py",
        "stats/strengths/triads.py: count_triads_by_judge",
        "stats/verdicts/_tables.py",
        "stats/verdicts/beliefs.py",
        "stats/verdicts/contrasts.py",
        "stats/verdicts/divergences.py",
        "stats/verdicts/geometry.py",
        "stats/verdicts/pools.py",
    ),
    "programs that only ask: the gateway from Python": ("wiring/gateway.py",),
    "fakes that are shipped: a clock that stands still": ("domain/clock.py: FrozenClock",),
}


def test_what_no_door_reaches_waits_for_a_named_feature() -> None:
    unreached = _unreached()
    listed = {name for names in WAITING.values() for name in names}

    assert sorted(unreached - listed) == [], "call it from a door, or delete it"
    assert sorted(listed - unreached) == [], "a door reaches these, or they are gone; take them off the list"


def test_names_are_followed_through_packages_that_load_them_late() -> None:
    house = House(
        [
            Module("p", ast.parse("def __getattr__(name): ..."), is_package=True),
            Module(
                "p.a", ast.parse("def used(): return _inner()\ndef _inner(): return Far"), is_package=False
            ),
            Module(
                "p.b",
                ast.parse("class Far: ...\ndef unused(): ...\n@keep\ndef kept(): ..."),
                is_package=False,
            ),
        ]
    )
    door = Module("door", ast.parse("def command():\n    from p import used\n    used()"), is_package=False)
    house.modules["p.a"].tree.body.insert(0, ast.parse("from .b import Far").body[0])

    reached = house.reached_from([door])

    assert {place.name for place in reached} == {"used", "_inner", "Far", "kept"}


def _unreached() -> set[str]:
    """Public functions and classes that nothing leads to; a file of which nothing is reached stands for all of it."""
    modules = {path: _module(path) for path in PYTHON if in_source(path) or "tools" in path.parts}
    house = House(modules.values())
    reached = house.reached_from(module for path, module in modules.items() if _is_door(path))
    found: set[str] = set()
    for path, module in modules.items():
        public = {name for name, given in module.defined.items() if _is_public(name, given)}
        unreached = {name for name in public if Place(module.name, name) not in reached}
        if unreached and not _is_door(path):
            file = path.relative_to(SOURCE).as_posix()
            found |= {file} if unreached == public else {f"{file}: {name}" for name in unreached}
    return found


def _module(path: Path) -> Module:
    return read_module(
        path, source=SOURCE if in_source(path) else SOURCE.parents[1] / "tools", tree=tree_of(path)
    )


def _is_door(path: Path) -> bool:
    name = path.relative_to(SOURCE).as_posix() if in_source(path) else "tools/"
    return name.startswith(DOORS) or path.name == "__main__.py" or path == SOURCE / "__init__.py"


def _is_public(name: str, given: list[ast.stmt]) -> bool:
    return not name.startswith("_") and isinstance(given[0], Defined)
