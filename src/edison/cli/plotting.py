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


def _draw_items(picture: str, *, told: str) -> None:
    """Add the command that ranks items and draws them in this way."""

    @app.command(picture, help=told)
    def draw(  # pyright: ignore[reportUnusedFunction]
        file: option.File,
        out: Out,
        winner: option.Winner = None,
        loser: option.Loser = None,
        left: option.Left = None,
        right: option.Right = None,
        result: option.Result = None,
        judge: option.Decider = None,
        weight: option.Weight = None,
        case: option.AboutCase = None,
        left_length: option.LeftLength = None,
        right_length: option.RightLength = None,
        meaning: option.ResultMap = None,
        method: option.Method = None,
        adaptive: option.Adaptive = False,
        level: option.Level = 0.95,
    ) -> None:
        from edison.actions.statistics import ComparisonColumns, pictures, rank_file

        columns = ComparisonColumns(
            *(winner, loser, left, right, result, judge, weight, case, left_length, right_length),
            words=option.read_map(meaning),
        )
        ranked = rank_file(file, columns=columns, method=method, adaptive=adaptive, level=level, splits=0)
        drawn = pictures.picture_order(ranked) if picture == _ORDER else pictures.picture_pairs(ranked)
        _save(drawn, out)


_ORDER, _PAIRS = "order", "pairs"
_draw_items(_ORDER, told="Items by their scores, each with its interval.")
_draw_items(_PAIRS, told="The chance of each item to win against each other one, with its interval.")


@app.command()
def agreement(
    file: option.File,
    out: Out,
    item: option.Item = None,
    judge: option.Labeller = None,
    label: option.Label = None,
    column: option.Judges = None,
    metric: option.Metric = "nominal",
    order: option.Order = None,
    weights: option.KappaWeighting = None,
    costs: option.KappaCosts = None,
    level: option.Level = 0.95,
) -> None:
    """Cohen's kappa of every two judges, with its interval."""
    from edison.actions.statistics import LabelColumns, measure_agreement, pictures

    found = measure_agreement(
        file,
        columns=LabelColumns(item=item, judge=judge, label=label, judges=tuple(column or ())),
        metric=metric,
        order=option.read_order(order),
        weights=weights,
        costs=costs,
        level=level,
    )
    _save(pictures.picture_agreement(found), out)


@app.command()
def calibration(file: option.File, out: Out, chance: Chance = "chance", came: Came = "came") -> None:
    """Chances that were given against what came."""
    from edison.actions.statistics import pictures

    _save(pictures.picture_calibration(file, chance=chance, came=came), out)


@app.command()
def power(
    effect: option.Effect,
    out: Out,
    file: option.Pilot = None,
    goal: option.Goal = "difference",
    value: option.Differences = None,
    baseline: option.Baseline = None,
    candidate: option.Candidate = None,
    case: option.CaseColumn = None,
    judge: option.JudgeColumn = None,
    repeat: option.RepeatColumn = None,
    case_variance: option.CaseVariance = None,
    judge_variance: option.JudgeVariance = 0.0,
    repeat_variance: option.RepeatVariance = 0.0,
    residual_variance: option.ResidualVariance = 0.0,
    judges: option.JudgeCount = 1,
    repeats: option.Repeats = 1,
    judges_vary: option.JudgesVary = False,
    scale: option.Scale = None,
    pass_fail: option.PassFail = False,
    power: option.Power = 0.8,
    level: option.Level = 0.95,
) -> None:
    """The chance to tell, by the number of cases."""
    from edison.actions import statistics
    from edison.actions.statistics.pictures import picture_power

    request = statistics.PlanRequest(
        effect, goal=goal, power=power, level=level, judges_vary=judges_vary, scale=scale, pass_fail=pass_fail
    )
    columns = statistics.PlanColumns(value, baseline, candidate, case, judge, repeat)
    variances = statistics.Variances(case_variance, judge_variance, repeat_variance, residual_variance)
    now = statistics.Design(cases=0, judges=judges, repeats=repeats)
    found = statistics.plan_power(request, file=file, columns=columns, variances=variances, now=now)
    _save(picture_power(found), out)


def _save(drawing: "Drawing", out: Path) -> None:
    from edison.actions.statistics.pictures import save_picture

    save_picture(drawing, out)
    note(f"Drawn: {out}")
