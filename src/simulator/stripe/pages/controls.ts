import { TEST_CARDS } from '../billing/cards.ts'
import { closeDispute, openDispute } from '../billing/disputes.ts'
import { Failure } from '../protocol/failures.ts'
import type { FaultKind, Faults } from '../protocol/faults.ts'
import type { Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import type { DeliveryMode, Webhooks } from '../webhooks/webhooks.ts'

/** What people can do to the account on its page. */
export interface PageControls {
  faults: Faults
  webhooks: Webhooks
  advance(seconds: number): void
  /** Throws if the customer does not exist. */
  declineNext(customerId: string, code: string): void
}

/** Choices of the page: the value of each, and its words. */
type Choices<T extends string> = readonly (readonly [value: T, words: string])[]

export const STEPS: Choices<string> = [
  ['3700', 'an hour'],
  ['86400', 'a day'],
  ['604800', 'a week'],
  ['2678400', '31 days'],
]

export const DECLINES: Choices<string> = [
  ['generic_decline', 'is declined'],
  ['insufficient_funds', 'lacks funds'],
  ['expired_card', 'has an expired card'],
  ['authentication_required', 'needs a confirmation'],
]

export const FAULTS: Choices<FaultKind> = [
  ['error-before', 'fail before they have an effect (500)'],
  ['error-after', 'fail after they had their effect (500)'],
  ['cut-before', 'are cut off before they have an effect'],
  ['cut-after', 'are cut off after they had their effect'],
  ['rate-limit', 'are too many (429)'],
  ['silence', 'are answered after 20 seconds'],
]

export const MODES: Choices<DeliveryMode> = [
  ['once', 'once, in order'],
  ['twice', 'twice'],
  ['swapped', 'in pairs, in the wrong order'],
  ['parallel', 'twenty at a time'],
  ['late', 'only when you send what waits'],
  ['never', 'never'],
]

/** More than a year at once is a mistake. */
const MAX_STEP_SECONDS = 366 * 86_400
const MAX_FAULTS = 100

/** An hour after a renewal its draft is finalized and charged; this is a little later. */
const RENEWED_SECONDS = 3_700

/** Carries out a form of the page; false if the page has no such form. */
export function control(world: World, controls: PageControls, path: string, sent: URLSearchParams): boolean {
  const run = ACTIONS[path.slice('/control/'.length)]
  try {
    return run?.(world, controls, sent) ?? false
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

type Action = (world: World, controls: PageControls, sent: URLSearchParams) => boolean

const ACTIONS: Readonly<Record<string, Action>> = {
  advance(_world, controls, sent) {
    const seconds = Number(sent.get('seconds'))
    if (!(seconds > 0 && seconds <= MAX_STEP_SECONDS)) return false
    controls.advance(Math.floor(seconds))
    return true
  },
  renew(world, controls, sent) {
    const subscription = world.subscriptions.get(sent.get('subscription') ?? '')
    const end = subscription && endOf(subscription)
    if (end === undefined) return false
    controls.advance(Math.max(1, end + RENEWED_SECONDS - world.now()))
    return true
  },
  decline(world, controls, sent) {
    const customer = sent.get('customer') ?? ''
    if (!world.customers.has(customer)) return false
    controls.declineNext(customer, sent.get('code') ?? 'generic_decline')
    return true
  },
  fault(_world, { faults }, sent) {
    const kind = valueIn(FAULTS, sent.get('kind'))
    const times = Number(sent.get('times'))
    if (kind === undefined || !Number.isInteger(times) || times < 1 || times > MAX_FAULTS) return false
    faults.add({ kind, times })
    return true
  },
  'clear-faults'(_world, { faults }) {
    faults.clear()
    return true
  },
  webhooks(_world, { webhooks }, sent) {
    const mode = valueIn(MODES, sent.get('mode'))
    if (mode === undefined) return false
    webhooks.mode = mode
    return true
  },
  send(_world, { webhooks }) {
    void webhooks.resendPending()
    return true
  },
  dispute(world, _controls, sent) {
    const invoice = world.invoices.get(sent.get('invoice') ?? '')
    if (invoice === undefined) return false
    openDispute(world, invoice)
    return true
  },
  'end-dispute'(world, _controls, sent) {
    const dispute = world.disputes.get(sent.get('dispute') ?? '')
    if (dispute === undefined) return false
    closeDispute(world, dispute, sent.get('status') === 'won' ? 'won' : 'lost')
    return true
  },
}

const valueIn = <T extends string>(choices: Choices<T>, value: string | null): T | undefined =>
  choices.find(([known]) => known === value)?.[0]

/** The end of the period of a subscription that renews. */
export const endOf = ({ status, items }: Subscription): number | undefined =>
  status === 'canceled' || status === 'incomplete_expired' ? undefined : items[0]?.period.end

/** The card that a form names. */
export const cardIn = (sent: URLSearchParams): string => {
  const card = sent.get('card') ?? ''
  return Object.hasOwn(TEST_CARDS, card) ? card : 'pm_card_visa'
}
