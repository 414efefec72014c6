import { html } from '../../../shared/html/html.ts'
import { renderLayout } from './frame/layout.ts'

/**
 * The page for a link that has expired, was revoked, or never existed, the same for all. Its own address without the link, but
 * with the rest of what it asks for, leads to the sign-in and back.
 */
export function renderEndedLinkPage(asked: URLSearchParams): string {
  return renderLayout({
    title: 'This link has expired or was revoked',
    partnerName: 'Plumbline',
    productName: 'Security',
    heading: 'This link has expired or was revoked',
    facts: [],
    body: html`<section class="panel" aria-labelledby="state-title">
<h2 id="state-title">This link no longer opens the report</h2>
<div class="prose"><p>It has expired, was revoked, or is incomplete. The report itself may still exist.</p>
<p>Ask your service provider for a new link. If you have an account, you can <a href="?${String(asked)}">sign in and open the report</a>.</p></div>
</section>`,
    footer: html`<p>A link to a report works for a limited time.</p>`,
  })
}
