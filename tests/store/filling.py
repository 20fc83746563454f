"""Results put into a database row by row, as the writer would have written them."""

from collections.abc import Iterable

from sqlalchemy import insert

from edison.domain import (
    Answer,
    AttemptState,
    Case,
    CheckResult,
    Failure,
    Finding,
    Judgment,
    OutputStatus,
    Run,
    RunId,
    StageName,
)
from edison.store import RecordedReply, Store, UnitOfWork, output_id, stage_number
from edison.store.database.noun_text import findings_text, noun_text, reply_bytes
from edison.store.database.packing import pack
from edison.store.tables import ANSWER, ATTEMPT, ATTEMPT_END, CHECKED, JUDGMENT, OUTPUT
from tests.factories import a_case, a_dataset, a_judge, a_rubric, a_run, a_snapshot, a_wave, an_arm

RUN = RunId("run_1")


def add_run(
    store: Store,
    *,
    cases: int = 2,
    arms: int = 1,
    judges: int = 0,
    stored: Iterable[Case] | None = None,
    **changes: object,
) -> Run:
    """A planned run with a grid of cases × arms, its dataset stored."""
    snapshot = a_snapshot(
        cases=cases,
        arms=tuple(an_arm(id=f"arm_{arm}", name=f"arm {arm}") for arm in range(arms)),
        judges=tuple(a_judge(id=f"jdg_{judge}") for judge in range(judges)),
        rubric=a_rubric() if judges else None,
    )
    run = a_run(**{"snapshot": snapshot, **changes})
    with store.work() as work:
        work.datasets.add(a_dataset(), some_cases(cases) if stored is None else stored)
        work.runs.add(run, budget_microusd=None)
        grid = snapshot.grid
        work.waves.add(run.id, a_wave(units=grid.cells, body=grid.model_dump_json()))
    return run


def some_cases(count: int) -> Iterable[Case]:
    return (a_case(id=f"case_{number}", name=f"case {number}", tags=("t",)) for number in range(count))


class Filler:
    """Writes results of one run."""

    def __init__(self, work: UnitOfWork, run_id: RunId = RUN) -> None:
        self._connection = work.connection
        self._run_id = run_id
        self._no = work.runs.standing(run_id).no
        self._attempts = 0

    def output(
        self,
        cell: int,
        *,
        generation: int = 1,
        status: str = "ok",
        reason: str | None = None,
        text: str = "Four.",
        latency_us: int | None = 20_000,
    ) -> None:
        self._connection.execute(
            insert(OUTPUT).values(
                run_no=self._no,
                cell=cell,
                generation=generation,
                status=OutputStatus(status).value,
                reason=reason,
                text=pack(text),
                handed_in=0,
                latency_us=latency_us,
                input_tokens=11,
                output_tokens=3,
                model="steady-1",
            )
        )

    def checked(
        self, cell: int, *, generation: int = 1, findings: tuple[Finding, ...] = (Finding.PASSED,)
    ) -> None:
        results = tuple(
            CheckResult(
                output_id=output_id(self._run_id, cell, generation),
                check=f"check_{index}",
                finding=finding,
                reason=None if finding is Finding.PASSED else "Because.",
            )
            for index, finding in enumerate(findings)
        )
        self._connection.execute(
            insert(CHECKED).values(
                run_no=self._no,
                cell=cell,
                generation=generation,
                passed=findings.count(Finding.PASSED),
                failed=findings.count(Finding.FAILED),
                not_checked=findings.count(Finding.NOT_CHECKED),
                findings=findings_text(results),
            )
        )

    def judgment(
        self,
        cell: int,
        judge: int = 0,
        *,
        generation: int = 1,
        judging: int = 1,
        quality: float | None = 0.75,
        said: dict[str, object] | None = None,
    ) -> Judgment:
        """What a judge said; without a quality nobody could read it, unless `said` has a finding."""
        judgment = Judgment.model_validate(
            {
                "id": f"jmt_{cell}_{judge}_{judging}",
                "output_id": output_id(self._run_id, cell, generation),
                "judge_id": f"jdg_{judge}",
                "scores": () if quality is None else ({"criterion": "Accuracy", "score": 4},),
                "not_judged": "Nobody could read it." if quality is None and said is None else None,
                **(said or {}),
            }
        )
        self._connection.execute(
            insert(JUDGMENT).values(
                run_no=self._no,
                cell=cell,
                generation=generation,
                part=judge,
                judging=judging,
                judged=int(judgment.not_judged is None),
                quality=quality,
                body=noun_text(judgment),
            )
        )
        return judgment

    def attempt(
        self,
        unit: int,
        *,
        stage: StageName = StageName.GENERATE,
        part: int = 0,
        worker: str = "w1",
        worst: int | None = 100,
        state: AttemptState = AttemptState.SETTLED,
        microusd: int | None = 7,
        attempt_id: str | None = None,
        ended_at: int = 1,
    ) -> str:
        """An attempt; one that is open has no end."""
        self._attempts += 1
        attempt_id = attempt_id or f"att_{self._run_id}_{self._attempts:09d}"
        self._connection.execute(
            insert(ATTEMPT).values(
                id=attempt_id,
                run_no=self._no,
                stage=stage_number(stage),
                unit=unit,
                part=part,
                generation=1,
                turn=1,
                branch=0,
                number=1,
                epoch=1,
                worker=worker,
                endpoint="sim/steady",
                fingerprint="0" * 32,
                opened_at=0,
                worst_microusd=worst,
            )
        )
        if state is not AttemptState.OPEN:
            self._end(attempt_id, state, microusd, ended_at=ended_at)
        return attempt_id

    def finished(self, cell: int, *, judges: int = 0) -> None:
        """A cell with all that belongs to it."""
        self.attempt(cell)
        self.output(cell)
        self.checked(cell)
        for judge in range(judges):
            self.attempt(cell, stage=StageName.JUDGE, part=judge)
            self.judgment(cell, judge)

    def _end(self, attempt_id: str, state: AttemptState, microusd: int | None, *, ended_at: int) -> None:
        self._connection.execute(
            insert(ATTEMPT_END).values(
                attempt_id=attempt_id,
                run_no=self._no,
                state=state.value,
                ended_at=ended_at,
                microusd=microusd,
                certainty="unknown" if microusd is None else "exact",
                queue_us=0,
                latency_us=20_000,
            )
        )


def record(
    work: UnitOfWork,
    unit: int,
    reply: Answer | Failure,
    *,
    part: int = 0,
    turn: int = 1,
    branch: int = 0,
    generation: int = 1,
) -> RecordedReply:
    """An accepted reply to the generate stage."""
    work.connection.execute(
        insert(ANSWER).values(
            run_no=work.runs.standing(RUN).no,
            stage=stage_number(StageName.GENERATE),
            unit=unit,
            part=part,
            generation=generation,
            turn=turn,
            branch=branch,
            fingerprint="f" * 32,
            failed=int(isinstance(reply, Failure)),
            body=reply_bytes(reply),
        )
    )
    return RecordedReply(generation=generation, turn=turn, branch=branch, fingerprint="f" * 32, reply=reply)
