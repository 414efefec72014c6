import type { SignInFailureCode } from '../../../../graph/sign-in/failure.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { renderSmallPage } from '../../../../shared/html/small-page.ts'

/** What a page says after a sign-in with Microsoft that led nowhere. */
interface Ending {
  status: number
  title: string
  words: string
}

const UNPROVEN: Ending = {
  status: 403,
  title: 'Your Microsoft account could not be verified',
  words: 'What the sign-in service sent back does not prove who you are. Try again, and stay in one browser.',
}

const FAILURES: Readonly<Record<SignInFailureCode, Ending>> = {
  REFUSED: { status: 200, title: 'You did not sign in', words: 'The sign-in with Microsoft was cancelled or refused.' },
  NOT_PROVEN: UNPROVEN,
  OTHER_TENANT: UNPROVEN,
  NOT_ADMINISTRATOR: UNPROVEN,
  UNAVAILABLE: {
    status: 503,
    title: 'Microsoft does not answer',
    words: 'The sign-in service gave no usable response. Try again in a few minutes.',
  },
}

const ENDED: Ending = {
  status: 404,
  title: 'This sign-in has ended',
  words: 'It took longer than 10 minutes, was finished already, or was started in another browser.',
}

const UNLINKED: Ending = {
  status: 403,
  title: 'This Microsoft account is not linked to anybody here',
  words:
    'Sign in with your e-mail address and password. Then you can link the account under My security, and use it from the next time on.',
}

/** A page and its status. */
export interface EndingPage {
  status: number
  page: string
}

const BACK = {
  signIn: html`<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  security: html`<p>Nothing was linked. <a href="/security">Back to My security</a></p>`,
}

const render = ({ status, title, words }: Ending, back: Markup): EndingPage => ({
  status,
  page: renderSmallPage(title, html`<h1>${title}</h1><p>${words}</p>${back}`),
})

export const renderFailure = (code: SignInFailureCode, isLink: boolean): EndingPage =>
  render(FAILURES[code], isLink ? BACK.security : BACK.signIn)
export const renderEnded = (): EndingPage => render(ENDED, BACK.signIn)
export const renderUnlinked = (): EndingPage => render(UNLINKED, BACK.signIn)

/** For people who cannot have another Microsoft account. */
export const renderNotLinked = (words: string): EndingPage =>
  render({ status: 409, title: 'Your Microsoft account was not linked', words }, BACK.security)
