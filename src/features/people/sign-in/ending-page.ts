import { html, type Markup } from '../../../shared/html/html.ts'
import { renderPortalPage } from '../../../shared/html/portal-page.ts'

/** How a sign-in that leads through another service ended without a session. */
export interface Ending {
  status: number
  title: string
  words: string
}

/** A page and its status. */
export interface EndingPage {
  status: number
  page: string
}

const EXPIRED: Ending = {
  status: 404,
  title: 'This sign-in has expired',
  words: 'It took longer than 10 minutes, was already completed, or was started in another browser.',
}

/** Where people can go on, by what they were doing. */
export const BACK = {
  'sign-in': html`<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  invitation: html`<p>You have no access yet. To try again, open the link in the email that invited you.</p>`,
  link: html`<p>Nothing was linked. <a href="/security">Back to My security</a></p>`,
} as const satisfies Record<string, Markup>

export const renderEnding = ({ status, title, words }: Ending, back: Markup, reason?: string): EndingPage => ({
  status,
  page: renderPortalPage(
    title,
    html`<h1>${title}</h1><p>${words}</p>${reason !== undefined && html`<p class="soft">${reason}</p>`}${back}`,
  ),
})

export const renderExpired = (): EndingPage => renderEnding(EXPIRED, BACK['sign-in'])
