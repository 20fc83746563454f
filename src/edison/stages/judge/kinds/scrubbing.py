"""Cutting out what an answer says about who wrote it: by phrases in which models are known to name themselves.

A model's name in a sentence about models stays: only who speaks of itself is cut short. What is cut leaves a mark, so
that a judge does not take the gap for the answer's own.
"""

import re
from functools import cache

MARK = "[self-identification removed]"

_MODEL = (
    r"(?:chat-?gpt|gpt|claude|gemini|gemma|bard|llama|mistral|mixtral|qwen|deepseek|grok|copilot|command[ -]r|phi|kimi|"
    r"ernie|chatglm)(?:[ -]?(?:\d[\w.]*|[a-z]{1,2}\d[\w.]*|opus|sonnet|haiku|flash|pro|ultra|nano|mini|turbo|large|"
    r"small|medium|chat|instruct|plus|r)\b){0,4}"
)
_MAKER = r"[A-Z][\w&-]{0,30}(?:\.\w{1,10})?(?: (?:AI|DeepMind|Research|Labs?|Cloud|Inc|Corp)\b){0,2}"
_MADE = r"(?:made|built|created|developed|trained|designed|provided|powered|operated|released|offered)"
_KIND = (
    r"(?:(?:an?|the|your) )?(?:(?:helpful|harmless|honest|large|small|advanced|multimodal|virtual|open|neural) ){0,3}"
    r"(?:ai|a\.i\.|artificial intelligence|llm|language model|chatbot)\b"
    r"(?:[ -](?:powered|based|language|large|model|assistant|chatbot|system|agent)\b){0,3}"
)
_NAMED = rf"(?:,? (?:named|called|known as) (?:{_MODEL}|(?-i:[A-Z][\w.-]{{0,30}})))?"
_BY = rf"(?:,? (?:(?:which|that|who) (?:was|is) )?{_MADE} (?:and \w{{1,20}} )?(?:by|at) (?-i:{_MAKER}))?"
_WHO = rf"(?:{_MODEL}|{_KIND}){_NAMED}{_BY}(?:, {_KIND}{_NAMED}{_BY})?"
_I_AM = r"(?:i am|i['’]m|i have been|my name is|i go by|you(?: are|['’]re) (?:talking|speaking|chatting) (?:to|with))"

_SAYINGS = (
    rf"\b(?:speaking )?as {_WHO},?"
    rf"|\b{_I_AM} (?:called |named |just |only |actually )?{_WHO}"
    rf"|\bi was {_MADE} (?:and \w{{1,20}} )?(?:by|at) (?-i:{_MAKER})"
    rf"|\b(?:my|our) (?:creators?|developers?|makers?|training)(?: (?:at|by)|,) (?-i:{_MAKER})"
    rf"|\b(?:written|generated|answered|produced) by {_WHO}"
    rf"|^[ \t]*(?:[—–~]|--?) ?{_MODEL}[ \t]*$"
)


def scrub(text: str) -> str:
    """The text with a mark wherever it named its author."""
    return _sayings().sub(MARK, text)


@cache
def _sayings() -> re.Pattern[str]:
    # Made when a judge first needs it: it is large, and most runs have no judge.
    return re.compile(_SAYINGS, re.IGNORECASE | re.MULTILINE)
