"""What kind a run is, its preset knows and nobody else asks: a new one is a module and a row (decision 0029)."""

import ast

from .house import PYTHON, SOURCE, in_source, name_of, nodes_of

HOME = SOURCE / "actions" / "presets"


def test_nobody_but_presets_asks_which_preset_a_run_has() -> None:
    asked = [
        f"{name_of(path)}:{node.lineno}"
        for path in PYTHON
        if in_source(path) and not path.is_relative_to(HOME)
        for node in nodes_of(path)
        if isinstance(node, ast.Compare) and any(map(_names_one, (node.left, *node.comparators)))
    ]

    assert asked == [], (
        "let the preset answer: PRESETS[run.experiment.preset].shown_as, or a property of its own"
    )


def _names_one(side: ast.expr) -> bool:
    """Whether a preset is named: `PresetName.BATTERY`, with or without `.value`."""
    return any(isinstance(node, ast.Name) and node.id == "PresetName" for node in ast.walk(side))
