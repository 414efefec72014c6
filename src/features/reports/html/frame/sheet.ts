import { DARK, LIGHT, paletteStyle } from '../../../../shared/charts/palette.ts'
import { DRAWING_STYLE } from '../../../../shared/charts/svg.ts'
import { FONT_FACES, FONT_FAMILY } from '../../../../shared/html/font.ts'
import { accentStyle, SENDER_STYLE } from '../../../../shared/html/partner-look.ts'
import type { Brand } from '../../../brands/rules.ts'
import { FILTER_STYLE } from './filter-style.ts'

/**
 * The style of the report, inline in the page. The policy below allows exactly this text by its hash, so the markup has no style
 * attributes and the page loads nothing.
 */
const REPORT_STYLE = `
${FONT_FACES}
:root {
  color-scheme: light dark;
  --ground: #f4f6f5; --paper: #ffffff; --ink: #1a2730; --soft: #51606b; --line: #d9e0e2; --accent: #0c5a63;
  --good: #1c6440; --good-tint: #e3f1e8; --warn: #744a00; --warn-tint: #fbefd5;
  --bad: #9f2429; --bad-tint: #fae7e6; --dim: #465462; --dim-tint: #e8edf0;
  --critical: #8c191f; --critical-ink: #8c191f; --on-critical: #ffffff;
  ${paletteStyle(LIGHT)}
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0f161b; --paper: #172027; --ink: #e6ecef; --soft: #a9b6bf; --line: #2d3a43; --accent: #7fcfd3;
    --good: #93d9b2; --good-tint: #16342a; --warn: #f2ca7a; --warn-tint: #3a2e12;
    --bad: #ffaea8; --bad-tint: #431c1e; --dim: #bcc8d2; --dim-tint: #27333c;
    --critical: #b4272d; --critical-ink: #ffaea8; --on-critical: #ffffff;
    ${paletteStyle(DARK)}
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding: 1.5rem 0; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.6 ${FONT_FAMILY};
}
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, figure, table { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.18em; } a:is([href^="#r-"], [href^="#f-"]) { white-space: nowrap; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible, :is(button, input, select, textarea):focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; letter-spacing: -0.01em; }
h2 { font-size: 1.5rem; font-weight: 650; }
h3 { font-size: 1.2rem; font-weight: 650; }
h4 { font-size: 0.95rem; font-weight: 650; color: var(--soft); }
h5 { font-size: 1rem; font-weight: 600; line-height: 1.45; }
svg { display: block; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.6rem 1rem; background: var(--paper); z-index: 1; }
.skip:focus { top: 1rem; }
.sprite { position: absolute; }
.page { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
.soft { color: var(--soft); }
.small { font-size: 0.875rem; }
.number { font-variant-numeric: tabular-nums; }
.lead { max-width: 44rem; margin-top: 0.5rem; color: var(--soft); } .lead + p { margin-top: 0.5rem; }

.top { padding: 1.25rem 0 1rem; }
.brand { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1.5rem; padding-bottom: 0.7rem;
  align-items: center; border-bottom: 3px solid var(--accent); font-size: 0.95rem; }
${SENDER_STYLE}.brand strong { font-weight: 650; }
.top h1 { margin-top: 1.1rem; font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.3rem); font-weight: 680; overflow-wrap: anywhere;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.facts-line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 1.5rem; margin-top: 0.35rem; font-size: 0.95rem; color: var(--soft); }
.contents { margin-top: 1.25rem; font-size: 0.9rem; }
.contents ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; } .contents .one { display: grid; flex-basis: 100%; grid-template-columns: 16rem minmax(0, 1fr); align-items: baseline; } :is(.contents, .facts-line) a { display: inline-block; padding: 0.15rem 0; }

.glance { margin-top: 0.25rem; display: grid; grid-template-columns: 20rem minmax(0, 1fr); gap: 1.25rem 2.5rem; align-items: center; }
.glance-score figure svg { width: 100%; }
.glance-score .key { justify-content: center; gap: 0.25rem 1rem; margin-top: 0.6rem; }
.glance-facts { display: grid; grid-template-columns: 1fr 1.35fr; gap: 1.25rem 2rem; }
.fact h3 { font-size: 0.875rem; font-weight: 500; color: var(--soft); letter-spacing: 0; }
.fact .big { text-wrap: balance; margin-bottom: 0.6rem; font-size: 1.15rem; font-weight: 650; line-height: 1.35; }
.fact .small { margin-top: 0.4rem; }
.fact.wide { grid-column: 1 / -1; }
.points-note { grid-column: 1 / -1; }
:is(.prose p, .points-note, .conclusions dd) { text-wrap: pretty; }
.conclusion { grid-column: 1 / -1; padding-top: 1.1rem; border-top: 1px solid var(--line); font-size: clamp(1.15rem, 1rem + 0.8vw, 1.5rem);
  line-height: 1.35; font-weight: 650; letter-spacing: -0.01em; text-wrap: pretty; }
.first-step { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; grid-column: 1 / -1; margin-top: -0.4rem; } .first-step .soft { font-size: 0.875rem; white-space: nowrap; }
.frameworks .first-step { margin-top: 0.9rem; } .work { margin-top: 0.5rem; }
.severities { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.6rem; margin-top: 0.4rem; }
.severities li { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 0.5rem; padding: 0.45rem 0.7rem;
  border-radius: 0.5rem; color: var(--dim); background: var(--dim-tint); }
.severities b { font-size: 1.6rem; line-height: 1.15; font-weight: 700; }
.severities span { grid-column: 1 / -1; font-size: 0.875rem; font-weight: 600; }
.severities .icon { width: 1.1rem; height: 1.1rem; }
.severities .severity-critical { color: var(--on-critical); background: var(--critical); }
.severities .severity-high { color: var(--bad); background: var(--bad-tint); }
.severities .severity-medium { color: var(--warn); background: var(--warn-tint); }
.severities .none { color: var(--soft); background: none; box-shadow: inset 0 0 0 1px var(--line); } .severities .none b { font-weight: 500; }

.frameworks { margin-top: 0.25rem; } .cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem 2rem; }
.cards > li { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.5rem 1.25rem; align-content: start; align-items: start; }
.cards h3 { grid-column: 1 / -1; font-size: 1.05rem; } .cards h3 span { font-weight: 450; font-size: 0.875rem; }
.cards figure svg { width: 100%; } .cards .big { font-weight: 650; }
.found { display: flex; flex-wrap: wrap; gap: 0 0.9rem; margin-top: 0.3rem; font-size: 0.9rem; }
.found li { display: flex; align-items: center; gap: 0.3rem; } .found .icon { width: 0.85rem; height: 0.85rem; }
.found .severity-critical { color: var(--critical-ink); } .found .severity-high { color: var(--bad); } .found .severity-medium { color: var(--warn); } .found .severity-low { color: var(--dim); }
.frameworks .conclusion { margin-top: 1.25rem; } .framework { margin-top: 0.6rem; font-weight: 600; }
.conclusions { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35rem 1.25rem; margin-top: 0.8rem; } .conclusions dt { font-weight: 600; }
.panel { margin-top: 1.5rem; padding: clamp(1.25rem, 0.8rem + 2vw, 2.25rem); background: var(--paper);
  border: 1px solid var(--line); border-radius: 0.75rem; }
.eyebrow { font-size: 1rem; color: var(--accent); letter-spacing: 0; }
.prose { max-width: 44rem; margin-top: 0.9rem; }
.prose p + p { margin-top: 0.7rem; }

.mark { display: inline-flex; align-items: center; gap: 0.4em; padding: 0.1rem 0.6rem 0.1rem 0.5rem; border-radius: 1rem;
  font-size: 0.825rem; font-weight: 600; line-height: 1.6; white-space: nowrap; }
.mark svg { width: 0.85em; height: 0.85em; flex: none; }
.good { color: var(--good); background: var(--good-tint); } .warn { color: var(--warn); background: var(--warn-tint); }
.bad { color: var(--bad); background: var(--bad-tint); } .dim { color: var(--dim); background: var(--dim-tint); }
.critical { color: var(--on-critical); background: var(--critical); }

.todo { margin-top: 1.25rem; }
.todo > li { position: relative; padding: 1.1rem 0 1.1rem 3.25rem; border-top: 1px solid var(--line); }
.todo .place { text-decoration: none; position: absolute; left: 0; top: 1.1rem; width: 2.1rem; height: 2.1rem;
  border-radius: 50%; border: 2px solid var(--accent); color: var(--accent); font-weight: 680; line-height: 1.95rem; text-align: center;
  white-space: nowrap; overflow-wrap: normal; } .todo .place.long { font-size: 0.8em; line-height: 1.95rem; }
.todo .remedy { font-weight: 600; }
.todo p + p { margin-top: 0.3rem; }
.marks { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 0.75rem; margin-top: 0.5rem; font-size: 0.875rem; color: var(--soft); }

.action > p + p, .action > ul { margin-top: 0.4rem; }
.action .marks b { color: var(--ink); }
.fix { margin-top: 0.6rem; } .fix p { margin-top: 0.6rem; } .fix .facts { font-size: 0.9rem; }
.steps { margin-top: 0.6rem; padding-left: 1.5rem; list-style: decimal; max-width: 46rem; } .steps li + li { margin-top: 0.45rem; }
.wrong > li + li { margin-top: 0.4rem; }
.steps-known { margin-top: 0.75rem; } .steps-known li { padding: 0.6rem 0; border-top: 1px solid var(--line); }
pre { margin: 0.4rem 0 0; padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border-radius: 0.4rem; font-size: 0.875rem; }
.rest { margin-top: 1rem; } .rest > .todo { font-size: 1rem; }
.filter { display: flex; flex-wrap: wrap; gap: 0.75rem 1.75rem; margin-top: 1.25rem; padding: 0.9rem 1.1rem; background: var(--ground); border-radius: 0.5rem; font-size: 0.925rem; }
.filter fieldset { margin: 0; padding: 0; border: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; align-items: center; }
.filter legend { float: left; min-width: 5rem; margin-right: 0.9rem; padding: 0; color: var(--soft); } .filter label { padding: 0.1rem 0; }
.filter input[type="search"] { font: inherit; padding: 0.4rem 0.7rem; flex: 0 1 17rem; min-width: 0; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem; }
.filter input[type="checkbox"] { width: 1.05rem; height: 1.05rem; margin: 0 0.2rem 0 0; vertical-align: -0.15rem; accent-color: var(--soft); }
.area { margin-top: 2rem; } .area > h3 span { font-weight: 450; font-size: 0.95rem; }
${FILTER_STYLE}
.filter select, .tool { font: inherit; padding: 0.3rem 0.7rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem; }
.tools { display: flex; flex-wrap: wrap; flex-basis: 100%; align-items: center; gap: 0.5rem 0.75rem; } .tools output:empty { display: none; } .tools select { margin-left: -0.25rem; } .filter [data-folds] { margin-left: auto; }
.by-hand { display: block; margin-top: 0.5rem; font-size: 0.9rem; } .by-hand textarea { display: block; width: 100%; margin-top: 0.4rem; padding: 0.5rem 0.7rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 0.4rem; }
.tool { cursor: pointer; } .action .tool { margin-top: 0.5rem; padding: 0.15rem 0.6rem; font-size: 0.85rem; }
.groups .panel .filter { margin-top: 1.5rem; }
::highlight(found) { color: #1a2730; background: #ffe08a; }
:is(.action, .wrong li, .row, .row > .facts):target { outline: 2px solid var(--accent); outline-offset: 0.5rem; border-radius: 0.25rem; }
.overview { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 0.5rem 1.25rem; margin-top: 0.9rem; font-size: 0.925rem; }
.overview dt { font-weight: 600; } .overview ul { display: flex; flex-wrap: wrap; gap: 0.3rem; }
.chip { display: inline-flex; align-items: center; gap: 0.35em; padding: 0.05rem 0.45rem; border-radius: 0.3rem; font-size: 0.8rem; line-height: 1.6; white-space: nowrap; text-decoration: none; }
.chip svg { width: 0.75em; height: 0.75em; flex: none; } a.chip { min-height: 1.5rem; text-decoration: underline; text-decoration-thickness: 1px; }
.outside.chip { color: var(--soft); background: none; box-shadow: inset 0 0 0 1px var(--line); margin: 0; padding: 0.05rem 0.45rem; border: 0; }
[hidden] { display: none !important; }
[data-area]:has([data-finding]):not(:has([data-finding]:not([hidden]), :target)) { display: none; }
/* Without the script, a link to what a search hides shows it. */
@media (scripting: none) { [data-finding][hidden]:is(:target, :has(:target)) { display: revert !important; } }
.costs dt { margin-top: 1rem; font-weight: 650; } .costs dd { max-width: 46rem; } .state { font-weight: 600; } td.state { white-space: nowrap; } .state .swatch { display: inline-block; margin-right: 0.5rem; }
.quarters { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1.5rem 2rem; margin-top: 1.25rem; }
.quarters.areas { grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
.counts span { white-space: nowrap; } .counts span:not(:last-child)::after { content: " ·"; }
.quarters > div { padding-top: 0.7rem; border-top: 3px solid var(--accent); } .quarters h3 { font-size: 1.05rem; }
.quarters li { padding: 0.6rem 0; border-bottom: 1px solid var(--line); } .quarters .marks { margin-top: 0.2rem; }
.needs { margin-top: 1rem; list-style: decimal; padding-left: 1.4rem; max-width: 46rem; } .needs li + li { margin-top: 0.8rem; }
.blank { margin-top: 0.6rem; min-height: 8rem; border: 1px dashed var(--soft); border-radius: 0.4rem; }
.blanks { display: grid; grid-template-columns: max-content 1fr; gap: 1rem 1.25rem; margin-top: 0.9rem; } .blanks dt { color: var(--soft); } .blanks dd { border-bottom: 1px solid var(--soft); }
.key { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 1rem; font-size: 0.875rem; color: var(--soft); }
.key li { display: flex; align-items: center; gap: 0.5rem; }
.key b { color: var(--ink); } .key:has(.chip) { gap: 0.4rem; } .key .chip { gap: 0.35em; }
.swatch { width: 1.3rem; height: 0.8rem; flex: none; }
.figure { margin-top: 1.25rem; } .at-narrow { display: none; }
.reasons li p + p { margin-top: 0.15rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.scroll { margin: 1rem -0.4rem 0; padding: 0 0.4rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.925rem; }
caption { text-align: left; padding-bottom: 0.5rem; font-size: 0.875rem; font-weight: 600; }
th, td { padding: 0.55rem 0.75rem 0.55rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } thead th { font-size: 0.825rem; color: var(--soft); }
td.number, th.number { text-align: right; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
tfoot th, tfoot td { border-bottom: 0; font-weight: 680; }

.reasons { margin-top: 1.5rem; }
.reasons > div + div { margin-top: 1.5rem; }
.reasons p, .facts dd { overflow-wrap: anywhere; }
.reasons h3 { font-size: 1.05rem; }
.reasons ul { margin-top: 0.5rem; }
.reasons li { padding: 0.6rem 0; border-top: 1px solid var(--line); }
.ids { font-size: 0.875rem; line-height: 1.9; }
.ids > span { margin-right: 0.65rem; white-space: nowrap; }

.group-head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0.25rem 1.5rem; }
.group-head p { font-size: 0.95rem; color: var(--soft); }
.rows { margin-top: 1.75rem; }
.rows > h4 { padding-bottom: 0.4rem; } .rows > h4 + p { margin-top: -0.3rem; padding-bottom: 0.5rem; }
.row { border-top: 1px solid var(--line); padding: 1rem 0; }
.row:last-child { padding-bottom: 0; }
.id { margin-right: 0.35em; color: var(--soft); font-weight: 600; white-space: nowrap; }
summary { cursor: pointer; }
details.row > summary { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: start; gap: 0.35rem 1rem; list-style: none; }
details.row > summary::-webkit-details-marker { display: none; }
details.row > summary h5 { font-weight: 500; padding-left: 1.2rem; position: relative; }
details.row > summary h5::before { content: ""; position: absolute; left: 0; top: 0.45em; border: 0.32em solid transparent;
  border-left: 0.45em solid var(--soft); }
details.row[open] > summary h5::before { transform: rotate(90deg); transform-origin: 0.2em 50%; }
details.row > .facts, details.row > .more { margin-left: 1.2rem; }
.as-table[open] { margin-bottom: 1.6rem; }
.facts { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.45rem 1rem; margin-top: 0.8rem; font-size: 0.95rem; }
.facts dt { color: var(--soft); }
.bar { width: 100%; max-width: 16rem; height: 0.45rem; margin-top: 0.3rem; }
.facts ul { list-style: disc; padding-left: 1.1rem; }
.more { margin-top: 0.6rem; font-size: 0.9rem; }
.more > p { margin-top: 0.4rem; }
.more table { width: auto; min-width: min(100%, 30rem); }
.more > summary { width: fit-content; padding: 0.1rem 0; color: var(--accent); }
.names { columns: 19rem; column-gap: 2rem; margin: 0.4rem 0 0 1.1rem; }
.names li { break-inside: avoid; overflow-wrap: anywhere; }
.evidence { margin: 0.4rem 0 0 1.1rem; }
.evidence li { padding: 0.2rem 0; overflow-wrap: anywhere; }
${DRAWING_STYLE}
code { font: 0.9em ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace; }
.outside { margin-top: 1.75rem; padding: 0.75rem 1rem; border: 1px dashed var(--line); border-radius: 0.5rem; }
.outside > summary { font-size: 0.95rem; color: var(--soft); } .outside > summary h4 { display: inline; }
.outside[open] > summary { margin-bottom: 0.75rem; }
.terms { margin-top: 1rem; display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.25rem; align-items: baseline; font-size: 0.925rem; }
.bottom p + p { margin-top: 0.3rem; } .bottom { padding: 2rem 0 0; font-size: 0.875rem; color: var(--soft); }

@media (min-width: 60rem) { .cards { grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); } .cards > li { grid-template-columns: minmax(0, 1fr); grid-template-rows: subgrid; grid-row: span 3; } .cards h3 { align-self: end; } .cards figure { max-width: 12rem; } }
@media (max-width: 60rem) {
  .glance { grid-template-columns: minmax(0, 1fr); }
  .glance-score figure { width: 15rem; margin: 0 auto; }
}
@media screen and (max-width: 44rem) {
  .at-wide { display: none; } .at-narrow { display: block; }
  .page { padding: 0 0.9rem 3rem; }
  .top { padding: 0.7rem 0 0.6rem; } .top h1 { margin-top: 0.7rem; } .brand { font-size: 0.875rem; padding-bottom: 0.5rem; }
  .facts-line { font-size: 0.85rem; } .contents .one { display: block; margin-top: 0.3rem; } .contents ul { gap: 0 1.1rem; } .contents .one + :not(.one) { margin-top: 0.3rem; }
  .glance { gap: 0.75rem; padding: 0.9rem 1rem; }
  .glance-score figure { width: 12rem; } .glance-score .key { gap: 0 0.8rem; margin-top: 0.3rem; font-size: 0.82rem; }
  .glance-score .key li { gap: 0.3rem; } .glance-score .swatch { width: 0.9rem; }
  .cards { gap: 0.8rem; } .cards > li { grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.1rem 0.9rem; align-items: center; line-height: 1.4; } .cards h3 { font-size: 0.95rem; } .cards h3 span, .cards text.i-soft { display: none; }
  .cards .small, .cards .found { font-size: 0.82rem; } .cards .found { gap: 0 0.6rem; margin-top: 0.1rem; } .frameworks { padding: 0.9rem 1rem; } .frameworks .conclusion { margin-top: 0.8rem; } .frameworks .first-step { margin-top: 0.6rem; } .first-step { display: block; }
  .conclusions { grid-template-columns: minmax(0, 1fr); gap: 0; } .conclusions dd { margin-bottom: 0.4rem; }
  .conclusion { padding-top: 0.75rem; font-size: 1.05rem; } .fact .small { font-size: 0.82rem; line-height: 1.45; }
  .glance-facts { gap: 0.9rem 1rem; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .fact .big { font-size: 1rem; margin-bottom: 0.4rem; }
  .severities { gap: 0.4rem; } .severities li { padding: 0.35rem 0.4rem; column-gap: 0.3rem; } .severities b { font-size: 1.25rem; } .severities .icon { width: 0.9rem; height: 0.9rem; } .severities span { font-size: 0.8rem; }
  .facts { display: block; } .facts :is(dt, dd) { display: inline; } .facts dt::after { content: ": "; } .facts dd::after { content: ""; display: block; height: 0.4rem; }
  .marks .mark { white-space: normal; } .todo > li { padding-left: 0; } .todo .place { position: static; float: left; margin: -0.2rem 0.7rem 0.2rem 0; } .todo .remedy { display: flow-root; } .action .marks { clear: left; }
  details.row > summary { grid-template-columns: minmax(0, 1fr); }
  details.row > summary .mark { margin-left: 1.2rem; width: fit-content; }
  table { font-size: 0.875rem; } th, td { padding-right: 0.5rem; } td:first-child { overflow-wrap: anywhere; } th[scope="row"] { hyphens: auto; }
  thead th { font-size: 0.72rem; line-height: 1.3; } thead th.number { white-space: normal; } .lines th:first-child { width: 100%; } .scores { font-size: 0.8rem; } .scores :is(th, td) { padding-right: 0.3rem; } .scores :is(th, td):last-child { padding-right: 0; white-space: normal; }
  .filter legend { width: 100%; margin: 0; } .tools input[type="search"] { flex: 1 0 100%; } .tools select { flex: 1 1 6rem; min-width: 0; margin-left: 0; }
  .terms { grid-template-columns: 1fr; gap: 0.2rem; } .overview { grid-template-columns: minmax(0, 1fr); gap: 0.3rem; } .overview dd { margin-bottom: 0.5rem; }
  .areas thead { position: absolute; clip-path: inset(50%); } .areas tr { display: grid; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  .areas :is(th, td) { padding: 0; border: 0; white-space: normal; } .areas td:nth-child(2) { grid-row: 3; color: var(--soft); }
  .as-table table { width: 100%; } .as-table tr { display: flex; flex-wrap: wrap; padding: 0.45rem 0; border-bottom: 1px solid var(--line); }
  .as-table :is(th, td) { flex: 1 1 0; min-width: 0; padding: 0 0.4rem 0 0; border: 0; white-space: normal; } .as-table tbody th { flex: 1 0 100%; }
  .as-table thead th:first-child { position: absolute; clip-path: inset(50%); }
  .terms dt:not(:first-child) { margin-top: 0.6rem; }
}
@page { size: A4; margin: 18mm 16mm 20mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #51606b; } }
@media print {
  html { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { background: none; }
  .page { max-width: none; padding: 0; }
  .top { padding-top: 0; }
  .contents, .facts-line li:has(a), .skip, .filter, .tool { display: none; }
  .panel { padding: 0; border: 0; border-radius: 0; margin-top: 2rem; }
  .scroll { overflow: visible; }
  .glance { grid-template-columns: 15rem minmax(0, 1fr); } .glance-score figure { width: 100%; }
  summary { list-style: none; } summary::-webkit-details-marker, details.row > summary h5::before { display: none; }
  h2, h3, h4, h5, h2 + .lead, .key, .reasons h3 + p, .row > .marks, .remedy, .remedy ~ .marks, .ids, .framework, .action summary, :has(+ pre, + .tool + pre), details.row > summary { break-after: avoid; }
  .action dl > dt:last-of-type, .marks + .ids, .marks + p + .ids { break-before: avoid; }
  p { orphans: 3; widows: 3; }
  h2, h3, h4, h5, .lead, .marks, .marks + p, .steps > li, pre, .action dl > *, .cards > li, .figure, .glance, tr, .reasons li, .facts > *, details.row > summary, .steps-known li, .quarters li, .needs li { break-inside: avoid; }
  a { color: inherit; text-decoration: underline; text-decoration-thickness: 0.4pt; text-underline-offset: 0.15em; }
  details:not(.outside details, .quarters details)::details-content { display: block; content-visibility: visible; block-size: auto; }
  .outside { border: 0; padding: 0; } .as-table, .later:not([open]) { display: none; }
}
`

/** The style sheet of a page, with the partner's colour in readable shades. */
export const styleOf = (brand: Brand = {}): string => REPORT_STYLE + accentStyle(brand)
