import subprocess
import sys

from edison.store import Health, Store, examine
from tests.store.filling import RUN, add_run
from tools.cards import ROOT

PROCESSES, SECONDS = 4, 0.3


def test_four_processes_that_write_at_once_never_hear_of_a_lock(store: Store) -> None:
    add_run(store)

    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store.contending", store.url, str(number), str(SECONDS)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    said = [process.communicate() for process in processes]

    assert [(process.returncode, errors) for process, (_, errors) in zip(processes, said, strict=True)] == [
        (0, "")
    ] * PROCESSES
    appended = [int(output.split()[0]) for output, _ in said]
    with store.reading() as work:
        numbers = [event.number for event in work.events.since(0, limit=10**6, run_id=RUN)]
    assert numbers == list(range(1, sum(appended) + 1))
    assert min(appended) > 0
    assert [found.sentence for found in examine(store) if found.health is Health.BAD] == []
