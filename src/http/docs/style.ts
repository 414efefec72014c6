import { FONT_FACES, FONT_FAMILY } from '../../shared/html/font.ts'

/** The style sheet of the documentation: one column on a phone, navigation beside it from 60rem, contents from 90rem. */
export const STYLE = `
${FONT_FACES}
:root { color-scheme: light dark; --ground: #fff; --panel: #f4f6f5; --ink: #1a2730; --soft: #51606b; --line: #d5dcdf; --edge: #7b8a95; --accent: #0c5a63; --mark: #fff2b8; }
@media (prefers-color-scheme: dark) { :root { --ground: #0f161b; --panel: #172027; --ink: #e6ecef; --soft: #a9b6bf; --line: #2b3841; --edge: #6c7b85; --accent: #7fcfd3; --mark: #4d4313; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.65 ${FONT_FAMILY}; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 0.25em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: 1rem; top: -10rem; padding: 0.5rem 1rem; background: var(--ground); z-index: 1; }
.skip:focus { top: 0.5rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; padding: 0.75rem 1rem; border-bottom: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: 0.4rem; color: var(--accent); font-weight: 650; text-decoration: none; white-space: nowrap; }
.brand svg { flex: none; }
.find { display: flex; flex: 1 1 12rem; min-width: 0; max-width: 26rem; gap: 0.4rem; }
.find input { flex: 1; width: 0; min-width: 0; padding: 0.4rem 0.7rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 0.4rem; }
.find button { padding: 0.4rem 0.9rem; font: inherit; color: var(--accent); background: none; border: 1px solid var(--edge); border-radius: 0.4rem; cursor: pointer; }
.top ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0 0 0 auto; padding: 0; list-style: none; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); }
main { min-width: 0; max-width: 52rem; padding: 1.5rem 1rem 4rem; }
.narrow { padding: 0.25rem 1rem; border-bottom: 1px solid var(--line); } .wide { display: none; }
.pages summary { padding: 0.35rem 0; font-weight: 600; cursor: pointer; }
.pages ul { margin: 0 0 0.5rem; padding: 0; list-style: none; }
.pages li a { display: block; padding: 0.2rem 0.75rem; color: var(--ink); text-decoration: none; border-left: 2px solid var(--line); font-size: 0.9375rem; line-height: 1.5; }
.pages li a:hover { color: var(--accent); text-decoration: underline; }
.pages li a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
.narrow > details > summary { padding: 0.6rem 0; }
.above { margin: 0 0 1.5rem; padding: 0.5rem 1rem; background: var(--panel); border-radius: 0.5rem; font-size: 0.9375rem; }
.above summary { font-weight: 600; cursor: pointer; } .above ul { margin: 0.25rem 0; padding-left: 1.25rem; } .beside { display: none; }
.about { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0 0 1.5rem; color: var(--soft); font-size: 0.9375rem; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
h2 { margin: 2.75rem 0 0.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1.4rem; line-height: 1.3; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.125rem; line-height: 1.35; }
h2 > a, h3 > a, h4 > a { color: inherit; text-decoration: none; } h2 > a:hover, h3 > a:hover, h4 > a:hover { text-decoration: underline; }
:target { scroll-margin-top: 1rem; } tr:target td { background: var(--mark); }
p, ul, ol { margin: 0 0 1rem; } li { margin: 0.2rem 0; } ul, ol { padding-left: 1.4rem; }
code { padding: 0.1em 0.3em; background: var(--panel); border-radius: 0.25rem; font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 0 0 1.25rem; padding: 0.9rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; white-space: pre-wrap; tab-size: 4; }
a code { text-underline-offset: 0.4em; }
pre code { padding: 0; background: none; }
.table { margin: 0 0 1.25rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.5; }
th, td { padding: 0.5rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); min-width: 6rem; }
thead th, thead td { border-top: 0; background: var(--panel); } td code { overflow-wrap: normal; } td wbr { display: none; } td:last-child { min-width: 14rem; }
img { display: block; max-width: 100%; height: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 0.5rem; background: #fff; }
mark { color: inherit; background: var(--mark); border-radius: 2px; }
.hits { padding: 0; list-style: none; } .hits li { margin: 0 0 1.25rem; } .hits p { margin: 0; } .hits a { font-weight: 600; } .soft { color: var(--soft); }
.next { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 2rem; margin: 3rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 40rem) { th, td { min-width: 3rem; padding: 0.4rem 0.5rem; } td:first-child { min-width: 5rem; } td:last-child { min-width: 8rem; } td wbr { display: inline; } h1 { font-size: 1.75rem; } }
@media (min-width: 60rem) {
  .frame { grid-template-columns: 17rem minmax(0, 1fr); } .narrow { display: none; }
  .wide { display: block; padding: 1.25rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line); } main { padding: 2rem 2.5rem 5rem; }
  .wide .pages { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
  .top { padding: 0.75rem 1.5rem; }
}
@media (min-width: 90rem) {
  main { display: grid; grid-template-columns: minmax(0, 50rem) 15rem; column-gap: 3rem; max-width: none; }
  .text { grid-column: 1; grid-row: 1; min-width: 0; }
  .above { display: none; }
  .beside { display: block; grid-column: 2; grid-row: 1; align-self: start; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; font-size: 0.875rem; }
  .beside p { margin: 0 0 0.25rem; font-weight: 600; } .beside ul { margin: 0; padding: 0; list-style: none; } .beside li a { color: var(--soft); text-decoration: none; } .beside li a:hover { color: var(--accent); text-decoration: underline; }
}
@media print { .top, .narrow, .wide, .above, .beside, .about, .next { display: none; } .frame { display: block; } pre, .table { overflow: visible; } }
`
