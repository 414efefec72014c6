import { fields, text } from '../../../../shared/json.ts'

/** What an error of the `stripe` package says. It is recognized by its name, because the package is loaded only where it is used. */
export interface StripeFailure {
  /** Name of the class, as in StripeCardError. */
  type: string
  code: string | undefined
  declineCode: string | undefined
  /** For Stripe's support; not secret. */
  requestId: string | undefined
  status: number | undefined
}

/** Reads an error of the `stripe` package; undefined for any other error. */
export function readFailure(error: unknown): StripeFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const { type, code, decline_code: declineCode, requestId, statusCode } = fields({ ...error })
  const name = text(type)
  if (!name?.startsWith('Stripe')) return undefined
  return {
    type: name,
    code: text(code),
    declineCode: text(declineCode),
    requestId: text(requestId),
    status: typeof statusCode === 'number' ? statusCode : undefined,
  }
}

/** Whether Stripe answered that an object does not exist. */
export const isMissing = (error: unknown): boolean => readFailure(error)?.code === 'resource_missing'

/**
 * What a failed call means for its change: Stripe refused it, so nothing changed; Stripe never carried it out; or the
 * outcome is unknown, because Stripe did not answer or had an error of its own.
 */
export type Meaning = 'refused' | 'unchanged' | 'unknown'

const MEANINGS: Readonly<Record<string, Meaning>> = {
  StripeCardError: 'refused',
  StripeInvalidRequestError: 'refused',
  StripeRateLimitError: 'unchanged',
  StripeAuthenticationError: 'unchanged',
  StripePermissionError: 'unchanged',
  // Another body under the same key: the first request may have been carried out.
  StripeIdempotencyError: 'unknown',
  StripeConnectionError: 'unknown',
  StripeAPIError: 'unknown',
}

export const meaningOf = ({ type }: StripeFailure): Meaning => MEANINGS[type] ?? 'unknown'

const ASKS = 'The bank requires a confirmation of the payment, which is not possible here. Use another card.'

/** Decline reasons that help the person who reads them; all others are only "declined". */
const DECLINES: Readonly<Record<string, string>> = {
  authentication_required: ASKS,
  authentication_not_handled: ASKS,
  subscription_payment_intent_requires_action: ASKS,
  expired_card: 'The card has expired. Add another card.',
  insufficient_funds: 'The card has insufficient funds.',
  card_velocity_exceeded: 'The limit of the card is reached.',
  card_not_supported: 'The card does not support this payment. Use another card.',
  currency_not_supported: 'The card does not support this currency. Use another card.',
}

/** Why a change was refused, in our words: those of Stripe are for developers. */
export function reasonOf({ type, code, declineCode }: StripeFailure): string {
  const known = DECLINES[declineCode ?? ''] ?? DECLINES[code ?? '']
  if (known !== undefined) return known
  if (type === 'StripeCardError') return 'The card was declined. Use another card.'
  return 'The payment processor does not accept this change.'
}
