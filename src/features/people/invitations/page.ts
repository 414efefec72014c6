import { html } from '../../../shared/html/html.ts'
import { renderNewPassword, renderProblem } from '../../../shared/html/new-password.ts'
import { renderPortalPage } from '../../../shared/html/portal-page.ts'
import { PASSWORD_LIMITS } from '../passwords/rules.ts'
import { INVITATION_DAYS } from './rules.ts'

/** What the page shows of an invitation. */
interface Shown {
  email: string
  name: string
  role: string
  company: string
  /** Leads to the sign-in service; undefined where there is none. */
  microsoftPath: string | undefined
  /** Leads to the account's own provider; undefined where there is none. */
  companyPath: string | undefined
  /** Whether the account takes nothing else. */
  requiresProvider: boolean
}

/** Explains the invitation. Opening the link changes nothing: mail scanners do that. */
export function renderInvitation(shown: Shown, problem?: string): string {
  const { email, name, role, company, microsoftPath, companyPath, requiresProvider } = shown
  return renderPortalPage(
    `Join ${company}`,
    html`<h1>Join <bdi>${company}</bdi></h1>
<p>You will sign in as ${email}. Your role is ${role}.</p>
${renderProblem(problem)}
${
  requiresProvider
    ? html`<p>You join with your company's sign-in.</p>`
    : html`<form method="post">
<label for="name">Your name</label>
<input id="name" name="name" type="text" maxlength="200" required autocomplete="name" value="${name}">
${renderNewPassword({ email, problem, ...PASSWORD_LIMITS })}
<button>Join</button>
</form>`
}
${
  companyPath !== undefined &&
  html`${!requiresProvider && html`<p>Or use your company's sign-in instead of a password.</p>`}
<p><a class="button" href="${companyPath}">Join with your company's sign-in</a></p>`
}
${
  microsoftPath !== undefined &&
  !requiresProvider &&
  html`<p>Or use your work account at Microsoft instead of a password.</p>
<p><a class="button" href="${microsoftPath}">Join with Microsoft</a></p>`
}`,
  )
}

/** The same page for every dead link, so that it reveals nothing about any account. */
export const renderDeadLink = (): string =>
  renderPortalPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than ${INVITATION_DAYS} days, have been withdrawn, or have been replaced by a newer one.</p>
<p>Ask somebody in the account to send another. If you have already joined, <a href="/sign-in">sign in</a>.</p>`,
  )
