"""Candidates by the library gepa: its evolution runs anew with every look, and what it asks for are waves of the run.

gepa decides by a seed and by what it is told alone. So nothing of it is kept: the answers and reflections of the run
are told to it again, and where it asks for more, that is the next wave. It is as durable as the run, and every call
goes through the gateway, the budget and the ledger. It sees development cases only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import fsum, isnan
from typing import TYPE_CHECKING, Any

from edison.domain import (
    SYNTHESISE,
    CellReport,
    Edit,
    PromptPart,
    PromptVersion,
    Proposal,
    RefineTask,
    Refining,
)
from edison.engine import NextWave
from edison.stages.refine import (
    EditsRefused,
    Guarded,
    edited_version,
    failures_of,
    find_breaches,
    text_of,
)
from edison.text import write_apart

from .refine_reports import WrittenCandidate, shown_input
from .refine_waves import RefineWaves

if TYPE_CHECKING:
    from gepa.core.adapter import EvaluationBatch

ROLLOUTS = 5
"""How often gepa may look at each development case in a round, as it counts itself."""
_BATCH = 3
"""Cases that a reflection is about."""
_PERFECT = 1.0
_REASON = "Evolved by gepa on development cases."
_TEMPLATE = """Improve this prompt, by which an assistant answers.

Prompt:
```
<curr_param>
```

What it was asked, what it answered, and what judges say of that:
```
<side_info>
```

Rewrite the prompt so that answers like these become better. Keep every placeholder in double braces and every rule that
stands in it word by word. Copy no words of what it was asked. Give the whole new prompt between triple backticks."""


@dataclass(slots=True)
class GepaWalk:
    """One round of gepa, from a version on; also what gepa takes for its adapter."""

    waves: RefineWaves
    refining: Refining
    versions: list[PromptVersion]
    """All of the run, by their places; what gepa has answered for is added."""
    task: RefineTask
    seed: int
    propose_new_texts: None = None
    """gepa asks its own way, of the refiner."""

    def propose(self) -> list[WrittenCandidate]:
        """The best texts that gepa found, the best first; none where it found nothing better than it began with."""
        evolve: Any = import_module("gepa.api").optimize
        parent, part = self.task.version, self._part
        found: Any = evolve(
            seed_candidate={part.value: _text_of_part(parent, part)},
            trainset=list(self.waves.development),
            adapter=self,
            reflection_lm=self._reflect,
            reflection_prompt_template=_TEMPLATE,
            batch_sampler=_InOrder(),
            max_metric_calls=ROLLOUTS * len(self.waves.development),
            perfect_score=_PERFECT,
            logger=_Silent(),
            seed=self.seed,
        )
        scores: Sequence[float] = found.val_aggregate_scores
        texts: Sequence[Mapping[str, str]] = found.candidates
        ranked = sorted(range(1, len(texts)), key=lambda at: -scores[at])
        better = [at for at in ranked if scores[at] > scores[0]][: self.refining.candidates]
        if not better:
            why = "gepa found nothing better on development cases."
            return [WrittenCandidate(Proposal(not_proposed=why), None, why)]
        return [self._written(texts[at], score=scores[at], first=scores[0]) for at in better]

    def evaluate(
        self, batch: list[int], candidate: dict[str, str], capture_traces: bool = False
    ) -> "EvaluationBatch[dict[str, str], str]":
        """What judges think of the answers to some cases; what breaks a guard is worth nothing and is not asked for."""
        from gepa.core.adapter import EvaluationBatch

        place = self._place(candidate)
        if place is None:
            nothing = {"Feedback": "It may not be tried: it loses or copies what it must not."}
            return EvaluationBatch([""] * len(batch), [0.0] * len(batch), [nothing] * len(batch))
        self.waves.answer(place, batch, version=self.versions[place])
        scores = [self._quality(place, case) for case in batch]
        traces = [self._trace(place, case) for case in batch]
        outputs = [trace["Generated Outputs"] for trace in traces]
        return EvaluationBatch(outputs, scores, traces if capture_traces else None)

    def make_reflective_dataset(
        self,
        candidate: dict[str, str],
        eval_batch: "EvaluationBatch[dict[str, str], str]",
        components_to_update: list[str],
    ) -> dict[str, list[dict[str, str]]]:
        """What the refiner is shown of the cases of a batch."""
        del candidate
        return {name: list(eval_batch.trajectories or ()) for name in components_to_update}

    @property
    def _part(self) -> PromptPart:
        return PromptPart.SYSTEM if self.task.version.system else PromptPart.USER

    def _reflect(self, prompt: str) -> str:
        """What the refiner says; nothing where it could not be asked."""
        task = self.task.model_copy(update={"reflection": prompt})
        wave = self.waves.take(NextWave(SYNTHESISE, 1, task.model_dump_json()))
        said = self.waves.story.proposals_of(wave)
        return said[0].draft if said else ""

    def _place(self, candidate: Mapping[str, str]) -> int | None:
        """Where the version that says this stands; None where it breaks a guard."""
        version = self._version(candidate)
        if version is None:
            return None
        text = text_of(version)
        known = [place for place, one in enumerate(self.versions) if text_of(one) == text]
        if not known:
            self.versions.append(version)
        return known[0] if known else len(self.versions) - 1

    def _version(self, candidate: Mapping[str, str]) -> PromptVersion | None:
        parent = self.task.version
        edits = self._edits(candidate)
        if not edits:
            return parent
        version = edited_version(parent, edits, number=len(self.versions) + 1, note=_REASON)
        if isinstance(version, EditsRefused):
            return None
        story = self.waves.story
        guarded = Guarded(
            parent,
            most_changed=self.refining.most_changed,
            cases=story.cases,
            checks=story.run.snapshot.checks,
        )
        return None if find_breaches(version, guarded) else version

    def _edits(self, candidate: Mapping[str, str]) -> tuple[Edit, ...]:
        old, new = _text_of_part(self.task.version, self._part), candidate[self._part.value].strip()
        return () if new == old.strip() else (Edit(part=self._part, find=old, replace=new, reason=_REASON),)

    def _quality(self, place: int, case: int) -> float:
        """On the average of all answers to a case; what nobody judged is worth nothing here."""
        tested = self.waves.scores_of(place, range(case, case + 1))
        known = [one for key in tested.scores if not isnan(one := tested.quality(key))]
        return fsum(known) / len(known) if known else 0.0

    def _trace(self, place: int, case: int) -> dict[str, str]:
        """What was asked, what was answered, and what judges say of it."""
        reports = [
            one for one in self.waves.reports_of(place, range(case, case + 1)) if one.output is not None
        ]
        return {
            "Inputs": shown_input(self.waves.story.cases[case]),
            "Generated Outputs": reports[0].output.text if reports and reports[0].output else "",
            "Feedback": " ".join(said for report in reports for said in self._feedback(report)),
        }

    def _feedback(self, report: CellReport) -> Iterator[str]:
        yield from (
            f"It fails: {what}." for what in failures_of(report, self.waves.story.run.snapshot.checks)
        )
        for judgment in report.judgments:
            for score in judgment.scores:
                yield f"{score.criterion}: {score.score:g}. {score.reason}".rstrip()
            yield from (one.text for one in judgment.suggestions)

    def _written(self, texts: Mapping[str, str], *, score: float, first: float) -> WrittenCandidate:
        place = self._place(texts)
        assert place is not None, "what breaks a guard is worth nothing, and not better"
        note = f"Development cases: {' → '.join(write_apart(first, score, least=2))}."
        return WrittenCandidate(Proposal(edits=self._edits(texts), note=note), self.versions[place])


class _InOrder:
    """Neighbouring cases make a batch, so that one wave answers it."""

    def next_minibatch_ids(self, loader: Any, state: Any) -> list[int]:
        count = len(loader)
        first = state.i * _BATCH % max(count - _BATCH + 1, 1)
        return list(loader.all_ids())[first : first + _BATCH]


class _Silent:
    """Says nothing: what happens stands in the story of the run."""

    def log(self, message: str) -> None:
        del message


def _text_of_part(version: PromptVersion, part: PromptPart) -> str:
    return version.system if part is PromptPart.SYSTEM else version.user
