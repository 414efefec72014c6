import type { SignInFailureCode } from '../../../../graph/sign-in/failure.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { renderPortalPage } from '../../../../shared/html/portal-page.ts'
import type { MicrosoftPurpose } from '../../single-sign-on/rules.ts'

/** Texts of the pages after a failed sign-in with Microsoft. */
interface Ending {
  status: number
  title: string
  words: string
}

const UNPROVEN: Ending = {
  status: 403,
  title: 'Your Microsoft account could not be verified',
  words:
    'The response of the sign-in service does not prove who you are. Try again, and use the same browser throughout.',
}

const FAILURES: Readonly<Record<SignInFailureCode, Ending>> = {
  REFUSED: { status: 200, title: 'You did not sign in', words: 'The sign-in with Microsoft was canceled or refused.' },
  NOT_PROVEN: UNPROVEN,
  OTHER_TENANT: UNPROVEN,
  NOT_ADMINISTRATOR: UNPROVEN,
  UNAVAILABLE: {
    status: 503,
    title: 'Microsoft does not respond',
    words: 'The sign-in service gave no usable response. Try again in a few minutes.',
  },
}

const ENDED: Ending = {
  status: 404,
  title: 'This sign-in has expired',
  words: 'It took longer than 10 minutes, was already completed, or was started in another browser.',
}

const UNLINKED: Ending = {
  status: 403,
  title: 'This Microsoft account is not linked to anybody here',
  words:
    'Sign in with your email address and password. Then you can link the account under My security, and use it next time.',
}

/** A page and its status. */
export interface EndingPage {
  status: number
  page: string
}

const BACK = {
  'sign-in': html`<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  invitation: html`<p>You have no access yet. To try again, open the link in the email that invited you.</p>`,
  link: html`<p>Nothing was linked. <a href="/security">Back to My security</a></p>`,
}

const render = ({ status, title, words }: Ending, back: Markup): EndingPage => ({
  status,
  page: renderPortalPage(title, html`<h1>${title}</h1><p>${words}</p>${back}`),
})

export const renderFailure = (code: SignInFailureCode, purpose: MicrosoftPurpose): EndingPage =>
  render(FAILURES[code], BACK[purpose])
export const renderEnded = (): EndingPage => render(ENDED, BACK['sign-in'])
export const renderUnlinked = (): EndingPage => render(UNLINKED, BACK['sign-in'])

/** For people who cannot have another Microsoft account. */
export const renderNotLinked = (words: string): EndingPage =>
  render({ status: 409, title: 'Your Microsoft account was not linked', words }, BACK.link)
