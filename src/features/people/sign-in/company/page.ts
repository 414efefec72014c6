import type { ProviderFailureCode } from '../../../../platform/openid/failure.ts'
import type { CompanyPurpose } from '../../sign-on/rules.ts'
import { BACK, type Ending, type EndingPage, renderEnding } from '../ending-page.ts'

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

const NO_PROVIDER: Ending = {
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

/** Only people who test the provider see the reason. */
export const renderCompanyFailure = (code: ProviderFailureCode, purpose: CompanyPurpose, reason: string): EndingPage =>
  renderEnding(FAILURES[code], BACK[purpose], purpose === 'link' ? reason : undefined)
export const renderNoProvider = (): EndingPage => renderEnding(NO_PROVIDER, BACK['sign-in'])
export const renderUnknown = (): EndingPage => renderEnding(UNKNOWN, BACK['sign-in'])

/** For people whose account at the provider cannot be linked to them. */
export const renderNotLinked = (words: string, purpose: CompanyPurpose): EndingPage =>
  renderEnding({ status: 409, title: 'Your account was not linked', words }, BACK[purpose])
