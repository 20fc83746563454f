"""The look of the report: one sheet, light and dark, nothing fetched."""

STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #ffffff; --soft: #f3f4f6; --line: #d5d8dd;
  --good: #1a7f37; --bad: #c62828; --dim: #5b6169; --bar: #3b6fd4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ec; --paper: #16181b; --soft: #22252a; --line: #3a3f46;
  --good: #57c878; --bad: #ff8a80; --dim: #a2a9b3; --bar: #86aef5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 74rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .3rem; }
h3 { font-size: 1rem; margin: 1rem 0 .2rem; }
.lead { font-size: 1.1rem; } .dim { color: var(--dim); } .good { color: var(--good); } .bad { color: var(--bad); }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { font-weight: 600; color: var(--dim); } td.number, th.number { text-align: right;
  font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
.facts { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0; list-style: none; }
.facts li { background: var(--soft); border-radius: .5rem; padding: .4rem .8rem; } .facts b { font-size: 1.15rem; }
svg { display: block; width: 11rem; height: 1.4rem; } td.number { white-space: nowrap; }
svg .axis { stroke: var(--line); } svg .span { stroke: var(--bar); stroke-width: 5; opacity: .45; }
svg .dot { fill: var(--bar); }
svg.scatter { width: min(100%, 44rem); height: auto; margin: .6rem 0; } svg.scatter text { fill: var(--ink);
  font-size: 12px; } svg.scatter .dim { fill: var(--dim); } svg.scatter .edge { fill: none; stroke: var(--bar);
  stroke-dasharray: 4 4; } svg.scatter .off { fill: var(--dim); } svg.scatter .whisker { stroke: var(--bar);
  opacity: .35; stroke-width: 2; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .4rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } summary b { margin-right: .4rem; }
pre { background: var(--soft); border-radius: .4rem; padding: .6rem; white-space: pre-wrap;
  overflow-wrap: anywhere; unicode-bidi: isolate; }
@media print { details { break-inside: avoid; } }
"""
