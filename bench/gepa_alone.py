"""gepa as its users have it: its own loop, template and selection, asking the simulator over HTTP; nothing of ours.

A script for any Python that has gepa, which need not have Edison: `python gepa_alone.py < job.json`. A job says where
the simulator is, who answers, judges and writes, the prompt, cases and rubric, and how many answers may be judged.
"""

import json
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

AT_ONCE = 16
USD_PER_MILLION = {"prompt_tokens": 1.0, "completion_tokens": 4.0}
MAX_TOKENS = 200
ASKS_FOR = """Improve this prompt, by which an assistant answers.

Prompt:
```
<curr_param>
```

What it was asked, what it answered, and what judges say of that:
```
<side_info>
```

Rewrite the prompt so that answers like these become better. Give the whole new prompt between triple backticks."""
"""In words that the simulator's writers understand; all else is as it comes."""


@dataclass
class World:
    """Where and whom to ask, and what that has cost so far; also what gepa takes for its adapter."""

    job: Mapping[str, Any]
    microusd: float = 0.0
    answers: int = 0
    propose_new_texts: None = None
    """gepa asks its own way, of the writer."""
    threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(AT_ONCE))

    def ask(self, model: str, messages: Sequence[Mapping[str, str]], **more: object) -> str:
        """One request in the format of OpenAI."""
        body = json.dumps({"model": model, "messages": messages, **more}).encode()
        headers = {"Content-Type": "application/json", "Authorization": "Bearer nobody"}
        request = urllib.request.Request(f"{self.job['base_url']}/chat/completions", body, headers)
        with urllib.request.urlopen(request, timeout=120) as reply:
            read = json.load(reply)
        self.microusd += sum(price * read["usage"][name] for name, price in USD_PER_MILLION.items())
        return read["choices"][0]["message"]["content"] or ""

    def reflect(self, prompt: str) -> str:
        """What the writer makes of a reflection."""
        return self.ask(self.job["writer"], [{"role": "user", "content": prompt}])

    def evaluate(self, batch: list[str], candidate: dict[str, str], capture_traces: bool = False) -> Any:
        """Answers to some questions, with what judges think of them."""
        from gepa.core.adapter import EvaluationBatch

        seen = list(self.threads.map(lambda question: self._judged(question, candidate["system"]), batch))
        outputs, scores = [one["Generated Outputs"] for one in seen], [one["quality"] for one in seen]
        return EvaluationBatch(outputs, scores, seen if capture_traces else None)

    def make_reflective_dataset(
        self, candidate: dict[str, str], eval_batch: Any, components_to_update: list[str]
    ) -> dict[str, list[dict[str, str]]]:
        """What the writer is shown."""
        del candidate
        shown = [
            {name: one[name] for name in ("Inputs", "Generated Outputs", "Feedback")}
            for one in eval_batch.trajectories or ()
        ]
        return dict.fromkeys(components_to_update, shown)

    def _judged(self, question: str, system: str) -> dict[str, Any]:
        told = [{"role": "system", "content": system}, {"role": "user", "content": question}]
        answer = self.ask(self.job["model"], told, max_tokens=MAX_TOKENS)
        self.answers += 1
        said = [self._scores(judge, question, answer) for judge in self.job["judges"]]
        qualities = [
            sum(self.job["rubric"][one["criterion"]] * one["score"] / 5 for one in scores) for scores in said
        ]
        feedback = [
            f"{one['criterion']}: {one['score']:g}. {one['reason']}" for scores in said for one in scores
        ]
        return {
            "Inputs": question,
            "Generated Outputs": answer,
            "Feedback": " ".join(feedback),
            "quality": sum(qualities) / len(qualities),
        }

    def _scores(self, judge: str, question: str, answer: str) -> list[dict[str, Any]]:
        rubric = self.job["rubric"]
        criteria = "\n".join(f"- {name} (weight {weight}): It is {name}." for name, weight in rubric.items())
        words = (
            f"You judge answers.\n\nRubric:\n{criteria}\n\nQuestion: {question}\n\nAnswer:\n<answer>\n{answer}\n"
            "</answer>\n\nScore every criterion from 0 to 5."
        )
        form = {"type": "json_schema", "json_schema": {"name": "scores", "schema": _schema(list(rubric))}}
        return json.loads(self.ask(judge, [{"role": "user", "content": words}], response_format=form))[
            "scores"
        ]


def _schema(names: list[str]) -> dict[str, object]:
    score: dict[str, object] = {
        "type": "object",
        "additionalProperties": False,
        "required": ["criterion", "score", "reason"],
        "properties": {
            "criterion": {"type": "string", "enum": names},
            "score": {"type": "number", "minimum": 0, "maximum": 5},
            "reason": {"type": "string"},
        },
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["scores"],
        "properties": {"scores": {"type": "array", "items": score}},
    }


class _Silent:
    def log(self, message: str) -> None:
        del message


def evolve(job: Mapping[str, Any]) -> dict[str, object]:
    """The text that gepa ends with, and what it took."""
    from gepa.api import optimize

    world, half = World(job), len(job["cases"]) // 2
    optimise: Any = optimize
    found = optimise(
        seed_candidate={"system": job["system"]},
        trainset=job["cases"][:half],
        valset=job["cases"][half:],
        adapter=world,
        reflection_lm=world.reflect,
        reflection_prompt_template=ASKS_FOR,
        max_metric_calls=job["answers"],
        logger=_Silent(),
        seed=job["seed"] % 2**32,
    )
    return {
        "system": found.best_candidate["system"],
        "answers": world.answers,
        "microusd": round(world.microusd),
    }


if __name__ == "__main__":
    json.dump([evolve(job) for job in json.load(sys.stdin)], sys.stdout)
