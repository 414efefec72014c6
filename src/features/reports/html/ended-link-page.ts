import { html } from '../../../shared/html/html.ts'
import { renderLayout } from './layout.ts'

/**
 * The page for a link that has expired, was revoked, or never existed, the same for all. Its own address without the link leads
 * to the sign-in and back.
 */
export function renderEndedLinkPage(): string {
  return renderLayout({
    title: 'This link has ended',
    partnerName: 'Plumbline',
    productName: 'Security',
    heading: 'This link has ended',
    facts: [],
    body: html`<section class="panel" aria-labelledby="state-title">
<h2 id="state-title">The link does not open the report any more</h2>
<div class="prose"><p>It has expired, was revoked by those who shared it, or is incomplete. The report itself may still exist.</p>
<p>Ask your service provider for a new link. If you have an account, you can <a href="?">sign in and open the report</a>.</p></div>
</section>`,
    footer: html`<p>A link to a report works for a limited time.</p>`,
  })
}
