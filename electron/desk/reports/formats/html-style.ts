import type { ReportDocument } from '#contract/report.ts';
import type { Say } from '#desk/reports/language/translate.ts';

/** The style sheet; at the foot of each printed page stands which point of the chain it is of. */
export const styleSheet = ({ seq, digest }: ReportDocument['point'], say: Say): string =>
  `${screen}${print.replace('POINT', say(`Audit chain entry ${seq}, digest ${digest.slice(0, 16)}…`))}`;

const screen = `
:root { color-scheme: light; --ink: #1c2127; --soft: #57606a; --line: #d5dae0; --faint: #f5f7f9;
  --ok: #116329; --ok-back: #e3f5e7; --warn: #7a4b00; --warn-back: #fdf1d3; --bad: #9f1c26; --bad-back: #fdeaea; }
* { box-sizing: border-box; }
html { background: #fff; color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 78rem; padding: 2.5rem 2rem 4rem;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif; }
h1, h2, h3 { line-height: 1.25; text-wrap: pretty; overflow-wrap: anywhere; }
h1 { margin: 0 0 1.25rem; font-size: 1.9em; letter-spacing: -0.01em; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.3em; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.05em; }
p, li, dd, blockquote { overflow-wrap: anywhere; }
p, ul { margin: 0.6rem 0; max-width: 46rem; }
p, li, td, th, dd, small { white-space: pre-line; unicode-bidi: plaintext; }
code, .command { font: 0.86em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { overflow-wrap: anywhere; }
.kicker { margin: 0 0 0.35rem; color: var(--soft); font-size: 0.8em; letter-spacing: 0.06em; text-transform: uppercase; }
.head { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 0 0 1.5rem; }
.head dt, .figures dt { color: var(--soft); font-size: 0.8em; }
.head dd, .figures dd, .facts dd { margin: 0; }
.summary { max-width: none; margin: 0; padding: 0.8rem 1rem; border-left: 4px solid var(--line); background: var(--faint); font-weight: 600; }
.note { max-width: none; padding: 0.6rem 1rem; border-left: 4px solid var(--line); background: var(--faint); }
.ok { --tone: var(--ok); --tone-back: var(--ok-back); }
.warn { --tone: var(--warn); --tone-back: var(--warn-back); }
.bad { --tone: var(--bad); --tone-back: var(--bad-back); }
.summary.ok, .note.ok, .summary.warn, .note.warn, .summary.bad, .note.bad { border-left-color: var(--tone); background: var(--tone-back); }
nav ol { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 1.5rem 0 0; padding: 0; list-style: none; font-size: 0.93em; }
nav a { color: #0a53a8; }
.facts { display: grid; gap: 0.3rem 1.5rem; margin: 0.75rem 0; }
.facts div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 1.5rem; }
.facts dt { color: var(--soft); }
.figures { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1rem 0; }
.figures div { min-width: 8.5rem; padding: 0.7rem 1rem; border: 1px solid var(--line); border-top: 3px solid var(--tone, var(--line)); border-radius: 3px; }
.figures dd { color: var(--tone, inherit); font-size: 1.7em; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
blockquote { max-width: 46rem; margin: 0.9rem 0; padding: 0 0 0 1rem; border-left: 3px solid var(--line); }
blockquote p { margin: 0; }
blockquote footer { margin: 0.2rem 0 0; padding: 0; border: 0; color: var(--soft); font-size: 0.87em; }
table { min-width: 24rem; max-width: 100%; margin: 1.25rem 0 1.75rem; border-collapse: collapse; font-size: 0.87em; line-height: 1.4; }
caption { padding: 0 0 0.45rem; color: var(--soft); text-align: left; }
th, td { padding: 0.45rem 1.5rem 0.45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; min-width: 6.8rem; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 2px solid var(--soft); font-weight: 600; vertical-align: bottom; overflow-wrap: normal; }
tbody th { font-weight: 600; min-width: 8rem; }
td small:has(code) { max-width: none; }
td small, th small { display: block; max-width: 24rem; color: var(--soft); font-size: 0.92em; font-weight: 400; }
th.instant, td.instant { min-width: 0; }
tbody th.instant, tbody th.number { font-weight: 400; }
time { white-space: nowrap; overflow-wrap: normal; }
th.number, td.number { text-align: right; min-width: 0; font-variant-numeric: tabular-nums; }
td.number, td.number small, td.state { white-space: nowrap; overflow-wrap: normal; }
td.state small { white-space: pre-line; overflow-wrap: anywhere; }
td.id { min-width: 18rem; }
.tag { display: inline-block; padding: 0 0.5em; border-radius: 3px; background: var(--tone-back); color: var(--tone); font-weight: 600; }
.timeline { margin: 1rem 0; }
.timeline figcaption { color: var(--soft); font-size: 0.87em; }
.timeline svg { display: block; max-width: 100%; height: auto; font-size: 11px; }
.timeline text { fill: var(--ink); }
.timeline .tick, .timeline .name { fill: var(--soft); }
.timeline .label { paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.timeline .count { fill: #fff; }
.timeline .grid { stroke: #eceef2; }
.timeline .lane { stroke: var(--line); }
.timeline .now { stroke: #3f51d6; stroke-dasharray: 2 2; }
.timeline .plain { fill: #6b7384; }
.timeline .bar.ok, .timeline .mark.ok { fill: #2b9459; }
.timeline .bar.warn, .timeline .mark.warn { fill: #b8740a; }
.timeline .bar.bad, .timeline .mark.bad { fill: #d6453a; }
.timeline .planned, .timeline .paused { fill: #fff; fill-opacity: 0.7; }
.chart { margin: 1rem 0; }
.chart figcaption, .chart summary { color: var(--soft); font-size: 0.87em; }
.chart svg { display: block; max-width: 100%; height: auto; }
.none { color: var(--soft); }
.end { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.87em; }
.end p { max-width: none; }
.command { overflow-wrap: anywhere; color: var(--ink); }
@media screen and (max-width: 76rem) {
  section { overflow-x: auto; }
  th, td { padding-right: 0.9rem; }
  td.id { min-width: 8rem; }
}
@media screen and (max-width: 50rem) {
  body { padding: 1.25rem 1rem 3rem; }
  .facts div { grid-template-columns: 1fr; gap: 0; }
}
`;

/** `size` names no paper: A4 and Letter both fit. Only tables that need it lie across. */
const print = `
@page { margin: 15mm 14mm 17mm;
  @bottom-left { content: "POINT"; font: 7.5pt sans-serif; color: #57606a; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 7.5pt sans-serif; color: #57606a; } }
@page across { size: landscape; margin: 13mm 14mm 15mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  h1 { font-size: 19pt; }
  h2 { margin-top: 20pt; font-size: 13pt; }
  h3 { margin-top: 13pt; font-size: 10.5pt; }
  h1, h2, h3, caption, thead { break-after: avoid; }
  .wide { page: across; }
  .wide > h2:first-child { margin-top: 0; }
  nav { display: none; }
  table { font-size: 8pt; margin: 8pt 0 12pt; }
  thead { display: table-header-group; }
  tr, blockquote, .summary, .note, .facts div, .figures div, li { break-inside: avoid; }
  table { min-width: 0; }
  th, td { padding: 3pt 9pt 3pt 0; min-width: 24mm; }
  td.id { min-width: 30mm; }
  .wide td.id { min-width: 54mm; }
  td small { max-width: 62mm; }
  .figures div { padding: 4pt 8pt; min-width: 24mm; }
  .figures dd { font-size: 15pt; }
  .facts div { grid-template-columns: 42mm minmax(0, 1fr); }
  p, li { orphans: 3; widows: 3; }
  .tag, .summary, .note, .figures div { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .timeline, .chart { break-inside: avoid; }
  .chart details:not([open]) { display: none; }
  .timeline svg, .chart svg { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .end { margin-top: 18pt; font-size: 8pt; break-inside: avoid; }
}
`;
