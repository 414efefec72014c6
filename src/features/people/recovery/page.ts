import { html } from '../../../shared/html/html.ts'
import { renderNewPassword, renderProblem } from '../../../shared/html/new-password.ts'
import { renderPortalPage } from '../../../shared/html/portal-page.ts'
import { PASSWORD_LIMITS } from '../passwords/rules.ts'
import type { Member } from '../rules.ts'
import { LINK_MINUTES } from './rules.ts'

export const renderRequest = (email = '', problem?: string): string =>
  renderPortalPage(
    'Choose a new password',
    html`<h1>Choose a new password</h1>
<p>We send a link to your email address. Your second factor does not change: have it ready when you sign in.</p>
${renderProblem(problem)}
<form method="post" action="/recover">
<label for="email">Email address</label>
<input id="email" name="email" type="email" maxlength="254" required autocomplete="username" value="${email}"${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
<button>Send the link</button>
</form>
<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  )

export const NO_ADDRESS = 'This is not an email address.'

/** The same for every address, so that it reveals nothing about any. */
export const renderRequested = (): string =>
  renderPortalPage(
    'Check your email',
    html`<h1>Check your email</h1>
<p>If an account uses this address, an email with a link is on its way. The link works once, within ${LINK_MINUTES} minutes.</p>
<p class="soft">Nothing arrived? Check your spam folder and the address. An address gets at most five links an hour.</p>
<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  )

export const renderNewPasswordForm = ({ email, account }: Member, problem?: string): string =>
  renderPortalPage(
    'Choose a new password',
    html`<h1>Choose a new password</h1>
<p>For ${email} at <bdi>${account.name}</bdi>. All your sessions there end.</p>
${renderProblem(problem)}
<form method="post">
${renderNewPassword({ email, problem, ...PASSWORD_LIMITS })}
<button>Set the password</button>
</form>`,
  )

export const renderPasswordSet = (): string =>
  renderPortalPage(
    'Your password is set',
    html`<h1>Your password is set</h1>
<p>All your sessions have ended. Sign in with the new password, and with your second factor if you have one.</p>
<p><a class="button main" href="/sign-in">Sign in</a></p>`,
  )

/** The same page for every dead link, so that it reveals nothing about anybody. */
export const renderDeadLink = (): string =>
  renderPortalPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than ${LINK_MINUTES} minutes, or have been replaced by a newer one.</p>
<p><a href="/recover">Get another link</a></p>`,
  )
