"""What has one home is written nowhere else: what doors tell is a view (decision 0028), money is one module."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from tools.cards import ROOT

from .house import PYTHON, SOURCE, in_source, name_of, nodes_of, room_of, tree_of

VIEWS = SOURCE / "actions" / "views"
# Their fields are those of another program's tools, letter for letter; the schemas of our tools publish them.
OF_TOOLS = {"DecisionView", "ReactStepView", "StepCallView", "TraceEntryView"}
MONEY = SOURCE / "domain" / "money.py"
ARRAYS = SOURCE / "stats" / "arrays.py"
# They count time, tokens or a rate in millions, or may not know the domain.
OTHER_MILLIONS = {"errors", "gateway", "sim", "store", "stats"}


def test_the_command_line_tells_views_and_builds_no_json_by_hand() -> None:
    """`say_json` takes views alone, which the type checker sees to; nothing else writes JSON for machines."""
    built = [
        f"{name_of(path)}:{node.lineno}"
        for path in PYTHON
        if in_source(path) and room_of(path) == "cli"
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "say_json" and _holds_a_dict(node)
    ]

    assert built == [], "make it a view in actions/views, published in contracts/views.json"


def test_every_view_is_published_under_a_name_of_its_own() -> None:
    views = [view for path in VIEWS.rglob("*.py") for view in _views_in(path)]
    contracts = [
        json.loads((ROOT / "contracts" / f"{name}.json").read_text()) for name in ("views", "openapi")
    ]
    published = {*contracts[0]["$defs"], *contracts[1]["components"]["schemas"]}

    assert sorted(set(views) - published) == sorted(OF_TOOLS), (
        "tell it as a part of another one, or add it to VIEWS"
    )
    assert sorted(views) == sorted(set(views)), "two views of one name"


def test_millionths_of_a_dollar_are_counted_in_one_place() -> None:
    counted = [
        f"{name_of(path)}:{node.lineno}"
        for path in PYTHON
        if in_source(path) and path != MONEY and room_of(path) not in OTHER_MILLIONS
        for node in nodes_of(path)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult | ast.Div)
        and _is_a_million(node.right)
    ]

    assert counted == [], "use to_usd and to_microusd of edison.domain"


def test_arrays_are_named_in_one_place() -> None:
    homes = [
        name_of(path)
        for path in PYTHON
        if in_source(path) and room_of(path) == "stats"
        for node in tree_of(path).body
        if isinstance(node, ast.AnnAssign)
        and ast.unparse(node.target) in ("FloatArray", "IntArray", "BoolArray")
    ]

    assert set(homes) == {name_of(ARRAYS)}, "import it from edison.stats.arrays"


def test_shares_are_written_in_one_way() -> None:
    """`38 %`: neither by the format of Python, which leaves out the space, nor by counting in hundreds by hand."""
    written = [
        f"{name_of(path)}:{node.lineno}"
        for path in PYTHON
        if in_source(path)
        for node in nodes_of(path)
        if isinstance(node, ast.FormattedValue) and node.format_spec and _ends_in_percent(node.format_spec)
    ]

    assert written == [], "use write_percent of edison.text"


def _ends_in_percent(spec: ast.expr) -> bool:
    return ast.unparse(spec).rstrip("'\"").endswith("%")


def _views_in(path: Path) -> Iterator[str]:
    for node in tree_of(path).body:
        if isinstance(node, ast.ClassDef) and node.name.endswith("View") and node.name != "BaseView":
            yield node.name


def _holds_a_dict(call: ast.Call) -> bool:
    return any(isinstance(node, ast.Dict) for node in ast.walk(call))


def _is_a_million(side: ast.expr) -> bool:
    if isinstance(side, ast.Name):
        return "MICRO" in side.id
    return isinstance(side, ast.Constant) and side.value == 1_000_000
