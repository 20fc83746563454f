"""Customer support for a small online shop: its policies as facts, and what customers ask."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .cases import SUPPORT, Fact, SimCase
from .shop_policies import POLICIES, Policy

PRODUCTS = (
    "rain jacket",
    "desk lamp",
    "coffee grinder",
    "hiking stick",
    "wool blanket",
    "bicycle bell",
    "garden hose",
    "travel backpack",
    "tea kettle",
    "reading chair",
    "camping stove",
    "wall clock",
)


class _Asked(msgspec.Struct, frozen=True):
    policy: Policy
    number: int
    question: str
    product: str


def support_cases() -> Iterator[SimCase]:
    """Make every case of this domain."""
    for policy in POLICIES:
        for number, question in enumerate(policy.questions):
            products = PRODUCTS if "{product}" in question else PRODUCTS[:1]
            for product in products:
                yield _case(_Asked(policy, number, question, product))


def _case(asked: _Asked) -> SimCase:
    policy = asked.policy
    names_product = "{product}" in asked.question
    subject = asked.product if names_product else policy.subject
    place = f"-{PRODUCTS.index(asked.product)}" if names_product else ""
    facts = tuple(_fact(row, number) for number, row in enumerate(policy.facts))
    step = Fact(name="next step", right=policy.next_step, tells=(policy.next_step_tell,))
    return SimCase(
        id=f"support-{policy.topic}-{asked.number}{place}",
        text=asked.question.replace("{product}", asked.product),
        domain=SUPPORT,
        topic=policy.topic,
        facts=facts,
        difficulty=min(1.0, policy.difficulty + 0.05 * asked.number),
        next_step=step,
        source=policy.source,
        subject=subject,
        tricky=policy.tricky,
        expected=" ".join([*(fact.right for fact in facts), step.right]),
    )


def _fact(row: tuple[str, str, str, str], number: int) -> Fact:
    right, tell, wrong, wrong_tell = row
    name = "main rule" if number == 0 else f"detail {number}"
    return Fact(name=name, right=right, tells=(tell,), wrong=wrong, wrong_tells=(wrong_tell,))
