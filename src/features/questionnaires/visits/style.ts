import { FONT_FACES, FONT_FAMILY } from '../../../shared/html/font.ts'
import { accentStyle, logoSource, type PartnerLook, SENDER_STYLE } from '../../../shared/html/partner-look.ts'
import { pagePolicy } from '../../../shared/security-headers.ts'

/** The style of the questionnaire, inline in the page. The policy below allows exactly this text, with the colour of the partner. */
const STYLE = `
${FONT_FACES}
:root {
  color-scheme: light dark;
  --ground: #f4f6f5; --paper: #ffffff; --ink: #1a2730; --soft: #51606b; --line: #d9e0e2; --edge: #76858f; --accent: #0c5a63;
  --on: #ffffff; --good: #1c6440; --bad: #9f2429; --bad-tint: #fae7e6; --tint: #e6f0f0; --look: #fcf0d6; --look-edge: #a86a00; --track: #dbe3e4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f161b; --paper: #172027; --ink: #e6ecef; --soft: #a9b6bf; --line: #2d3a43; --edge: #7d8c96; --accent: #7fcfd3;
    --on: #0f161b; --good: #93d9b2; --bad: #ffaea8; --bad-tint: #431c1e; --tint: #1c3136; --look: #362a10; --look-edge: #e0a94a; --track: #2a363e;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 6.5rem; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.6 ${FONT_FAMILY}; }
.unseen { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
[hidden] { display: none !important; }
h1, h2, h3, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; letter-spacing: -0.01em; }
h1 { font-size: clamp(1.6rem, 1.3rem + 1.6vw, 2.3rem); font-weight: 680; }
h2 { font-size: 1.35rem; font-weight: 650; }
a { color: var(--accent); text-underline-offset: 0.18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.2rem; }
p + p { margin-top: 0.7rem; }
.soft { color: var(--soft); } .small { font-size: 0.9rem; }
.bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); font-weight: 600; }
.page { max-width: 48rem; margin: 0 auto; padding: 0 1rem 4rem; }
.page.card { max-width: 30rem; padding-top: 10vh; }
.panel { margin-top: 1.25rem; padding: clamp(1.1rem, 0.7rem + 2vw, 2rem); background: var(--paper);
  border: 1px solid var(--line); border-radius: 0.75rem; }
.panel > h1 + p, .panel > p + form, .panel > form + form { margin-top: 1rem; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.6rem 1rem; background: var(--paper); z-index: 3; }
.skip:focus { top: 0.5rem; }
.brand { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1.5rem; padding: 1.75rem 0 0.9rem;
  border-bottom: 3px solid var(--accent); font-size: 0.95rem; }
${SENDER_STYLE}.brand strong { font-weight: 650; } .brand { align-items: center; } .bottom p + p { margin-top: 0.3rem; } .card .brand { padding: 0 0 0.9rem; margin-bottom: 1.25rem; }
.top h1 { margin-top: 1.5rem; }
.top > p:not(.brand) { margin-top: 0.75rem; max-width: 42rem; }
.contents { display: flex; flex-wrap: wrap; gap: 0.35rem 1.25rem; margin-top: 1rem; font-size: 0.9rem; list-style: none; }
.bar { position: sticky; top: 0; z-index: 2; margin: 1.25rem -1rem 0; padding: 0.7rem 1rem; background: var(--ground);
  border-bottom: 1px solid var(--line); }
.bar p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-top: 0.25rem; font-size: 0.9rem; }
progress { display: block; width: 100%; height: 0.65rem; border: 0; border-radius: 0.35rem; background: var(--track); overflow: hidden;
  appearance: none; -webkit-appearance: none; }
progress::-webkit-progress-bar { background: var(--track); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
.notice { margin-top: 1.25rem; padding: 0.8rem 1rem; border-radius: 0.5rem; background: var(--tint); }
.notice.wrong { background: var(--bad-tint); } .notice ul { padding-left: 1.2rem; }
.notice.look { margin-top: 0.7rem; background: var(--look); border-left: 4px solid var(--look-edge); }
.overview ul { margin-top: 0.6rem; list-style: none; } .overview li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem;
  padding: 0.35rem 0; border-top: 1px solid var(--line); font-size: 0.95rem; }
.overview progress { margin-top: 0.6rem; } .overview p { margin: 0.25rem 0 0; }
.overview [aria-current] { color: var(--ink); font-weight: 650; text-decoration: none; } .overview [aria-current]::after { content: " (this page)"; font-weight: 400; }
.related { margin-top: 0.7rem; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 0.5rem; font-size: 0.95rem; overflow-wrap: anywhere; }
.related ul { margin-top: 0.35rem; padding-left: 1.1rem; } .related li + li { margin-top: 0.35rem; }
.shows { margin-top: 0.7rem; font-size: 0.95rem; }
.tag { display: inline-block; margin-left: 0.35rem; padding: 0 0.5rem; border: 1px solid currentColor; border-radius: 1rem;
  color: var(--accent); font-size: 0.8rem; font-style: normal; font-weight: 600; line-height: 1.5; }
.take-over { padding-top: 1.4rem; border-top: 1px solid var(--line); }
.take-over p { margin-top: 0.5rem; }
.question { padding: 1.4rem 0; border-top: 1px solid var(--line); }
.panel > h2 + p { margin-top: 0.5rem; }
.panel > h2, .panel > h2 ~ p { margin-bottom: 0.9rem; }
.question:last-child { padding-bottom: 0; }
.question > fieldset { min-width: 0; }
legend { font-weight: 600; font-size: 1.05rem; line-height: 1.45; text-wrap: pretty; }
.help { margin-top: 0.4rem; font-size: 0.925rem; }
summary { width: fit-content; color: var(--accent); cursor: pointer; padding: 0.15rem 0; }
.help p { margin-top: 0.35rem; white-space: pre-line; }
.choices { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.8rem; }
.choices.levels { display: grid; gap: 0.5rem; }
.choices label { display: flex; align-items: baseline; gap: 0.55rem; min-height: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--edge);
  border-radius: 0.5rem; cursor: pointer; }
.choices label:has(:checked) { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
.choices label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choices input { flex: none; margin: 0; accent-color: var(--accent); width: 1.05rem; height: 1.05rem; transform: translateY(0.15rem); }
.choices input:focus-visible { outline: none; }
.more { margin-top: 0.8rem; font-size: 0.95rem; }
.field { margin-top: 0.6rem; }
.field label { display: block; font-weight: 600; font-size: 0.925rem; }
input[type="text"], input[type="url"], input[type="email"], textarea, select { width: 100%; min-height: 2.9rem; margin-top: 0.2rem; padding: 0.55rem 0.65rem;
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 0.4rem; }
textarea { display: block; min-height: 4.5rem; resize: vertical; }
[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.files { list-style: none; }
.files li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.35rem 1rem; padding: 0.5rem 0;
  border-bottom: 1px solid var(--line); }
.files li > span { flex: 1 1 14rem; }
.files span, .attach input { min-width: 0; overflow-wrap: anywhere; }
.attach { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; margin: 0.2rem 0 0.3rem; }
.attach input { flex: 1 1 16rem; max-width: 100%; padding: 0.3rem 0; font: inherit; font-size: 0.925rem; color: inherit; }
.attach input::file-selector-button { margin-right: 0.75rem; padding: 0.4rem 0.9rem; font: inherit; font-weight: 600; color: var(--ink);
  background: var(--ground); border: 1px solid var(--edge); border-radius: 0.4rem; cursor: pointer; }
button.small { padding: 0.4rem 0.9rem; }
.code { font-size: 1.5rem !important; letter-spacing: 0.3em; font-variant-numeric: tabular-nums; }
.state { margin-top: 0.6rem; font-size: 0.875rem; }
button { padding: 0.65rem 1.4rem; font: inherit; font-weight: 600; color: var(--on); background: var(--accent); border: 1px solid var(--accent);
  border-radius: 0.4rem; cursor: pointer; }
button.second { color: var(--accent); background: none; }
.card h1 { font-size: 1.5rem; } .card button { width: 100%; } .card .field ~ p { margin: 0.4rem 0 0.9rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1rem; }
.script .without-script, :root:not(.script) .with-script { display: none; }
.ask { display: grid; grid-template-columns: 1fr 1fr auto; gap: 0.75rem; align-items: end; }
.bottom { padding-top: 1.5rem; font-size: 0.875rem; color: var(--soft); }
@media (max-width: 40rem) {
  .ask { grid-template-columns: 1fr; }
  .choices:not(.levels) label { flex: 1 1 auto; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .bar, .actions, .skip, .ask-panel { display: none; } .question { break-inside: avoid; } }
`

/** The style of a page in the partner's colour. */
export const visitStyle = (look: PartnerLook): string => STYLE + accentStyle(look)

/** Also allowed: the logo, the script of our own origin and forms to it. */
export const visitPolicy = (look: PartnerLook): string =>
  pagePolicy(visitStyle(look), {
    ...logoSource(look),
    'script-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
  })
