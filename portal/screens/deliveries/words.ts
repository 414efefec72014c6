import type { Reads } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

export type Delivery = Reads['/{account}/deliveries']['deliveries'][number]

/** Why receivers are not reached, by the word that the service gives for it. */
const REASONS: Readonly<Record<string, string>> = {
  address: 'The address is not allowed',
  connect: 'No connection to the receiver',
  dns: 'The receiver’s host name was not found',
  interrupted: 'The service was stopped during the attempt',
  protocol: 'The response is not valid HTTP',
  redirect: 'The receiver redirects elsewhere',
  reset: 'The receiver closed the connection',
  timeout: 'No response within 10 seconds',
  tls: 'The receiver’s certificate or TLS is not valid',
}

/** What the most frequent statuses of receivers mean. */
const STATUSES: Readonly<Record<string, string>> = {
  '400': 'bad request',
  '401': 'not signed in',
  '403': 'forbidden',
  '404': 'not found',
  '410': 'gone',
  '429': 'too many requests',
  '500': 'internal error',
  '502': 'bad gateway',
  '503': 'unavailable',
}

/** A reason such as `tls` or `status-401` as a sentence without its full stop. */
export function reasonWords(reason: string): string {
  const [, status] = /^status-(\d+)$/.exec(reason) ?? []
  if (status === undefined) return REASONS[reason] ?? reason
  const meaning = STATUSES[status]
  return `The receiver responded with ${status}${meaning === undefined ? '' : ` (${meaning})`}`
}

/** What to do about a reason; undefined where the answer of the receiver says it. */
export const adviceOn = (reason: string): string | undefined =>
  ({
    connect: 'Check that the receiver is running and that no firewall blocks it.',
    dns: 'Check the spelling of the address and its DNS entry.',
    redirect: 'Set the webhook’s address to the target of the redirect: redirects are not followed.',
    timeout: 'Respond first and do the work afterwards.',
    tls: 'Renew the certificate, or send the whole chain.',
    'status-401': 'Check that the receiver verifies the signature with the current secret.',
    'status-403': 'Check that the receiver verifies the signature with the current secret.',
  })[reason]

/** The state of a delivery: failed only after the last try. */
export function stateOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): {
  tone: Tone | 'dim'
  words: string
} {
  if (state === 'delivered') return { tone: 'good', words: 'Delivered' }
  if (state === 'failed') return { tone: 'bad', words: 'Failed' }
  if (state === 'canceled') return { tone: 'dim', words: 'Canceled' }
  return attempts === 0 ? { tone: 'info', words: 'Waiting' } : { tone: 'warn', words: 'Trying again' }
}

export const STATES = [
  { value: 'pending', label: 'Waiting or trying again' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'canceled', label: 'Canceled' },
] as const

/** What people call a state that is filtered by. */
export const stateName = (state: string): string => STATES.find(({ value }) => value === state)?.label ?? state

/** How often it was tried, such as `3 attempts`. */
export const attemptsOf = ({ attempts }: Pick<Delivery, 'attempts'>): string =>
  attempts === 0 ? 'not sent yet' : plural(attempts, 'attempt')
