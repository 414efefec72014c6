import { createHash } from 'node:crypto'
import { html, type Markup, toHtml, trusted } from '../../../ground/html.ts'
import { PASSWORD_LEAST, PASSWORD_MOST } from '../../../ground/password.ts'

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f6f5; --paper: #fff; --ink: #1a2730; --soft: #51606b; --line: #8795a0; --accent: #0c5a63; --on: #fff; --bad: #9f2429; }
@media (prefers-color-scheme: dark) { :root { --ground: #0f161b; --paper: #172027; --ink: #e6ecef; --soft: #a9b6bf; --line: #6c7b85; --accent: #7fcfd3; --on: #0f161b; --bad: #ffaea8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 30rem; margin: 12vh auto 2rem; padding: 2rem; background: var(--paper); border-radius: 0.75rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
label { display: block; font-weight: 600; }
input { width: 100%; margin: 0.25rem 0 0.5rem; padding: 0.6rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 0.4rem; }
button { width: 100%; padding: 0.7rem; font: inherit; font-weight: 600; color: var(--on); background: var(--accent); border: 0; border-radius: 0.4rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); } .bad { color: var(--bad); font-weight: 600; }
`

/** What the pages may do: their own style by its hash, and their own form. */
export const ACTIVATION_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Asks for the password; posts to its own address. */
export function renderActivationForm(company: string, refused: boolean): string {
  const rule = `At least ${PASSWORD_LEAST} characters; a sentence of your own is good.`
  return renderPage(
    `Activate ${company}`,
    html`<h1>Activate <bdi>${company}</bdi></h1>
<p>Choose the password for the administrator of this account. The account is active as soon as you save it.</p>
${refused && html`<p class="bad" role="alert">That password cannot be used. ${rule}</p>`}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${PASSWORD_LEAST}" maxlength="${PASSWORD_MOST}" aria-describedby="rule" autofocus>
<p id="rule" class="soft">${rule}</p>
<button>Activate the account</button>
</form>`,
  )
}

export function renderActivated(company: string): string {
  return renderPage(
    `${company} is active`,
    html`<h1><bdi>${company}</bdi> is active</h1>
<p>The password is saved and the account can be used from now on.</p>
<p class="soft">This link has done its work and can be thrown away.</p>`,
  )
}

/** The same for every link that does not work, so that it tells nothing of any account. */
export function renderDeadLink(): string {
  return renderPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than 7 days, or have been replaced by a newer one.</p>
<p>Ask whoever manages your account to send another.</p>`,
  )
}

function renderPage(title: string, body: Markup): string {
  return toHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body><main>${body}</main></body>
</html>
`)
}
