import { html } from '../../../ground/html.ts'
import { renderSmallPage } from '../../../ground/small-page.ts'

export function renderConsentGiven(customer: string, partner: string): string {
  return renderSmallPage(
    'Access was approved',
    html`<h1>Access was approved</h1>
<p><bdi>${partner}</bdi> can now assess the tenant of <bdi>${customer}</bdi>. It is read, and nothing in it is changed.</p>
<p class="soft">There is nothing more to do here. You can take the approval back at any time: in the administration of your
tenant, among the enterprise applications.</p>`,
  )
}

export function renderConsentRefused(customer: string, partner: string): string {
  return renderSmallPage(
    'Access was not approved',
    html`<h1>Access was not approved</h1>
<p>Nothing was approved: this link gave <bdi>${partner}</bdi> no access to the tenant of <bdi>${customer}</bdi>.</p>
<p class="soft">If that was a mistake, or your account may not approve applications, ask <bdi>${partner}</bdi> for another link.</p>`,
  )
}

/** The same for every link that does not work, so that it tells nothing of any account. */
export function renderDeadConsent(): string {
  return renderSmallPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than 7 days, have been replaced by a newer one, or belong to another tenant.</p>
<p>Ask whoever sent it to you for another.</p>`,
  )
}
