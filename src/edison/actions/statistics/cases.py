"""Which rows of a file belong to one case: by a column that names it, or refused where several rows hide one."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from edison.errors import TableBroken
from edison.formats.reading.tables import Cell

from .columns import TableFile, read_number, text_of

USUAL_CASES = (
    *("case_id", "case", "question_id", "question", "item_id", "item", "task_id", "task"),
    *("prompt_id", "prompt", "example_id", "example", "instance_id", "instance", "problem_id", "problem"),
    *("doc_id", "document", "sample_id", "key", "id"),
)
"""How a column that names the case is usually called; the last two often number rows, and come last."""
USUAL_REPEATS = frozenset(
    {
        "repeat",
        "replicate",
        "rep",
        "run",
        "run_id",
        "seed",
        "trial",
        "attempt",
        "iteration",
        "sample",
        "epoch",
    }
)
"""Columns that tell several results of one case apart."""

USUAL_GROUPS = frozenset(
    {
        "category",
        "subject",
        "topic",
        "domain",
        "language",
        "lang",
        "split",
        "difficulty",
        "level",
        "type",
        "kind",
    }
    | {"group", "section", "source", "subset", "dataset", "benchmark", "tag", "label", "date"}
)
"""Columns that sort cases: their values repeat although cases do not."""
_ROW_NUMBERS = frozenset({"id", "key"})
_FEWEST = 5
"""Fewer different labels are categories rather than cases."""
_MOSTLY = 0.9
_MOST_COLUMNS = 40


def find_case(names: Collection[str], *, beside: Collection[str | None]) -> str | None:
    """The column that names the case, by its usual names; capital letters do not matter."""
    by_word = {name.casefold(): name for name in names if name not in beside}
    return next((by_word[word] for word in USUAL_CASES if word in by_word), None)


def case_column(file: TableFile, *, beside: Collection[str | None], remedy: str) -> str | None:
    """The column that names the case; None where every row is its own, refused where rows look like repeats."""
    names = [name for name in file.names if name not in beside]
    found = find_case(names, beside=())
    if found is not None and found.casefold() not in _ROW_NUMBERS:
        return found
    if found is not None and _is_repeated(_cells(file, found)):
        return found
    for name in names:
        if name.casefold() in USUAL_REPEATS:
            raise file.unclear(f"{name!r} tells repeats apart, and nobody said what is repeated; {remedy}")
    unknown = () if found else [name for name in names if name.casefold() not in USUAL_GROUPS]
    for name in unknown[:_MOST_COLUMNS]:
        if _look_like_cases(_cells(file, name)):
            raise file.unclear(
                f"each value of {name!r} stands in several rows, which are not independent if they are one case; "
                f"{remedy}"
            )
    return found


def number_within(cases: Iterable[str]) -> Iterator[int]:
    """For each row, which one of its case it is."""
    seen = Counter[str]()
    for case in cases:
        seen[case] += 1
        yield seen[case]


def _cells(file: TableFile, name: str) -> Sequence[Cell]:
    try:
        return file.read(name).columns[name]
    except TableBroken:
        # A column of lists or objects names no case.
        return ()


def _is_repeated(cells: Sequence[Cell]) -> bool:
    return len(set(cells)) < len(cells)


def _look_like_cases(cells: Sequence[Cell]) -> bool:
    """Whether nearly every label stands several times; numbers, which may be results, all equally often."""
    counts = Counter(text_of(cell) for cell in cells if cell is not None)
    if len(counts) < _FEWEST:
        return False
    if all(read_number(label) is not None for label in counts):
        return len(set(counts.values())) == 1 and max(counts.values()) > 1
    return sum(count for count in counts.values() if count > 1) >= _MOSTLY * counts.total()
