"""What checks ask for when they are made again: code that is run, and vectors of texts."""

import asyncio
from collections.abc import Sequence

from edison.domain import Case, Check, CheckCall, CheckReply, EmbeddedTexts, Output, Right, Run
from edison.engine import embed_all
from edison.gateway import CheckRunner, ProgramRunner
from edison.stages.check import holds_against_unrelated, texts_to_embed

from ..access import verb
from ..agents.measuring import measuring_session
from ..house import House


@verb(Right.CHANGE)
def run_code(house: House, calls: Sequence[CheckCall], *, folder: str | None) -> dict[CheckCall, CheckReply]:
    """The code of checks, in processes that end with it. Blocks; not for a loop."""

    async def run() -> dict[CheckCall, CheckReply]:
        programs = ProgramRunner(house.machine.program_environment)
        try:
            return await CheckRunner(programs, folder=folder).run_all(calls)
        finally:
            await programs.close()

    return asyncio.run(run())


@verb(Right.CHANGE)
def embed_outputs(
    house: House, run: Run, looked_at: Sequence[tuple[Output, Case]], checks: Sequence[Check]
) -> list[EmbeddedTexts]:
    """The vectors that checks by meaning ask for, for each output: made here, or asked of whom the run asked."""
    wanted = [
        (texts_to_embed(output, case, checks), holds_against_unrelated(case, checks))
        for output, case in looked_at
    ]
    if not any(texts for texts, _ in wanted):
        return [EmbeddedTexts(embedder="none")] * len(wanted)
    named = run.snapshot.embedder

    async def embed() -> list[EmbeddedTexts]:
        session = measuring_session(
            house, name="recheck", embedder=None if named is None else named.name, about=run
        )
        async with session, asyncio.TaskGroup() as group:
            made = [
                group.create_task(embed_all(session.embedder, texts, with_null=with_null))
                for texts, with_null in wanted
            ]
        return [one.result() for one in made]

    return asyncio.run(embed())
