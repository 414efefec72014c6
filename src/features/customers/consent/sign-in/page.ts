import { html } from '../../../../shared/html/html.ts'
import { type PageSender, renderSmallPage } from '../../../../shared/html/small-page.ts'
import type { Names } from './rules.ts'

const senderOf = ({ partnerName, look }: Names): { sender: PageSender } => ({ sender: { look, company: partnerName } })

/** The page of a consent link: who asks for what, before the browser goes to the sign-in service. */
export function renderConsentRequest(names: Names, tenantId: string, path: string): string {
  const { customerName, partnerName } = names
  return renderSmallPage(
    'Approve access to your tenant',
    html`<h1><bdi>${partnerName}</bdi> asks to assess your tenant</h1>
<p>It is about <bdi>${customerName}</bdi>, tenant ${tenantId}. The tenant is read, and nothing in it is changed.</p>
<p>On the next pages, the sign-in service asks you to approve the permissions, and then to sign in. You need the role Global Administrator
or Privileged Role Administrator.</p>
<p>The permissions for Privileged Identity Management of groups are optional: without them, what depends on who can join a group is
unknown, and counts neither as in place nor as a failure.</p>
<form method="post" action="${path}"><button>Continue to the sign-in service</button></form>
<p class="soft">If you do not know <bdi>${partnerName}</bdi>, close this page: nothing has been approved.</p>`,
    senderOf(names),
  )
}

export function renderApproved(names: Names): string {
  const { customerName, partnerName } = names
  return renderSmallPage(
    'Access was approved',
    html`<h1>Access was approved</h1>
<p><bdi>${partnerName}</bdi> can now assess the tenant of <bdi>${customerName}</bdi>. It is only read; nothing in it is changed.</p>
<p class="soft">You can close this page. You can withdraw the approval at any time: in the administration of your
tenant, among the enterprise applications.</p>`,
    senderOf(names),
  )
}

export function renderRefused(names: Names): string {
  const { customerName, partnerName } = names
  return renderSmallPage(
    'Access was not approved',
    html`<h1>Access was not approved</h1>
<p>Nothing was approved: this link gave <bdi>${partnerName}</bdi> no access to the tenant of <bdi>${customerName}</bdi>.</p>
<p class="soft">If that was a mistake, open the link again.</p>`,
    senderOf(names),
  )
}

export function renderNotAdministrator(names: Names): string {
  const { partnerName } = names
  return renderSmallPage(
    'Your account is not allowed to approve this',
    html`<h1>Your account is not allowed to approve this</h1>
<p>You signed in, but not as a Global Administrator or Privileged Role Administrator. Only these roles can approve <bdi>${partnerName}</bdi>.</p>
<p class="soft">Forward the link to somebody who has one of these roles, or activate the role and open the link again.</p>`,
    senderOf(names),
  )
}

export function renderOtherTenant(names: Names): string {
  const { customerName } = names
  return renderSmallPage(
    'This account belongs to another tenant',
    html`<h1>This account belongs to another tenant</h1>
<p>You signed in to a different tenant than the one of <bdi>${customerName}</bdi>, so nothing was approved.</p>
<p class="soft">Open the link again and sign in with an administrator's account of the right tenant.</p>`,
    senderOf(names),
  )
}

export function renderNotProven(): string {
  return renderSmallPage(
    'The sign-in could not be verified',
    html`<h1>The sign-in could not be verified</h1>
<p>The response of the sign-in service does not prove who signed in, so nothing was approved.</p>
<p class="soft">Open the link again. If you see this page again, contact the person who sent you the link.</p>`,
  )
}

export function renderUnavailable(): string {
  return renderSmallPage(
    'The sign-in service does not respond',
    html`<h1>The sign-in service does not respond</h1>
<p>Your sign-in could not be checked, so nothing was approved. Your tenant may need a few minutes to recognize the application.</p>
<p class="soft">Wait a few minutes and open the link again.</p>`,
  )
}

/** The same page for every sign-in that was not started in this browser. */
export function renderEnded(): string {
  return renderSmallPage(
    'This sign-in has expired',
    html`<h1>This sign-in has expired</h1>
<p>It took longer than 15 minutes, was already completed, or was started in another browser. Nothing was approved this time.</p>
<p class="soft">Open the link that was sent to you again, and use the same browser throughout.</p>`,
  )
}

/** The same page for every dead link, so that it reveals nothing about any account. */
export function renderDeadConsent(): string {
  return renderSmallPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than 7 days, have been replaced by a newer one, or belong to another tenant.</p>
<p>Ask the person who sent it for a new one.</p>`,
  )
}
