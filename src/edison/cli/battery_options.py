"""What one may say about a battery: all that does not stand in its file."""

from typing import Annotated

import typer

Models = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Who answers a battery: provider/model, with commas between."),
]
JudgeModel = Annotated[
    str | None, typer.Option(metavar="MODEL", help="Who judges a battery, by the criteria of its tests.")
]
DriftThreshold = Annotated[
    float | None,
    typer.Option(min=0, max=2, help="How far the answers of a battery may lie from the expected ones."),
]
System = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Sent where a test of a battery has no system text.")
]
MaxTokens = Annotated[
    int | None, typer.Option(min=1, help="How long an answer to a battery may be; 2048 if not given.")
]
Timeout = Annotated[
    float | None,
    typer.Option(min=0.001, metavar="S", help="How long one call of a battery may take; 300 if not given."),
]

EmbedderOption = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="PROVIDER/MODEL",
        help="Who makes the vectors of what goes by meaning; this machine if not given.",
    ),
]


def names_in(models: str | None) -> list[str]:
    """Each of several names with commas between."""
    return models.split(",") if models else []
