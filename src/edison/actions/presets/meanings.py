"""Checks by meaning: who makes their vectors, and what a provider will be asked for that."""

from collections.abc import Iterator, Sequence

from edison.domain import Ask, Case, CellId, Check, Endpoint, Output, OutputId, OutputStatus
from edison.gateway import UNRELATED, local_embedder
from edison.stages.check import goes_by_meaning, holds_against_unrelated, texts_to_embed

from ..runs.plan import SHORT_ANSWER, Questions


class MeaningTally:
    """Which cases have checks by meaning; refused where nobody could make vectors."""

    def __init__(self, checks: Sequence[Check], *, embedder: Endpoint | None) -> None:
        """
        Args:
            checks: Made on every case.
            embedder: Who is asked; whatever is installed on this machine where None.

        Raises:
            EmbedderMissing: nothing is.
        """
        self._checks = checks
        self._embedder = embedder
        self._is_general = any(goes_by_meaning(check) for check in checks)
        self._drifts = False
        self._widest: Case | None = None
        self._width = -1
        self.cases = 0
        """How many go by meaning."""
        if self._is_general and embedder is None:
            local_embedder().refuse_absence()

    def add(self, case: Case) -> None:
        """Take in the next case.

        Raises:
            EmbedderMissing: nothing that makes vectors is installed on this machine, and nobody is asked instead.
        """
        if not self._is_general and not any(goes_by_meaning(check, case=case) for check in case.checks):
            return
        if self._embedder is None:
            local_embedder().refuse_absence()
            return
        self.cases += 1
        self._drifts = self._drifts or holds_against_unrelated(case, self._checks)
        width = sum(map(len, self._texts(case, 0)))
        if width > self._width:
            self._widest, self._width = case, width

    def questions(self, *, cells_each: int) -> Iterator[Questions]:
        """What the embedder will be asked at most, where it is a provider's: each text once for every cell."""
        to, widest = self._embedder, self._widest
        if to is None or widest is None:
            return

        def about(chars: int) -> list[Ask]:
            return [Ask.for_vectors(to, self._texts(widest, chars))]

        yield Questions(
            to.name,
            units=self.cases * cells_each,
            asks=about(SHORT_ANSWER),
            about_answers=about,
            are_judgments=False,
        )
        if self._drifts:
            yield Questions(to.name, units=1, asks=[Ask.for_vectors(to, UNRELATED)], are_judgments=False)

    def _texts(self, case: Case, chars: int) -> tuple[str, ...]:
        """What vectors are made of for a case, if its answer has so many characters."""
        answer = Output(
            id=OutputId("preflight"), cell_id=CellId("preflight"), status=OutputStatus.OK, text="x" * chars
        )
        return texts_to_embed(answer, case, self._checks)
