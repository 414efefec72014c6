import { contrastOf } from '../../../shared/html/contrast.ts'
import { html, type Markup, toHtml, trusted } from '../../../shared/html/html.ts'
import { contactText, type PartnerContact } from '../../../shared/html/partner-look.ts'
import type { MailContent } from '../outbox/rules.ts'

/** The partner in whose look an email to its customers is written. */
export interface LetterSender {
  /** Safe in an email. */
  name: string
  /** `#` and six hexadecimal digits. */
  colour?: string
  /** The logo is sent along as an attachment with this Content-ID. */
  hasLogo: boolean
  contact?: PartnerContact
}

/** The Content-ID of the logo of an email's sender. */
export const LOGO_CID = 'logo'

/** Whether a letter shows the logo of its sender. */
export const showsLogo = (html: string): boolean => html.includes(`src="cid:${LOGO_CID}"`)

/** The content of an email, for both of its formats. */
export interface Letter {
  /** Says what happened, without anything that a locked screen should not show. */
  subject: string
  /** Only of mails to customers of a partner. */
  sender?: LetterSender
  heading: string
  paragraphs: readonly string[]
  /** Labels with their values. */
  facts?: readonly (readonly [term: string, value: string])[]
  action?: { label: string; url: string }
  /** Several links, each with a label of its own. */
  links?: readonly { label: string; url: string }[]
  /** Lists with a heading each. */
  sections?: readonly { heading: string; items: readonly string[] }[]
  /** Paragraphs under the button. */
  after?: readonly string[]
  /** Why the reader gets this email. */
  footer: string
  /** Where the reader chooses which mails they get. */
  settingsUrl?: string | undefined
}

/** Renders a letter as plain text and as HTML that is readable without images and style sheets. */
export function renderLetter(letter: Letter): MailContent {
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter) }
}

const SETTINGS_LINE = 'Choose which emails you receive:'

function renderText(letter: Letter): string {
  const { heading, paragraphs, facts = [], action, links = [], sections = [], after = [], settingsUrl } = letter
  const width = Math.max(0, ...facts.map(([term]) => term.length))
  const parts = [
    heading,
    ...paragraphs,
    ...sections.map(({ heading, items }) => [heading, ...items.map((item) => `- ${item}`)].join('\n')),
    facts.map(([term, value]) => `${`${term}:`.padEnd(width + 2)}${value}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...after,
    `-- \n${footerOf(letter)}${settingsUrl === undefined ? '' : `\n\n${SETTINGS_LINE}\n${settingsUrl}`}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Why the reader gets the email, and how to reach the partner. */
const footerOf = ({ footer, sender }: Letter): string =>
  sender?.contact ? `${footer}\n\n${contactLine(sender.name, sender.contact)}` : footer

const contactLine = (name: string, contact: PartnerContact): string =>
  `Questions? Contact ${name}: ${contactText(contact)}`

/** Inverts the colours for dark screens. Each element has its own colours, because some mail programs remove this. */
const DARK = trusted(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #12171b !important; }
  .card { background-color: #1b2228 !important; border-color: #343e46 !important; }
  .words { color: #e8edf0 !important; }
  .soft { color: #a5b1ba !important; }
  .soft a, .words a { color: #8fc4ec !important; }
}
`)

/** Only of our own colour: that of a partner stays, because its text was chosen for it. */
const DARK_BUTTON = trusted(`
@media (prefers-color-scheme: dark) { .button { background-color: #8fc4ec !important; color: #10171c !important; } }
`)

const BUTTON = '#135e96'

/** Least contrast of text, WCAG 2.2, 1.4.3: one of white and black has it on any colour. */
const READABLE = 4.5

function renderHtml({
  subject,
  sender,
  heading,
  paragraphs,
  facts = [],
  action,
  links = [],
  sections = [],
  after = [],
  footer,
  settingsUrl,
}: Letter): string {
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK}${sender?.colour === undefined && DARK_BUTTON}</style>
</head>
<body class="page" style="margin:0; padding:0; background-color:#f2f4f5;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f2f4f5;"><tr><td align="center" style="padding:32px 16px;">
<table role="main" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px; font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
${sender && renderSender(sender)}<tr><td class="card" style="padding:32px; background-color:#ffffff; border:1px solid #dde2e6; border-radius:10px;">
<h1 class="words" style="margin:0 0 16px; font-size:21px; line-height:1.3; font-weight:650; color:#182026;">${heading}</h1>
${paragraphs.map(renderParagraph)}
${sections.map(renderSection)}
${facts.length > 0 && renderFacts(facts)}
${action && renderAction(action, sender?.colour)}
${links.map(renderLink)}
${after.map(renderParagraph)}
</td></tr>
<tr><td class="soft" style="padding:20px 32px 0; font-size:13px; line-height:1.5; color:#5a6872;">${footer}${sender?.contact && html`<br><br>${contactLine(sender.name, sender.contact)}`}${settingsUrl !== undefined && renderSettings(settingsUrl)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  return toHtml(markup)
}

/** Logo and name of the partner, above the letter. Readers without pictures see the name. */
const renderSender = ({ name, hasLogo, colour }: LetterSender): Markup =>
  html`<tr><td style="padding:0 0 16px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-bottom:3px solid ${colour ?? BUTTON};"><tr>${
    hasLogo &&
    html`<td width="1%" style="padding:0 14px 12px 0;"><img src="cid:${LOGO_CID}" alt="" height="40" style="display:block; height:40px; max-width:200px; padding:4px 6px; background-color:#ffffff; border-radius:6px;"></td>`
  }<td class="words" style="padding:0 0 12px; font-size:16px; font-weight:650; color:#182026;">${name}</td></tr></table></td></tr>
`

const renderSettings = (url: string): Markup =>
  html` <br>${SETTINGS_LINE} <a href="${url}" style="color:#135e96; word-break:break-all;">${url}</a>`

/** A range of numbers, such as a score of 28–100, stays on one line. */
const unbroken = (words: string): (string | Markup)[] =>
  words
    .split(/(\d+–\d+)/)
    .map((part, index) => (index % 2 === 0 ? part : html`<span style="white-space:nowrap;">${part}</span>`))

const renderParagraph = (words: string): Markup =>
  html`<p class="words" style="margin:0 0 16px; font-size:16px; line-height:1.55; color:#182026;">${unbroken(words)}</p>`

const renderSection = ({ heading, items }: NonNullable<Letter['sections']>[number]): Markup =>
  html`<h2 class="words" style="margin:24px 0 8px; font-size:16px; line-height:1.4; font-weight:650; color:#182026;">${heading}</h2>
<ul class="words" style="margin:0 0 16px; padding-left:20px; font-size:15px; line-height:1.5; color:#182026;">${items.map((item) => html`<li>${unbroken(item)}</li>`)}</ul>`

/** Characters of a term that fits beside its value on a telephone. */
const SHORT_TERM = 14

function renderFacts(facts: NonNullable<Letter['facts']>): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px; font-size:15px; line-height:1.5;">${facts.map(
    ([term, value]) =>
      html`<tr><td class="soft" valign="top" style="padding:3px 20px 3px 0; color:#5a6872;${term.length <= SHORT_TERM && ' white-space:nowrap;'}">${term}</td><td class="words" valign="top" style="padding:3px 0; color:#182026; word-break:break-word;">${unbroken(value)}</td></tr>`,
  )}</table>`
}

const renderLink = ({ label, url }: NonNullable<Letter['action']>): Markup =>
  html`<p class="words" style="margin:0 0 12px; font-size:16px; line-height:1.5;"><a href="${url}" style="color:#135e96;">${unbroken(label)}</a></p>`

function renderAction({ label, url }: NonNullable<Letter['action']>, colour = BUTTON): Markup {
  const ink = contrastOf(colour, '#ffffff') >= READABLE ? '#ffffff' : '#000000'
  return html`<p style="margin:24px 0 16px;"><a class="button" href="${url}" style="display:inline-block; padding:12px 22px; border-radius:8px; background-color:${colour}; color:${ink}; font-size:16px; font-weight:600; text-decoration:none;">${label}</a></p>
<p class="soft" style="margin:0 0 16px; font-size:13px; line-height:1.5; color:#5a6872;">If the button does not work, open this address: <a href="${url}" style="color:#135e96; word-break:break-all;">${url}</a></p>`
}
