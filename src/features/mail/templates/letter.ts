import { html, type Markup, toHtml, trusted } from '../../../shared/html/html.ts'
import type { MailContent } from '../outbox/rules.ts'

/** The content of a mail, for both of its formats. */
export interface Letter {
  /** Says what happened, without anything that a locked screen should not show. */
  subject: string
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
  /** Why the reader gets this mail. */
  footer: string
  /** Where the reader chooses which mails they get. */
  settingsUrl?: string | undefined
}

/** Renders a letter as plain text and as HTML that is readable without images and style sheets. */
export function renderLetter(letter: Letter): MailContent {
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter) }
}

const SETTINGS_LINE = 'Choose which mails you get:'

function renderText(letter: Letter): string {
  const { heading, paragraphs, facts = [], action, links = [], sections = [], after = [], footer, settingsUrl } = letter
  const width = Math.max(0, ...facts.map(([term]) => term.length))
  const parts = [
    heading,
    ...paragraphs,
    ...sections.map(({ heading, items }) => [heading, ...items.map((item) => `- ${item}`)].join('\n')),
    facts.map(([term, value]) => `${`${term}:`.padEnd(width + 2)}${value}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...after,
    `-- \n${footer}${settingsUrl === undefined ? '' : `\n\n${SETTINGS_LINE}\n${settingsUrl}`}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Inverts the colours for dark screens. Each element has its own colours, because some mail programs remove this. */
const DARK = trusted(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #12171b !important; }
  .card { background-color: #1b2228 !important; border-color: #343e46 !important; }
  .words { color: #e8edf0 !important; }
  .soft { color: #a5b1ba !important; }
  .soft a { color: #8fc4ec !important; }
  .button { background-color: #8fc4ec !important; color: #10171c !important; }
}
`)

function renderHtml({
  subject,
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
<style>${DARK}</style>
</head>
<body class="page" style="margin:0; padding:0; background-color:#f2f4f5;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f2f4f5;"><tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px; font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
<tr><td class="card" style="padding:32px; background-color:#ffffff; border:1px solid #dde2e6; border-radius:10px;">
<h1 class="words" style="margin:0 0 16px; font-size:21px; line-height:1.3; font-weight:650; color:#182026;">${heading}</h1>
${paragraphs.map(renderParagraph)}
${sections.map(renderSection)}
${facts.length > 0 && renderFacts(facts)}
${action && renderAction(action)}
${links.map(renderLink)}
${after.map(renderParagraph)}
</td></tr>
<tr><td class="soft" style="padding:20px 32px 0; font-size:13px; line-height:1.5; color:#5a6872;">${footer}${settingsUrl !== undefined && renderSettings(settingsUrl)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  return toHtml(markup)
}

const renderSettings = (url: string): Markup =>
  html` <br>${SETTINGS_LINE} <a href="${url}" style="color:#135e96;">${url}</a>`

const renderParagraph = (words: string): Markup =>
  html`<p class="words" style="margin:0 0 16px; font-size:16px; line-height:1.55; color:#182026;">${words}</p>`

const renderSection = ({ heading, items }: NonNullable<Letter['sections']>[number]): Markup =>
  html`<h2 class="words" style="margin:24px 0 8px; font-size:16px; line-height:1.4; font-weight:650; color:#182026;">${heading}</h2>
<ul class="words" style="margin:0 0 16px; padding-left:20px; font-size:15px; line-height:1.5; color:#182026;">${items.map((item) => html`<li>${item}</li>`)}</ul>`

function renderFacts(facts: NonNullable<Letter['facts']>): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px; font-size:15px; line-height:1.5;">${facts.map(
    ([term, value]) =>
      html`<tr><td class="soft" valign="top" style="padding:3px 20px 3px 0; color:#5a6872; white-space:nowrap;">${term}</td><td class="words" style="padding:3px 0; color:#182026;">${value}</td></tr>`,
  )}</table>`
}

const renderLink = ({ label, url }: NonNullable<Letter['action']>): Markup =>
  html`<p style="margin:0 0 12px; font-size:16px; line-height:1.5;"><a href="${url}" style="color:#135e96;">${label}</a></p>`

function renderAction({ label, url }: NonNullable<Letter['action']>): Markup {
  return html`<p style="margin:24px 0 16px;"><a class="button" href="${url}" style="display:inline-block; padding:12px 22px; border-radius:8px; background-color:#135e96; color:#ffffff; font-size:16px; font-weight:600; text-decoration:none;">${label}</a></p>
<p class="soft" style="margin:0 0 16px; font-size:13px; line-height:1.5; color:#5a6872; word-break:break-all;">If the button does not work, open this address: <a href="${url}" style="color:#135e96;">${url}</a></p>`
}
