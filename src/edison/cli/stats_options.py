"""What one may say to the commands about numbers."""

from pathlib import Path
from typing import Annotated, Any

import typer


def read_map(texts: list[str] | None) -> tuple[tuple[str, str], ...]:
    """Words and what they mean; a word without a meaning means nothing that is known, and is refused as such."""
    parts = (part.rpartition("=") for text in texts or () for part in text.split(",") if part.strip())
    return tuple((word.strip(), side.strip()) for word, _, side in parts)


def read_order(text: str | None) -> tuple[str, ...]:
    """Labels from low to high."""
    return tuple(word.strip() for word in text.split(",")) if text else ()


def _column(text: str) -> Any:
    return typer.Option(metavar="COL", help=text, show_default=False)


def _optional(text: str, **limits: Any) -> Any:
    return typer.Option(help=text, show_default=False, **limits)


_RESULT = (
    "left, right or tie; a, b, x, y, first, second, draw, equal and both will do, and the winner's name."
)
_METHOD = "bradley-terry, firth, hierarchical, davidson, published, elo or win-rate."
_REPEATED = "Several verdicts on one pair or by one judge: widened, independent or once."
_MARGIN = "The smallest difference that matters, set before measuring; without it there is no `same`."

File = Annotated[Path, typer.Argument(help="A .csv, .tsv, .jsonl or .json file.", metavar="FILE")]
Level = Annotated[float, typer.Option(help="The level of the intervals.")]
Seed = Annotated[int, typer.Option(min=0, help="Equal seeds give equal numbers.")]
Power = Annotated[float, typer.Option(help="The chance with which a sample should tell.")]

Winner = Annotated[str | None, _column("Who won.")]
Loser = Annotated[str | None, _column("Who lost.")]
Left = Annotated[str | None, _column("The item shown first.")]
Right = Annotated[str | None, _column("The item shown second.")]
Result = Annotated[str | None, _column(_RESULT)]
Decider = Annotated[
    str | None, typer.Option("--judge", metavar="COL", help="Who decided.", show_default=False)
]
Weight = Annotated[str | None, _column("How much a row counts.")]
Method = Annotated[
    str | None, typer.Option(help=_METHOD, show_default="bradley-terry; hierarchical with --adaptive")
]
Repeated = Annotated[str, typer.Option(help=_REPEATED)]
Adaptive = Annotated[bool, typer.Option("--adaptive", help="Pairs were chosen by earlier results.")]
Position = Annotated[bool, typer.Option("--position", help="Estimate what being shown first is worth.")]
Splits = Annotated[int | None, _optional("At most so many splits of the judges; 0 for none.", min=0)]
Bootstrap = Annotated[
    int, typer.Option(min=0, metavar="N", help="Rank again N times for intervals of the ranks.")
]

AboutCase = Annotated[
    str | None,
    typer.Option(
        "--case", metavar="COL", help="The prompt: comparisons about one hang together.", show_default=False
    ),
]
LeftLength = Annotated[
    str | None,
    _column("The left (or winning) text's length, or the text: scores are then those at equal length."),
]
RightLength = Annotated[str | None, _column("The right (or losing) text's length, or the text.")]
ResultMap = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="A=left,B=right",
        help="What results mean; may be given again.",
        show_default=False,
    ),
]
Against = Annotated[str | None, _optional("Hold all others against this item.", metavar="ITEM")]
Contrasts = Annotated[bool, typer.Option("--contrasts", help="Hold every two items against each other.")]

Item = Annotated[str | None, _column("What was labelled.")]
Labeller = Annotated[
    str | None,
    typer.Option("--judge", metavar="COL", help="Long form: who labelled it.", show_default=False),
]
Label = Annotated[str | None, _column("Long form: the label.")]
Judges = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="COL",
        help="A judge's own column; once per judge.",
        show_default="all but the item's",
    ),
]
Metric = Annotated[str, typer.Option(help="nominal, ordinal or interval.")]
Order = Annotated[str | None, _optional("Labels from low to high.", metavar="A,B,C")]

KappaWeighting = Annotated[
    str | None,
    _optional("What a disagreement costs in Cohen's kappa: none, linear or quadratic."),
]
KappaCosts = Annotated[
    Path | None,
    _optional("A table of own costs: a row and a column for each label.", metavar="FILE"),
]

BaselineFile = Annotated[Path, typer.Argument(help="The baseline's results.", metavar="A")]
CandidateFiles = Annotated[
    list[Path] | None,
    typer.Argument(
        help="A candidate's, or several; without any, all stand in A.", metavar="[B …]", show_default=False
    ),
]
Keys = Annotated[
    list[str] | None,
    typer.Option(
        "--key",
        metavar="COL",
        help="The case: rows are matched by it, and those of one case hang together; "
        "further ones where a case has several rows.",
        show_default="case, question, item, task, id …",
    ),
]
Value = Annotated[str | None, _column("The results, in both files.")]
Baseline = Annotated[str | None, _column("The baseline's results.")]
Candidate = Annotated[str | None, _column("The candidate's results.")]
Candidates = Annotated[
    list[str] | None,
    typer.Option(
        "--candidate", metavar="COL", help="The candidate's results; once per candidate.", show_default=False
    ),
]
Family = Annotated[str | None, _column("The template or document that cases were made from.")]
EachRow = Annotated[
    bool, typer.Option("--each-row", help="Every row is a case of its own, whatever the other columns say.")
]
Margin = Annotated[float | None, _optional(_MARGIN)]
Scale = Annotated[tuple[float, float] | None, _optional("The ends of the scale.", metavar="LOW HIGH")]
LowerIsBetter = Annotated[bool, typer.Option("--lower-is-better", help="For costs and times.")]

Pilot = Annotated[
    Path | None,
    typer.Argument(
        help="A pilot's results, to learn from how much varies.", metavar="[FILE]", show_default=False
    ),
]
Effect = Annotated[float, typer.Option(help="The difference to be shown; the margin, for the goal same.")]
Goal = Annotated[str, typer.Option(help="difference or same.")]
Differences = Annotated[
    str | None,
    typer.Option("--value", metavar="COL", help="The differences of the two arms.", show_default=False),
]
CaseColumn = Annotated[
    str | None, typer.Option("--case", metavar="COL", help="The case.", show_default="each row its own")
]
JudgeColumn = Annotated[
    str | None, typer.Option("--judge", metavar="COL", help="The judge.", show_default=False)
]
RepeatColumn = Annotated[
    str | None, typer.Option("--repeat", metavar="COL", help="The repeat.", show_default=False)
]
CaseVariance = Annotated[float | None, _optional("Of the difference, between cases.")]
JudgeVariance = Annotated[float, typer.Option(help="Of the difference, between judges.")]
RepeatVariance = Annotated[float, typer.Option(help="Of the difference, between repeats of a case.")]
ResidualVariance = Annotated[float, typer.Option(help="Of the difference, the rest.")]
Cases = Annotated[int, typer.Option(min=0, help="How many there are now.")]
JudgeCount = Annotated[int, typer.Option("--judges", min=1, help="How many there are now.")]
Repeats = Annotated[int, typer.Option(min=1, help="How many there are now.")]
PassFail = Annotated[bool, typer.Option("--pass-fail", help="Results are passes and failures.")]
JudgesVary = Annotated[
    bool, typer.Option("--judges-vary", help="The conclusion should hold for other judges too.")
]
CaseCost = Annotated[float, typer.Option(help="Of one more case, both arms together.")]
AnswerCost = Annotated[float, typer.Option(help="Of one more answer, both arms together.")]
JudgmentCost = Annotated[float, typer.Option(help="Of one more judgment, both arms together.")]
Budget = Annotated[float | None, _optional("What may be spent on top.")]
