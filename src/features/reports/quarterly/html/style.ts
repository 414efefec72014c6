import { LIGHT, paletteStyle } from '../../../../shared/charts/palette.ts'
import { DRAWING_STYLE } from '../../../../shared/charts/svg.ts'
import { readableShade } from '../../../../shared/html/contrast.ts'
import { FONT_FACES, FONT_FAMILY } from '../../../../shared/html/font.ts'
import { logoSource } from '../../../../shared/html/partner-look.ts'
import { pagePolicy } from '../../../../shared/security-headers.ts'
import type { Brand } from '../../../brands/rules.ts'

/** A sheet of paper, which is light on dark screens as well. On paper it takes one page. */
const STYLE = `
${FONT_FACES}
:root {
  color-scheme: light;
  --ground: #e9edee; --paper: #ffffff; --ink: #1a2730; --soft: #51606b; --line: #d9e0e2; --accent: #0c5a63;
  --good: #1c6440; --good-tint: #e3f1e8; --warn: #744a00; --warn-tint: #fbefd5;
  --bad: #9f2429; --bad-tint: #fae7e6; --dim: #465462; --dim-tint: #e8edf0;
  ${paletteStyle(LIGHT)}
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 0.875rem/1.45 ${FONT_FAMILY}; }
h1, h2, h3, p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.01em; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
svg { display: block; max-width: 100%; height: auto; }
.sprite { position: absolute; }
.soft { color: var(--soft); }
.sheet { max-width: 50rem; margin: 0 auto; padding: 2rem 2.5rem; background: var(--paper); }
.brand { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 0.25rem 1.5rem; padding-bottom: 0.6rem;
  border-bottom: 3px solid var(--accent); }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.9rem; }
.logo { max-height: 2.5rem; max-width: 13rem; }
h1 { margin-top: 0.9rem; font-size: 1.9rem; font-weight: 680; overflow-wrap: anywhere; }
.conclusion { margin-top: 0.8rem; font-size: 1.2rem; line-height: 1.35; font-weight: 650; letter-spacing: -0.01em; text-wrap: pretty; }
.figures { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0.6rem; margin-top: 0.9rem; }
.figures li { display: grid; align-content: start; padding: 0.45rem 0.8rem 0.55rem; border-radius: 0.4rem; }
.figures b { font-size: 1.8rem; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; }
.figures span { font-weight: 650; } .figures small { font-size: 0.8rem; }
.good { color: var(--good); background: var(--good-tint); } .warn { color: var(--warn); background: var(--warn-tint); }
.bad { color: var(--bad); background: var(--bad-tint); } .dim { color: var(--dim); background: var(--dim-tint); }
.courses { margin-top: 1rem; }
.courses.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 0 1.5rem; border-top: 1px solid var(--line); } .beside .course { border: 0; } .beside .points { grid-template-columns: auto; justify-items: start; }
.course { padding: 0.5rem 0 0.7rem; border-top: 1px solid var(--line); }
.course header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; }
.course h3 { font-size: 0.975rem; font-weight: 650; }
.points { display: grid; grid-template-columns: auto auto auto minmax(8rem, 1fr) auto; gap: 0.3rem 1rem; align-items: end; margin-top: 0.3rem; }
.gauge { text-align: center; } .gauge svg { margin: 0 auto; } .gauge p { font-size: 0.8rem; color: var(--soft); white-space: nowrap; }
.arrow { align-self: center; font-size: 1.3rem; color: var(--soft); }
.words { align-self: center; } .words b { display: block; font-size: 1.05rem; } .words p { font-size: 0.8125rem; }
.why { margin-top: 0.3rem; font-size: 0.8125rem; }
.trend { margin-top: 0.5rem; } .narrow { display: none; }
.lists { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 1rem 2rem; padding-top: 0.7rem; border-top: 1px solid var(--line); }
.lists + .lists { padding-top: 1rem; border-top: 0; } .lists section + section { margin-top: 1rem; }
.lists h2, .notes h2 { font-size: 1.05rem; font-weight: 650; }
.lists h2 { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; } .lists h2 span { font-size: 0.8rem; font-weight: 400; letter-spacing: 0; }
.lists ul { margin-top: 0.3rem; } .lists li { padding: 0.3rem 0; border-top: 1px solid var(--line); } .lists li p { font-size: 0.8125rem; color: var(--soft); }
.lists .critical { color: var(--bad); font-weight: 650; }
.lists section > p { margin-top: 0.3rem; font-size: 0.8125rem; color: var(--soft); }
.notes { margin-top: 1rem; } .notes div { height: 1.6rem; border-bottom: 1px solid var(--soft); }
.bottom { margin-top: 1rem; font-size: 0.8rem; color: var(--soft); } .bottom a { color: var(--accent); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${DRAWING_STYLE}
@media screen and (max-width: 44rem) {
  .sheet { padding: 1.25rem 1rem; }
  .figures { grid-auto-flow: row; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .lists { grid-auto-flow: row; }
  .points { grid-template-columns: minmax(0, 5fr) auto minmax(0, 6fr); gap: 0.3rem 0.5rem; } .words, .points .trend { grid-column: 1 / -1; }
  .gauge p { white-space: normal; }
  .wide { display: none; } .narrow { display: block; }
}
@page { size: A4; margin: 11mm 14mm; }
@media print {
  html { font-size: 8.6pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { background: none; }
  .sheet { max-width: none; padding: 0; }
  .figures li, .course, .lists section, .notes { break-inside: avoid; }
}
`

/** The style sheet of a quarterly sheet, with the partner's colour in a shade that is readable on paper. */
export const sheetStyle = ({ colour }: Brand): string =>
  colour === undefined ? STYLE : `${STYLE}:root { --accent: ${readableShade(colour, ['#ffffff'])}; }\n`

/** Its Content-Security-Policy: only its style sheet and its logo, and only our own pages may frame it. */
export const sheetPolicy = (brand: Brand): string =>
  pagePolicy(sheetStyle(brand), { 'frame-ancestors': "'self'", ...logoSource(brand) })
