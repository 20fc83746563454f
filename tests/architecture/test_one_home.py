"""What has one home is written nowhere else: what doors tell is a view (decision 0028), money is one module."""

import ast

from .house import PYTHON, SOURCE, in_source, name_of, nodes_of, room_of

MONEY = SOURCE / "domain" / "money.py"
# They count time, tokens or a rate in millions, or may not know the domain.
OTHER_MILLIONS = {"errors", "gateway", "sim", "store", "stats"}
# A line may be taken out and none put in.
BUILT_BY_HAND = {
    f"src/edison/cli/{name}.py"
    for name in ("beginning", "bundling", "checking", "keeping", "measuring", "prompts", "serving")
}


def test_the_command_line_tells_views_and_builds_no_json_by_hand() -> None:
    built = {
        name_of(path)
        for path in PYTHON
        if in_source(path) and room_of(path) == "cli"
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "say_json" and _holds_a_dict(node)
    }

    assert built - BUILT_BY_HAND == set(), (
        "make it a view in actions/views, published in contracts/views.json"
    )
    assert BUILT_BY_HAND - built == set(), "these exceptions are not needed any more; remove them"


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


def _holds_a_dict(call: ast.Call) -> bool:
    return any(isinstance(node, ast.Dict) for node in ast.walk(call))


def _is_a_million(side: ast.expr) -> bool:
    return isinstance(side, ast.Constant) and side.value == 1_000_000
