import type { ProviderFailureCode } from '../../../../platform/openid/failure.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { renderPortalPage } from '../../../../shared/html/portal-page.ts'
import type { CompanyPurpose } from '../../sign-on/rules.ts'

/** Texts of the pages after a failed sign-in through an account's provider. */
interface Ending {
  status: number
  title: string
  words: string
}

const FAILURES: Readonly<Record<ProviderFailureCode, Ending>> = {
  REFUSED: { status: 200, title: 'You did not sign in', words: 'The sign-in was canceled or refused.' },
  NOT_PROVEN: {
    status: 403,
    title: 'Your account could not be verified',
    words:
      "The response of your company's sign-in does not prove who you are. Try again, and use the same browser throughout.",
  },
  UNAVAILABLE: {
    status: 503,
    title: "Your company's sign-in does not respond",
    words: 'There was no usable response. Try again in a few minutes.',
  },
}

const ENDED: Ending = {
  status: 404,
  title: 'This sign-in has expired',
  words: 'It took longer than 10 minutes, was already completed, or was started in another browser.',
}

const NOWHERE: Ending = {
  status: 404,
  title: 'This sign-in does not exist',
  words: 'The account does not exist, or has no company sign-in.',
}

const UNKNOWN: Ending = {
  status: 403,
  title: 'You have no access yet',
  words:
    "Your company's sign-in recognized you, but you are not linked to anybody in this account. Open the link of your invitation, or ask an owner of the account.",
}

/** A page and its status. */
export interface EndingPage {
  status: number
  page: string
}

const BACK: Readonly<Record<CompanyPurpose, Markup>> = {
  'sign-in': html`<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  invitation: html`<p>You have no access yet. To try again, open the link in the email that invited you.</p>`,
  link: html`<p>Nothing was linked. <a href="/security">Back to My security</a></p>`,
}

const render = ({ status, title, words }: Ending, back: Markup, reason?: string): EndingPage => ({
  status,
  page: renderPortalPage(
    title,
    html`<h1>${title}</h1><p>${words}</p>${reason !== undefined && html`<p class="soft">${reason}</p>`}${back}`,
  ),
})

/** Only people who test the provider see the reason. */
export const renderCompanyFailure = (code: ProviderFailureCode, purpose: CompanyPurpose, reason: string): EndingPage =>
  render(FAILURES[code], BACK[purpose], purpose === 'link' ? reason : undefined)
export const renderEnded = (): EndingPage => render(ENDED, BACK['sign-in'])
export const renderNowhere = (): EndingPage => render(NOWHERE, BACK['sign-in'])
export const renderUnknown = (): EndingPage => render(UNKNOWN, BACK['sign-in'])

/** For people whose account at the provider cannot be linked to them. */
export const renderNotLinked = (words: string, purpose: CompanyPurpose): EndingPage =>
  render({ status: 409, title: 'Your account was not linked', words }, BACK[purpose])
