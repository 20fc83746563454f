"""The tables of what people decide about, and of the sets of cases and the experiments that they keep."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, Table, Text

from .tables import METADATA

_Number = BigInteger().with_variant(Integer, "sqlite")


def _reference(name: str, key: str) -> Column[str]:
    return Column(name, Text, ForeignKey(key, ondelete="CASCADE"), primary_key=True, autoincrement=False)


VERSION_PROOF = Table(
    "version_proof",
    METADATA,
    _reference("version_id", "prompt_version.id"),
    Column("body", Text, nullable=False),
)
"""What was measured of a version of a prompt; of most nothing was."""

SUGGESTION = Table(
    "suggestion",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("project_id", Text, nullable=False),
    Column("run_id", Text, nullable=True),
    Column("unit", _Number, nullable=True),
    Column("made_at", _Number, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("outcome", Text, nullable=True, index=True),
    Column("version", Integer, nullable=True),
    Column("body", Text, nullable=False),
)
"""`revision` counts what was decided about it; `outcome` is null as long as it is open."""

HUNK_REVIEW = Table(
    "hunk_review",
    METADATA,
    _reference("suggestion_id", "suggestion.id"),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

OUTPUT_REVIEW = Table(
    "output_review",
    METADATA,
    Column("run_no", _Number, primary_key=True, autoincrement=False),
    Column("cell", _Number, primary_key=True, autoincrement=False),
    Column("reviewer", Text, primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
"""What people say about outputs; everybody has rows of their own."""

PAIR_REVIEW = Table(
    "pair_review",
    METADATA,
    Column("run_no", _Number, primary_key=True, autoincrement=False),
    Column("low", _Number, primary_key=True, autoincrement=False),
    Column("high", _Number, primary_key=True, autoincrement=False),
    Column("reviewer", Text, primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
"""What people say about two outputs, by the lower and the higher number of their cells."""

DATASET_VERSION = Table(
    "dataset_version",
    METADATA,
    Column("project_id", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("dataset_id", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""Named sets of cases; the cases themselves are kept once, by what they say."""

EXPERIMENT = Table(
    "experiment",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("project_id", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("changed_at", _Number, nullable=False),
    Column("is_archived", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

EXPERIMENT_RUN = Table(
    "experiment_run",
    METADATA,
    Column("run_no", _Number, primary_key=True, autoincrement=False),
    Column("experiment_id", Text, nullable=False, index=True),
)
"""Which experiment a run was started of; a run that was removed stays, for its money."""

KEPT_PART = Table(
    "kept_part",
    METADATA,
    Column("project_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
"""Rubrics, judges and models under a name."""
