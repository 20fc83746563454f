"""Commands about numbers in files: rank, agreement, compare, power."""

from typing import TYPE_CHECKING

import typer

from . import plotting
from . import stats_options as option
from .door import AsJson, say_json

if TYPE_CHECKING:
    from rich.table import Table

    from edison.actions.statistics import ShownFinding, ShownTable
    from edison.actions.views.view import BaseView

app = typer.Typer(no_args_is_help=True)
app.add_typer(plotting.app, name="plot")

PANEL = "Numbers"

_FEWEST_LETTERS = 14
"""Of a name, before it is broken."""
_LONGEST_INTERVAL = 24
"""Letters of a number or an interval; what is longer is a phrase."""


@app.command()
def rank(
    file: option.File,
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
    against: option.Against = None,
    contrasts: option.Contrasts = False,
    method: option.Method = None,
    repeated: option.Repeated = "widened",
    adaptive: option.Adaptive = False,
    position: option.Position = False,
    splits: option.Splits = None,
    bootstrap: option.Bootstrap = 0,
    level: option.Level = 0.95,
    seed: option.Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Rank items by pairwise comparisons, one comparison per row."""
    from edison.actions.statistics import ComparisonColumns, rank_file, show_ranking
    from edison.actions.views.statistics.ranking import view_ranked_file

    ranked = rank_file(
        file,
        columns=ComparisonColumns(
            winner=winner,
            loser=loser,
            left=left,
            right=right,
            result=result,
            judge=judge,
            weight=weight,
            case=case,
            left_length=left_length,
            right_length=right_length,
            words=option.read_map(meaning),
        ),
        method=method,
        repeated=repeated,
        level=level,
        seed=seed,
        adaptive=adaptive,
        position=position,
        splits=splits,
        resamples=bootstrap,
        against=against,
        contrasts=contrasts,
    )
    _say(show_ranking(ranked), view_ranked_file(ranked), as_json=as_json)


@app.command()
def agreement(
    file: option.File,
    item: option.Item = None,
    judge: option.Labeller = None,
    label: option.Label = None,
    column: option.Judges = None,
    metric: option.Metric = "nominal",
    order: option.Order = None,
    weights: option.KappaWeighting = None,
    costs: option.KappaCosts = None,
    level: option.Level = 0.95,
    as_json: AsJson = False,
) -> None:
    """Measure how far judges agree, plainly and beyond chance: a column per judge, or a row per label."""
    from edison.actions.statistics import LabelColumns, measure_agreement, show_agreement
    from edison.actions.views.statistics.agreement import view_agreement

    found = measure_agreement(
        file,
        columns=LabelColumns(item=item, judge=judge, label=label, judges=tuple(column or ())),
        metric=metric,
        order=option.read_order(order),
        weights=weights,
        costs=costs,
        level=level,
    )
    _say(show_agreement(found), view_agreement(found), as_json=as_json)


@app.command()
def compare(
    a: option.BaselineFile,
    b: option.CandidateFiles = None,
    key: option.Keys = None,
    value: option.Value = None,
    baseline: option.Baseline = None,
    candidate: option.Candidates = None,
    family: option.Family = None,
    each_row: option.EachRow = False,
    margin: option.Margin = None,
    scale: option.Scale = None,
    lower_is_better: option.LowerIsBetter = False,
    power: option.Power = 0.8,
    level: option.Level = 0.95,
    seed: option.Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Compare candidates (B …) with a baseline (A), pair by pair on the same cases.

    The verdict is better, worse, same within margin, or not yet known with the reason.
    """
    from edison.actions import statistics
    from edison.actions.views.statistics.comparing import view_comparison, view_family

    found = statistics.compare_family(
        a,
        b or (),
        columns=statistics.PairColumns(
            keys=tuple(key or ()), baseline=baseline or value, family=family, each_row=each_row
        ),
        names=candidate or ([value] if value else ()),
        margin=margin,
        scale=scale,
        lower_is_better=lower_is_better,
        level=level,
        power=power,
        seed=seed,
    )
    alone, *others = found.comparisons
    if others:
        _say(statistics.show_family(found), view_family(found), as_json=as_json)
    else:
        _say(statistics.show_comparison(alone), view_comparison(alone), as_json=as_json)


@app.command()
def power(
    effect: option.Effect,
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
    cases: option.Cases = 0,
    judges: option.JudgeCount = 1,
    repeats: option.Repeats = 1,
    judges_vary: option.JudgesVary = False,
    scale: option.Scale = None,
    pass_fail: option.PassFail = False,
    case_cost: option.CaseCost = 0.0,
    answer_cost: option.AnswerCost = 1.0,
    judgment_cost: option.JudgmentCost = 0.0,
    budget: option.Budget = None,
    power: option.Power = 0.8,
    level: option.Level = 0.95,
    as_json: AsJson = False,
) -> None:
    """Plan a comparison: how many cases, judges or repeats would tell, from a pilot's file or from variances."""
    from edison.actions import statistics
    from edison.actions.views.statistics.planning import view_plan

    request = statistics.PlanRequest(
        effect=effect,
        goal=goal,
        power=power,
        level=level,
        judges_vary=judges_vary,
        scale=scale,
        pass_fail=pass_fail,
        cost=statistics.DesignCost(case=case_cost, answer=answer_cost, judgment=judgment_cost),
        budget=budget,
    )
    columns = statistics.PlanColumns(value, baseline, candidate, case, judge, repeat)
    variances = statistics.Variances(case_variance, judge_variance, repeat_variance, residual_variance)
    now = statistics.Design(cases=cases, judges=judges, repeats=repeats)
    found = statistics.plan_power(request, file=file, columns=columns, variances=variances, now=now)
    _say(statistics.show_plan(found), view_plan(found), as_json=as_json)


def _say(found: "ShownFinding", view: "BaseView", *, as_json: bool) -> None:
    if as_json:
        say_json(view)
    else:
        _draw(found)


def _draw(found: "ShownFinding") -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for sentence in found.sentences:
        console.print(Text(sentence))
    for table in found.tables:
        console.print()
        console.print(_drawn(table))
    for remark in found.remarks:
        console.print(Text(f"Careful: {remark}"))


def _drawn(shown: "ShownTable") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    title = Text(shown.title, style="bold")
    table = Table(title=title, title_justify="left", title_style="", box=SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(shown.header):
        is_word = place < shown.words
        longest = max((len(row[place]) for row in shown.rows), default=0)
        # On a narrow terminal headings are broken, long words and phrases; numbers and intervals never are.
        least = min(longest, _FEWEST_LETTERS if is_word else _LONGEST_INTERVAL)
        table.add_column(name, justify="left" if is_word else "right", min_width=least, overflow="fold")
    for row in shown.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
