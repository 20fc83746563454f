"""What a suite has outputs looked through for."""

import re

from edison.domain import Safety, SafetyKind
from edison.text import PRIVATE

from ..reading.complaints import Complaints, nearest
from ..reading.nodes import tell
from .safety_forms import SafetyForm, SafetyName

_KEY = "safety"
_SORTS = (*PRIVATE, "secret", "jailbreak")
_ONE_WORD = re.compile(r"[a-z_]+")


def read_safety(
    form: SafetyForm | list[SafetyName] | None, *, is_judged: bool, complaints: Complaints
) -> Safety | None:
    """As it is written; without a list, all that can be found. Complains of toxicity where nobody judges."""
    if form is None:
        return None
    written = SafetyForm(scan=form) if isinstance(form, list) else form
    if written.scan is None:
        scan = tuple(kind for kind in SafetyKind if is_judged or kind is not SafetyKind.TOXICITY)
    else:
        scan = tuple(dict.fromkeys(map(SafetyKind, written.scan)))
    if SafetyKind.TOXICITY in scan and not is_judged:
        advice = "Add judges, or leave toxicity out."
        complaints.add((_KEY,), "toxicity is what judges flag, and there is no judge", advice=advice)
    for place, allowed in enumerate(written.allow):
        if _ONE_WORD.fullmatch(allowed) and allowed not in _SORTS:
            what = f"{tell(allowed)} is nothing that is looked for"
            complaints.add((_KEY, "allow", place), what, advice=nearest(allowed, known=_SORTS))
    return Safety(
        scan=scan,
        echo=tuple(map(SafetyKind, written.echo)),
        allow=tuple(written.allow),
        most_flagged=written.most_flagged,
    )
