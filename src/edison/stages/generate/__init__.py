"""Generate: get the answers.

In:      cells: a version, an arm, the variables of a case, and which repeat.
Out:     outputs: ok, semantic failure or error, with the reason.

What a case expects never comes here. Whether an answer is a refusal is what the provider says; an answer that only
sounds like one is left to the check `refusal`.
"""

from .dialogue import answer_cell
from .prompts import ask_for_answer
from .reply import take_handed_in
from .talk.turns import ask_user
from .units import GenerateUnit

__all__ = ["GenerateUnit", "answer_cell", "ask_for_answer", "ask_user", "take_handed_in"]
