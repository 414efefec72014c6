import type { Role } from '../../../shared/actor.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import { renderPortalPage } from '../../../shared/html/portal-page.ts'
import { renderQrCode } from '../../../shared/html/qr-code-svg.ts'
import { PASSKEY_SCRIPT_URL } from '../passkeys/script.ts'
import { CODES_PATH, NEW_FACTOR_PATH, START_PATH } from '../sign-in/rules.ts'
import type { NewAuthenticator } from '../totp/rules.ts'

export interface SetupPage {
  authenticator: NewAuthenticator
  company: string
  /** Who requires a second factor before people can continue; undefined if they may skip it. */
  requiredBy: 'role' | 'account' | undefined
  next: string
  problem?: string
}

const nextField = (next: string): Markup | false =>
  next !== START_PATH && html`<input type="hidden" name="next" value="${next}">`

/** In groups of four, as people type it. */
const groupsOf = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

const REASONS = {
  role: 'Your role needs one before you can continue.',
  account: 'Everybody in this account needs one before they can continue.',
} as const

/** Offers the second factors that somebody may set up. */
export function renderSetup({ authenticator, company, requiredBy, next, problem }: SetupPage): string {
  return renderPortalPage(
    'Protect your sign-in',
    html`<h1>Protect your sign-in</h1>
<p>A second factor keeps <bdi>${company}</bdi> safe if your password is stolen. ${
      requiredBy === undefined ? 'We recommend it; you can also add it later.' : REASONS[requiredBy]
    }</p>
<div data-passkey="add" data-next="${next}" hidden>
<h2>A passkey</h2>
<p>Your device confirms that it is you, by fingerprint, face or PIN. You can then sign in without a password.</p>
<button type="button">Add a passkey</button>
<p role="status" class="soft"></p>
</div>
<h2>An authenticator app</h2>
<ol>
<li>Scan this with the app, or on your phone <a href="${authenticator.uri}">open this link</a>:
${renderQrCode(authenticator.uri, 'QR code for the authenticator app')}
<p>Or type this key into the app:</p>
<p class="code" id="secret">${groupsOf(authenticator.secret)}</p></li>
<li>Type the code that the app shows.</li>
</ol>
${problem !== undefined && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
<form method="post" action="${NEW_FACTOR_PATH}">
${nextField(next)}
<label for="code">Code from the app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
<button>Add the app</button>
</form>
${requiredBy === undefined ? html`<p><a class="button" href="${next}">Not now</a></p>` : html`<form method="post" action="/sign-out"><button class="second">Sign out</button></form>`}`,
    { head: html`<script type="module" src="${PASSKEY_SCRIPT_URL}"></script>` },
  )
}

/** Offers recovery codes, once there is a factor that they can replace. */
export const renderCodesOffer = (next: string): string =>
  renderPortalPage(
    'Your sign-in is protected',
    html`<h1>Your sign-in is protected</h1>
<p>One more thing: recovery codes let you sign in if you lose your second factor. Without them, somebody else has to restore your access.</p>
<form method="post" action="${CODES_PATH}">
${nextField(next)}
<button>Show my recovery codes</button>
</form>
<p><a href="${next}">Not now</a></p>`,
  )

/** Shows recovery codes, for the only time. */
export const renderRecoveryCodes = (codes: readonly string[], next: string): string =>
  renderPortalPage(
    'Your recovery codes',
    html`<h1>Your recovery codes</h1>
<p>Each of these codes works once, in place of your second factor, for example when your phone is lost. They are shown only now: print them, or store them in a password manager.</p>
<ul class="codes">${codes.map((code) => html`<li class="code">${code}</li>`)}</ul>
<p><a class="button main" href="${next}">I have stored them</a></p>`,
  )

type Kind = 'partner' | 'distributor'

const ADMINS: readonly Role[] = ['owner', 'admin']
const FIRST_STEPS: Readonly<Record<Kind, { roles: readonly Role[]; steps: Markup }>> = {
  partner: {
    roles: [...ADMINS, 'technician'],
    steps: html`<li><a href="/customers/import">Add your customers</a>, from a file or one by one.</li>
<li><a href="/customers/approvals">Send consent links</a>: an administrator of each tenant approves once.</li>
<li>Start runs under <a href="/customers">Customers</a>, and read the reports.</li>`,
  },
  distributor: {
    roles: ADMINS,
    steps: html`<li><a href="/partners">Invite your partners</a>. Each gets an email to activate its account.</li>`,
  },
}

/** What somebody does first in an account, as far as their role may do it. */
export function renderWelcome({ name, kind }: { name: string; kind: Kind }, role: Role): string {
  const { roles, steps } = FIRST_STEPS[kind]
  return renderPortalPage(
    `Welcome to ${name}`,
    html`<h1>Welcome to <bdi>${name}</bdi></h1>
${
  roles.includes(role)
    ? html`<p>You are signed in. Next:</p>
<ol>
${steps}
</ol>`
    : html`<p>You are signed in.</p>`
}
${
  ADMINS.includes(role) &&
  html`<p class="soft">Does your software call the API?</p>
<ul>
<li><a href="/keys">Create the first API key</a></li>
<li><a href="/webhooks">Add a webhook</a></li>
</ul>`
}
<p><a class="button main" href="/">Go to the start page</a></p>`,
  )
}
