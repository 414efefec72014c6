import type { SignInFailureCode } from '../../../../graph/sign-in/failure.ts'
import type { MicrosoftPurpose } from '../../single-sign-on/rules.ts'
import { BACK, type Ending, type EndingPage, renderEnding } from '../ending-page.ts'

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

const UNLINKED: Ending = {
  status: 403,
  title: 'This Microsoft account is not linked to anybody here',
  words:
    'Sign in with your email address and password. Then you can link the account under My security, and use it next time.',
}

export const renderFailure = (code: SignInFailureCode, purpose: MicrosoftPurpose): EndingPage =>
  renderEnding(FAILURES[code], BACK[purpose])
export const renderUnlinked = (): EndingPage => renderEnding(UNLINKED, BACK['sign-in'])

/** For people who cannot have another Microsoft account. */
export const renderNotLinked = (words: string): EndingPage =>
  renderEnding({ status: 409, title: 'Your Microsoft account was not linked', words }, BACK.link)
