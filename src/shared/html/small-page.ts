import { pageHeaders, pagePolicy } from '../security-headers.ts'
import { renderDocument } from './document.ts'
import { FONT_FACES, FONT_FAMILY, FONT_PRELOAD } from './font.ts'
import { html, type Markup } from './html.ts'
import { accentStyle, logoSource, type PartnerLook, renderContact, renderSender, SENDER_STYLE } from './partner-look.ts'

const STYLE = `${FONT_FACES}
:root { color-scheme: light dark; --ground: #f4f6f5; --paper: #fff; --ink: #1a2730; --soft: #51606b; --line: #8795a0; --accent: #0c5a63; --on: #fff; --bad: #9f2429; }
@media (prefers-color-scheme: dark) { :root { --ground: #0f161b; --paper: #172027; --ink: #e6ecef; --soft: #a9b6bf; --line: #6c7b85; --accent: #7fcfd3; --on: #0f161b; --bad: #ffaea8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 ${FONT_FAMILY}; }
main { width: min(30rem, 100% - 2rem); margin: 12vh auto 2rem; padding: clamp(1.25rem, 6vw, 2rem); background: var(--paper); border-radius: 0.75rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p, form { margin: 0 0 1rem; }
label { display: block; font-weight: 600; }
input { width: 100%; margin: 0.25rem 0 0.5rem; padding: 0.6rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 0.4rem; }
button, .button { display: block; width: 100%; padding: 0.7rem; font: inherit; text-align: center; text-decoration: none; font-weight: 600; color: var(--on); background: var(--accent); border: 1px solid var(--accent); border-radius: 0.4rem; }
input + button { margin-top: 0.75rem; }
button.second, .button:not(.main) { color: var(--accent); background: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1.15rem; line-height: 1.3; } ol, ul { margin: 0 0 1rem; padding-left: 1.25rem; } a { color: var(--accent); }
summary { cursor: pointer; } details[open] > summary { margin-bottom: 0.5rem; } details { margin: 0 0 1rem; } .code { font-family: ui-monospace, monospace; font-size: 1.05rem; overflow-wrap: anywhere; }
.qr { display: block; width: 100%; max-width: 12rem; margin: 0.5rem 0; }
.brand { display: flex; align-items: center; gap: 0.4rem; color: var(--accent); font-weight: 600; }
.sender { padding-bottom: 0.9rem; border-bottom: 3px solid var(--accent); }
${SENDER_STYLE}.soft { color: var(--soft); } .bad { color: var(--bad); font-weight: 600; }
`

/** The Content-Security-Policy of such a page; its form may be sent to these sources. */
export const smallPagePolicy = (
  formAction: string,
  allowed: Readonly<Record<string, string>> = {},
  look: PartnerLook = {},
): string => pagePolicy(STYLE + accentStyle(look), { ...logoSource(look), ...allowed, 'form-action': formAction })

/** The policy of a small page with a script from our own origin, which calls our own origin. */
export const SCRIPTED_PAGE_HEADERS = pageHeaders(
  smallPagePolicy("'self'", { 'script-src': "'self'", 'connect-src': "'self'" }),
)

/** The headers of every such page. Its form may be sent to our own origin. */
export const SMALL_PAGE_HEADERS = pageHeaders(smallPagePolicy("'self'"))

/** Like `SMALL_PAGE_HEADERS`, for forms that are accepted only from our own pages. With no-referrer, browsers would hide their origin. */
export const FORM_PAGE_HEADERS = { ...SMALL_PAGE_HEADERS, 'Referrer-Policy': 'same-origin' }

/** The partner that a small page is from, if any. */
export interface PageSender {
  look: PartnerLook
  company: string
}

/** A page with one message or question, for people who follow a link. */
export function renderSmallPage(
  title: string,
  body: Markup,
  { head, sender }: { head?: Markup; sender?: PageSender } = {},
): string {
  const { look = {}, company = '' } = sender ?? {}
  return renderDocument({
    title,
    style: STYLE + accentStyle(look),
    head: html`${FONT_PRELOAD}${head}`,
    body: html`<main>${sender && html`<p class="sender">${renderSender(look, company)}</p>`}${body}${sender && renderContact(look, company)}</main>`,
  })
}
