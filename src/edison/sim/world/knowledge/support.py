"""Customer support for a small online shop: its policies as facts, and what customers ask."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .cases import SUPPORT, Fact, SimCase


class ShopPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. A fact is (right sentence, its tell, wrong sentence, its tell); tells are lower case."""

    topic: str
    subject: str
    source: str
    facts: tuple[tuple[str, str, str, str], ...]
    next_step: str
    next_step_tell: str
    questions: tuple[str, ...]
    difficulty: float
    tricky: bool = False


# Each rule stands with what a careless answer makes of it.
POLICIES: tuple[ShopPolicy, ...] = (
    ShopPolicy(
        topic="returns",
        subject="return",
        source="returns policy",
        facts=(
            ("Unused items can be returned within 30 days of delivery.", "30 days",
             "Unused items can be returned within 14 days of delivery.", "14 days"),
            ("Return shipping is free.", "shipping is free",
             "Return shipping costs 9 euros.", "shipping costs 9 euros"),
        ),
        next_step="Open a return under My Orders and we will email you a label.",
        next_step_tell="under my orders",
        questions=(
            "I bought a {product} last week and it does not suit me. Can I send it back?",
            "How long do I have to return the {product} I ordered?",
            "The {product} looks different from the photo. What are my options for giving it back?",
        ),
        difficulty=0.2,
    ),
    ShopPolicy(
        topic="refund-time",
        subject="refund",
        source="refund policy",
        facts=(
            ("The refund reaches your account within 5 working days of the return's arrival.", "5 working days",
             "The refund reaches your account within 8 weeks of the return's arrival.", "8 weeks"),
            ("It goes to the means of payment you used.", "means of payment you used",
             "It is always paid out as a voucher.", "always paid out as a voucher"),
        ),
        next_step="If nothing has arrived by then, reply with your return number and we will trace it.",
        next_step_tell="your return number",
        questions=(
            "I returned the {product} on Monday. When do I get my money back?",
            "Where is my refund?",
            "My bank shows no refund for the {product} yet. Should I worry?",
        ),
        difficulty=0.3,
    ),
    ShopPolicy(
        topic="shipping-time",
        subject="delivery",
        source="shipping policy",
        facts=(
            ("Orders arrive within 2 to 4 working days.", "2 to 4 working days",
             "Orders arrive within 2 to 4 weeks.", "2 to 4 weeks"),
            ("Orders placed before noon leave on the same day.", "leave on the same day",
             "Orders always leave on the following Monday.", "on the following monday"),
        ),
        next_step="You can follow the parcel with the tracking link in your confirmation email.",
        next_step_tell="tracking link",
        questions=(
            "When will my {product} arrive if I order today?",
            "How fast do you ship?",
            "I need the {product} by the weekend. Is that realistic?",
        ),
        difficulty=0.2,
    ),
    ShopPolicy(
        topic="shipping-cost",
        subject="shipping cost",
        source="shipping policy",
        facts=(
            ("Shipping costs 4.90 euros.", "4.90 euros", "Shipping costs 12.50 euros.", "12.50 euros"),
            ("From 50 euros on it is free.", "from 50 euros on",
             "It is never free, whatever you order.", "never free"),
        ),
        next_step="The final amount is shown in the basket before you pay.",
        next_step_tell="in the basket",
        questions=("What does shipping cost?", "How much do you charge to send a {product}?"),
        difficulty=0.15,
    ),
    ShopPolicy(
        topic="warranty",
        subject="warranty",
        source="warranty terms",
        facts=(
            ("The warranty covers manufacturing defects for 2 years.", "for 2 years",
             "The warranty covers manufacturing defects for 6 months.", "for 6 months"),
            ("Normal wear is not covered.", "wear is not covered",
             "Normal wear is covered as well.", "wear is covered as well"),
        ),
        next_step="Send us two photos of the damage and your order number.",
        next_step_tell="two photos",
        questions=(
            "My {product} broke after four months. Is that covered?",
            "How long is the warranty on the {product}?",
            "My {product} came apart although I had hardly used it. What now?",
        ),
        difficulty=0.35,
    ),
    ShopPolicy(
        topic="opening-hours",
        subject="opening hours",
        source="contact page",
        facts=(
            ("The shop is open Monday to Saturday from 9 to 18 o'clock.", "9 to 18",
             "The shop is open Monday to Saturday from 10 to 22 o'clock.", "10 to 22"),
            ("On Sundays and public holidays it is closed.", "it is closed",
             "On Sundays it is open too.", "it is open too"),
        ),
        next_step="If you come for a pick-up, bring your order number.",
        next_step_tell="bring your order number",
        questions=("What are your opening hours?", "Can I pick up the {product} in your shop on Sunday?"),
        difficulty=0.1,
    ),
    ShopPolicy(
        topic="cancellation",
        subject="cancellation",
        source="order terms",
        facts=(
            ("An order can be cancelled free of charge until it is packed.", "until it is packed",
             "An order can never be cancelled once it is placed.", "never be cancelled"),
            ("That usually takes about 3 hours.", "about 3 hours",
             "That usually takes about 3 days.", "about 3 days"),
        ),
        next_step="Press Cancel next to the order in your account.",
        next_step_tell="press cancel",
        questions=(
            "I ordered the wrong {product} by mistake. Can I cancel?",
            "Please cancel my order from this morning.",
        ),
        difficulty=0.3,
    ),
    ShopPolicy(
        topic="address-change",
        subject="delivery address",
        source="order terms",
        facts=(
            ("We can change the address until the parcel leaves our warehouse.", "leaves our warehouse",
             "We can change the address even while the parcel is on the van.", "on the van"),
            ("After that only the carrier can redirect it.", "carrier can redirect",
             "After that we drive after it ourselves.", "drive after it"),
        ),
        next_step="Reply with the order number and the new address today.",
        next_step_tell="the new address",
        questions=(
            "I am moving. Can you send the {product} to my new flat instead?",
            "I typed the wrong street in my order. How do I fix that?",
        ),
        difficulty=0.4,
    ),
    ShopPolicy(
        topic="damaged-parcel",
        subject="damaged parcel",
        source="shipping policy",
        facts=(
            ("Damage in transit is on us: you get a new item free of charge.", "new item free of charge",
             "Damage in transit is at your own risk.", "your own risk"),
            ("Please report it within 7 days.", "within 7 days",
             "You can report it within one year.", "within one year"),
        ),
        next_step="Send us a photo of the box and the item.",
        next_step_tell="photo of the box",
        questions=(
            "The {product} arrived with a crushed box and a crack. What do you do about it?",
            "My parcel was damaged. Who pays for that?",
        ),
        difficulty=0.35,
    ),
    ShopPolicy(
        topic="sale-items",
        subject="sale item",
        source="returns policy",
        facts=(
            ("Sale items can be exchanged but not refunded.", "exchanged but not refunded",
             "Sale items are refunded in full like any other.", "refunded in full like any other"),
            ("The exchange is possible within 30 days.", "30 days",
             "The exchange is possible within 100 days.", "100 days"),
        ),
        next_step="Tell us the size or colour you would like instead.",
        next_step_tell="would like instead",
        questions=(
            "I got the {product} at 40 percent off. I want my money back, is that fine?",
            "Does your return rule also hold for things from the clearance sale?",
        ),
        difficulty=0.7,
        tricky=True,
    ),
    ShopPolicy(
        topic="gift-cards",
        subject="gift card",
        source="gift card terms",
        facts=(
            ("Gift cards are valid for 3 years from purchase.", "3 years from purchase",
             "Gift cards never expire.", "never expire"),
            ("They cannot be paid out in cash.", "cannot be paid out in cash",
             "They can be paid out in cash at any time.", "paid out in cash at any time"),
        ),
        next_step="Enter the code at checkout to see the balance.",
        next_step_tell="code at checkout",
        questions=(
            "Does a gift card expire?",
            "I have an old gift card. Can I have the rest in cash if I buy a {product}?",
        ),
        difficulty=0.6,
        tricky=True,
    ),
    ShopPolicy(
        topic="custom-made",
        subject="engraved item",
        source="returns policy",
        facts=(
            ("Engraved or custom-made items cannot be returned unless they are faulty.", "unless they are faulty",
             "Engraved items can be returned like everything else.", "returned like everything else"),
            ("A faulty engraving is redone free of charge.", "redone free of charge",
             "A faulty engraving is redone at half price.", "redone at half price"),
        ),
        next_step="Send us a photo if anything is wrong with the engraving.",
        next_step_tell="wrong with the engraving",
        questions=(
            "I had my name engraved on the {product} but I no longer like it. Can I return it?",
            "Is a return possible for personalised gifts?",
        ),
        difficulty=0.75,
        tricky=True,
    ),
    ShopPolicy(
        topic="payment-methods",
        subject="payment",
        source="payment page",
        facts=(
            ("You can pay by card, bank transfer or invoice.", "card, bank transfer or invoice",
             "You can pay by cheque only.", "by cheque only"),
            ("Invoices are due within 14 days.", "due within 14 days",
             "Invoices are due within 90 days.", "due within 90 days"),
        ),
        next_step="Choose the method in the last step of the order.",
        next_step_tell="last step of the order",
        questions=("How can I pay?", "Can I buy the {product} on invoice?"),
        difficulty=0.2,
    ),
    ShopPolicy(
        topic="abroad",
        subject="delivery abroad",
        source="shipping policy",
        facts=(
            ("We deliver to all countries of the European Union and to Norway.", "and to norway",
             "We deliver worldwide.", "deliver worldwide"),
            ("Abroad it takes up to 10 working days.", "10 working days",
             "Abroad it takes one day only.", "one day only"),
        ),
        next_step="Pick your country at checkout to see the price.",
        next_step_tell="pick your country",
        questions=("Do you ship the {product} to Switzerland?", "Do you also deliver abroad?"),
        difficulty=0.65,
        tricky=True,
    ),
    ShopPolicy(
        topic="missing-item",
        subject="missing item",
        source="shipping policy",
        facts=(
            ("Large orders may arrive in two parcels.", "in two parcels",
             "We always send everything in one parcel, so nothing can be missing.", "nothing can be missing"),
            ("A missing item is sent again after 3 working days.", "after 3 working days",
             "A missing item is sent again after 3 months.", "after 3 months"),
        ),
        next_step="Check the packing slip and tell us which line is missing.",
        next_step_tell="packing slip",
        questions=(
            "My parcel came but the {product} is not in it. What happened?",
            "One of three things I ordered is missing.",
        ),
        difficulty=0.45,
    ),
    ShopPolicy(
        topic="price-drop",
        subject="price difference",
        source="price promise",
        facts=(
            ("If our price drops within 10 days of your purchase, we refund the difference.", "refund the difference",
             "Price changes after the purchase are never our concern.", "never our concern"),
            ("The promise does not cover clearance sales.", "not cover clearance",
             "The promise covers every other shop as well.", "covers every other shop"),
        ),
        next_step="Write to us with your order number and the new price.",
        next_step_tell="and the new price",
        questions=(
            "Yesterday I paid more for the {product} than you charge today. Can I get the difference?",
            "Do you have a price guarantee?",
        ),
        difficulty=0.55,
    ),
)  # fmt: skip


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
    policy: ShopPolicy
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
