import { html } from '../../../shared/html/html.ts'
import { renderNewPassword, renderProblem } from '../../../shared/html/new-password.ts'
import { renderPortalPage } from '../../../shared/html/portal-page.ts'
import { PASSWORD_LIMITS } from '../../people/passwords/rules.ts'

/** Asks for the password of the account's first owner. Opening the link changes nothing: mail scanners do that. */
export function renderActivationForm({ company, email }: { company: string; email: string }, problem?: string): string {
  return renderPortalPage(
    `Activate ${company}`,
    html`<h1>Activate <bdi>${company}</bdi></h1>
<p>Choose the password with which ${email} signs in. You become the owner of the account: you create its API keys, and invite colleagues.</p>
${renderProblem(problem)}
<form method="post">
${renderNewPassword({ email, problem, ...PASSWORD_LIMITS })}
<button>Activate the account</button>
</form>
<p class="soft">This link works once.</p>`,
  )
}

/** The same page for every dead link, so that it reveals nothing about any account. */
export function renderDeadLink(): string {
  return renderPortalPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than 7 days, or have been replaced by a newer one.</p>
<p>If you have activated the account, <a href="/sign-in">sign in</a>. Otherwise, ask the company that manages your account to send another link.</p>`,
  )
}
