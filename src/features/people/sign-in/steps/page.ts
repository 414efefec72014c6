import { html, type Markup } from '../../../../shared/html/html.ts'
import { renderPortalPage } from '../../../../shared/html/portal-page.ts'
import { PASSKEY_SCRIPT_URL } from '../../passkeys/script.ts'
import type { Member } from '../../rules.ts'
import { renderPasskey } from '../page.ts'
import { ACCOUNT_PATH, FACTOR_PATH } from '../rules.ts'
import type { SignInStep } from './rules.ts'

/** Lets somebody with several accounts choose one. */
export const renderAccounts = (candidates: readonly Member[]): string =>
  renderPortalPage(
    'Choose an account',
    html`<h1>Choose an account</h1>
<p>You can sign in to these accounts with ${candidates[0]?.email}.</p>
${candidates.map(
  ({ id, account }) => html`<form method="post" action="${ACCOUNT_PATH}">
<button class="second" name="person" value="${id}"><bdi>${account.name}</bdi>${account.kind === 'distributor' && ' (distributor)'}${account.status !== 'active' && ' (not active)'}</button>
</form>`,
)}`,
  )

/** Asks for the second factor. */
export function renderFactor(
  { chosen, next }: SignInStep & { chosen: NonNullable<SignInStep['chosen']> },
  problem?: { words: string; field: 'code' | 'recoveryCode' },
): string {
  const { factors, account } = chosen
  const says = (field: 'code' | 'recoveryCode'): Markup | false =>
    problem?.field === field && html` aria-invalid="true" aria-describedby="problem"`
  return renderPortalPage(
    'Confirm that it is you',
    html`<h1>Confirm that it is you</h1>
<p class="soft">You are signing in to <bdi>${account.name}</bdi>.</p>
${problem && html`<p class="bad" role="alert" id="problem">${problem.words}</p>`}
${
  factors.totp &&
  html`<form method="post" action="${FACTOR_PATH}">
<label for="code">Code from your authenticator app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus${says('code')}>
<button>Confirm</button>
</form>`
}
${factors.passkeys > 0 && renderPasskey(next, 'Use a passkey')}
${
  factors.recoveryCodesLeft > 0 &&
  html`<details${problem?.field === 'recoveryCode' && html` open`}><summary>Use a recovery code</summary>
<form method="post" action="${FACTOR_PATH}">
<label for="recovery-code">Recovery code</label>
<input id="recovery-code" name="recoveryCode" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40" required${says('recoveryCode')}>
<button class="second">Use this code</button>
</form></details>`
}
<p class="soft">Have you lost all your second factors? An owner of the account or the company that manages it can reset them. <a href="/sign-in">Start again</a></p>`,
    factors.passkeys > 0 ? { head: html`<script type="module" src="${PASSKEY_SCRIPT_URL}"></script>` } : {},
  )
}

export const WRONG_FACTOR = {
  code: 'This code is wrong, already used, or too old. Wait for the next one.',
  recoveryCode: 'This is not one of your recovery codes, or it was already used.',
} as const

export const factorWaitText = (seconds: number): string =>
  `Too many wrong codes. Try again in ${Math.max(1, Math.ceil(seconds / 60))} minutes, or use a recovery code.`
