import { html, type Markup } from '../../../shared/html/html.ts'
import { renderPortalPage } from '../../../shared/html/portal-page.ts'
import { PASSKEY_SCRIPT_URL } from '../passkeys/script.ts'
import type { Member } from '../rules.ts'
import { START_PATH } from './rules.ts'

/** What the sign-in form shows again. */
export interface SignInForm {
  next: string
  email?: string
  problem?: string
  /** Somebody was signed in, and their session has ended while they looked at a screen. */
  hasEnded?: boolean
  /** Whether people can sign in with Microsoft here. */
  offersMicrosoft: boolean
}

/** People with an expired link to a report are sent here, and may have no account. */
const REPORTS = '/reports/'
const REPORT_HINT = html`<p>You need an account to open this report. Did you get its link in an email? Then the link has expired or is incomplete: ask the company that sent it for a new one.</p>`

const nextField = (next: string): Markup | false =>
  next !== START_PATH && html`<input type="hidden" name="next" value="${next}">`

export function renderSignIn({ next, email = '', problem, hasEnded, offersMicrosoft }: SignInForm): string {
  return renderPortalPage(
    'Sign in',
    html`<h1>Sign in</h1>
${hasEnded && html`<p role="status">Your session has ended. Sign in again to continue where you were.</p>`}
${next.startsWith(REPORTS) && REPORT_HINT}
${problem !== undefined && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
<form method="post" action="/sign-in" id="sign-in">
${nextField(next)}
<label for="email">Email address</label>
<input id="email" name="email" type="email" maxlength="254" required autocomplete="username" value="${email}"${problem !== undefined && html` aria-describedby="problem"`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" maxlength="200" required autocomplete="current-password">
<button>Sign in</button>
</form>
<p><a href="/recover">Forgot your password?</a></p>
<p><button class="second" form="sign-in" formaction="/sign-in/company" formnovalidate>Continue with your company's sign-in</button></p>
${offersMicrosoft && renderMicrosoft(next)}
${renderPasskey(next)}`,
    { head: html`<script type="module" src="${PASSKEY_SCRIPT_URL}"></script>` },
  )
}

const renderMicrosoft = (next: string): Markup =>
  html`<p><a class="button" href="/sign-in/microsoft?${String(new URLSearchParams({ next }))}">Sign in with Microsoft</a></p>`

/** Hidden until the script has found that the browser has passkeys. */
export const renderPasskey = (next: string, label = 'Sign in with a passkey'): Markup =>
  html`<div data-passkey="use" data-next="${next}" hidden>
<button type="button" class="second">${label}</button>
<p role="status" class="soft"></p>
</div>`

/**
 * Leads on to the provider of an account. A link, because browsers let the form of a page lead to no other site, and so that people
 * see where they go.
 */
export const renderToProvider = ({ path, host }: { path: string; host?: string }): string =>
  renderPortalPage(
    "Your company's sign-in",
    html`<h1>Your company's sign-in</h1>
<p>${host === undefined ? 'Your account requires sign-in through your company’s provider.' : html`You sign in at <strong>${host}</strong>, and come back here.`}</p>
<p><a class="button" href="${path}">Continue</a></p>
<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  )

export const noCompanyText = (domain: string | undefined): string =>
  domain === undefined
    ? 'Enter your email address first.'
    : `No company sign-in is set up for addresses at ${domain}. Use your password, or the sign-in link of your account.`

/** For the people of a domain that has to sign in through a provider: the same for every address in it. */
export const companyHint = ({ domain }: { domain: string }): string =>
  `${WRONG_PASSWORD} People at ${domain} continue with their company's sign-in.`

export const WRONG_PASSWORD = 'This email address and password do not match.'

/** For people who signed in with the right password of an account that is not active. */
export function renderInactive({ name, status, contact }: Member['account']): string {
  const isSuspended = status === 'suspended'
  const state = isSuspended ? 'is suspended' : 'is not active yet'
  return renderPortalPage(
    `${name} ${state}`,
    html`<h1><bdi>${name}</bdi> ${state}</h1>
<p>${isSuspended ? 'Nobody can sign in while the account is suspended.' : 'Open the link in the email that invited you, and activate the account.'}</p>
<p>${
      contact
        ? html`For help, contact <bdi>${contact.company}</bdi>, who manages the account: <a href="mailto:${contact.email}">${contact.email}</a>.`
        : 'For help, contact the operator of this service.'
    }</p>
<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  )
}

/** For people whose session ended with their account: we no longer know who they are. */
export function renderSuspended(): string {
  return renderPortalPage(
    'Your account is not active',
    html`<h1>Your account is not active</h1>
<p>It was suspended, or awaits its activation. That has ended your session.</p>
<p>Contact the company that manages your account. <a href="/sign-in">Sign in</a> to see which company that is, or to continue once the account is active again.</p>`,
  )
}
