"""What the page of a placing adds to the look of the report."""

PLACING_STYLE = """
svg.figure { width: 100%; min-width: 40rem; height: auto; margin: .4rem 0; }
svg.figure text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg.figure .label { fill: var(--dim); text-anchor: middle; font-size: 12px; }
svg.figure .start { text-anchor: start; } svg.figure .end { text-anchor: end; }
svg.figure .tick { stroke: var(--line); stroke-width: .6; }
svg.figure .boundary { stroke: var(--dim); stroke-width: 1; stroke-dasharray: 4 3; }
svg.figure .grade { text-anchor: middle; font-weight: 600; }
svg.figure .reach { opacity: .5; stroke-linecap: round; }
svg.figure .anchor { stroke: var(--paper); stroke-width: 1; }
svg.chances { width: 15rem; height: 1.1rem; border-radius: .2rem; }
svg.chances text { font: 600 11px system-ui, sans-serif; fill: #fff; text-anchor: middle; }
svg.lean { width: 9rem; height: 1.3rem; }
svg.lean text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg.lean .half { stroke: var(--dim); stroke-dasharray: 2 2; }
svg.key { display: inline-block; width: .9rem; height: .9rem; vertical-align: -.1rem; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .4rem 0; padding: 0; list-style: none; }
.verdict { border-left: .35rem solid var(--tone); background: var(--soft); border-radius: 0 .5rem .5rem 0;
  padding: .7rem 1rem; margin: 1.2rem 0; }
.verdict b { font-size: 1.15rem; } .verdict p { margin: .2rem 0; }
.fine { --tone: var(--good); } .fair { --tone: #d68c26; } .poor { --tone: var(--bad); }
.trust { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 0 2rem; }
.trust ul { margin: .2rem 0; padding-left: 1.2rem; } .trust li { margin: .35rem 0; overflow-wrap: anywhere; }
td.grade { white-space: nowrap; }
td.text { overflow-wrap: anywhere; min-width: 9rem; max-width: 22rem; unicode-bidi: isolate; }
.tag { background: var(--soft); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem;
  font-size: .85em; white-space: nowrap; }
@media print { html { font-size: 11.5px; } body { max-width: none; padding: 0; font-size: 1rem; }
  h2, h3 { break-after: avoid; } tr, .verdict, .trust li { break-inside: avoid; } thead { display: table-header-group; }
  .wide { overflow: visible; } svg.figure { min-width: 0; } td, th { padding: .15rem .3rem; }
  svg.chances { width: 12rem; } svg.lean { width: 7rem; } td.text { min-width: 6rem; }
  .tag { border: 0; padding: 0; background: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
@page { margin: 15mm; }
"""
