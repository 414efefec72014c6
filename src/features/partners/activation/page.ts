import { html } from '../../../shared/html/html.ts'
import { renderSmallPage } from '../../../shared/html/small-page.ts'

/** Explains the activation; the button posts to the page's own address. Mail scanners open links but press no buttons. */
export function renderActivationForm(company: string): string {
  return renderSmallPage(
    `Activate ${company}`,
    html`<h1>Activate <bdi>${company}</bdi></h1>
<p>Activating the account lets its API keys be used: to register customers, start assessments and read reports.</p>
<p class="soft">This link works once. It asks for no password: people cannot sign in yet, and will be invited when they can.</p>
<form method="post">
<button>Activate the account</button>
</form>`,
  )
}

export function renderActivated(company: string): string {
  return renderSmallPage(
    `${company} is active`,
    html`<h1><bdi>${company}</bdi> is active</h1>
<p>The account can be used from now on, through the API and with a key. Ask the operator of this service for the first key; with it
you can make and replace keys yourself.</p>
<p class="soft">Signing in on this website comes later. This link has been used and can be deleted.</p>`,
  )
}

/** The same page for every dead link, so that it reveals nothing about any account. */
export function renderDeadLink(): string {
  return renderSmallPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than 7 days, or have been replaced by a newer one.</p>
<p>Ask whoever manages your account to send another.</p>`,
  )
}
