"""Commands that draw the numbers of `edison stats`: SVG, or PNG where its library is installed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import stats_options as option
from .door import note

if TYPE_CHECKING:
    from edison.actions.statistics.pictures import Drawing

app = typer.Typer(no_args_is_help=True, help="Draw the numbers: an order, a matrix, a calibration, a curve.")

Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where to; .svg or .png.")]
Chance = Annotated[str, typer.Option(metavar="COL", help="The chance that was given, from 0 to 1.")]
Came = Annotated[str, typer.Option(metavar="COL", help="Whether it came: 1 or 0, yes or no.")]


@app.command()
def order(
    file: option.File,
    out: Out,
    winner: option.Winner = None,
    loser: option.Loser = None,
    left: option.Left = None,
    right: option.Right = None,
    result: option.Result = None,
    case: option.AboutCase = None,
    method: option.Method = None,
    level: option.Level = 0.95,
) -> None:
    """Items by their scores, each with its interval."""
    from edison.actions.statistics import ComparisonColumns, pictures, rank_file

    columns = ComparisonColumns(winner=winner, loser=loser, left=left, right=right, result=result, case=case)
    ranked = rank_file(file, columns=columns, method=method, level=level, splits=0)
    _save(pictures.picture_order(ranked), out)


@app.command()
def pairs(
    file: option.File,
    out: Out,
    winner: option.Winner = None,
    loser: option.Loser = None,
    left: option.Left = None,
    right: option.Right = None,
    result: option.Result = None,
    method: option.Method = None,
) -> None:
    """The chance of each item to win against each other one."""
    from edison.actions.statistics import ComparisonColumns, pictures, rank_file

    columns = ComparisonColumns(winner=winner, loser=loser, left=left, right=right, result=result)
    _save(pictures.picture_pairs(rank_file(file, columns=columns, method=method, splits=0)), out)


@app.command()
def agreement(
    file: option.File,
    out: Out,
    item: option.Item = None,
    judge: option.Labeller = None,
    label: option.Label = None,
    column: option.Judges = None,
    metric: option.Metric = "nominal",
) -> None:
    """Cohen's kappa of every two judges."""
    from edison.actions.statistics import LabelColumns, measure_agreement, pictures

    columns = LabelColumns(item=item, judge=judge, label=label, judges=tuple(column or ()))
    _save(pictures.picture_agreement(measure_agreement(file, columns=columns, metric=metric)), out)


@app.command()
def calibration(file: option.File, out: Out, chance: Chance = "chance", came: Came = "came") -> None:
    """Chances that were given against what came."""
    from edison.actions.statistics import pictures

    _save(pictures.picture_calibration(file, chance=chance, came=came), out)


@app.command()
def power(
    effect: option.Effect,
    out: Out,
    goal: option.Goal = "difference",
    case_variance: option.CaseVariance = None,
    residual_variance: option.ResidualVariance = 0.0,
    judges: option.JudgeCount = 1,
    repeats: option.Repeats = 1,
    scale: option.Scale = None,
    pass_fail: option.PassFail = False,
    power: option.Power = 0.8,
    level: option.Level = 0.95,
) -> None:
    """The chance to tell, by the number of cases."""
    from edison.actions.statistics import Design, PlanWish, Variances, pictures, plan_power

    wish = PlanWish(effect=effect, goal=goal, power=power, level=level, scale=scale, pass_fail=pass_fail)
    variances = Variances(case=case_variance, residual=residual_variance)
    found = plan_power(wish, variances=variances, now=Design(cases=0, judges=judges, repeats=repeats))
    _save(pictures.picture_power(found), out)


def _save(drawing: "Drawing", out: Path) -> None:
    from edison.actions.statistics.pictures import save_picture

    save_picture(drawing, out)
    note(f"Drawn: {out}")
