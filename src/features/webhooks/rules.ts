import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { WebhookSecretState } from '../../platform/database/tables.gen.ts'
import type { Actor, DistributorActor, Principal } from '../../shared/actor.ts'
import { fields } from '../../shared/json.ts'
import type { LogOwner } from '../events/rules.ts'

/** The account that a webhook belongs to: a partner or a distributor. */
export interface WebhookAccount {
  kind: 'partner' | 'distributor'
  id: string
  owner: LogOwner
}

/** Why an attempt failed: the word in its log, and the status if that was the reason. */
export interface FailureReason {
  code: string
  status?: number
}

/** Written as `tls`, or `status-401`. */
export const toReasonText = ({ code, status }: { code: string; status?: number | null }): string =>
  code === 'status' && status != null ? `status-${status}` : code

/** The reason that a text names; undefined for a text of another form. */
export function readReason(text: string): FailureReason | undefined {
  const [, code, status] = /^([a-z]{1,20})(?:-([1-9]\d\d))?$/.exec(text) ?? []
  if (code === undefined) return undefined
  return { code, ...(status !== undefined && { status: Number(status) }) }
}

const DELIVERY_ID = /^[1-9]\d{0,14}$/

/** The id of a delivery in a path; 0, which no delivery has, for a text that is none. */
export const readDeliveryId = (text: string): number => (DELIVERY_ID.test(text) ? Number(text) : 0)

/** The account whose webhooks a request is about, and the author of the request. */
export interface WebhookRoutesOptions {
  accountOf: (request: { actor: Actor; distributor: DistributorActor }) => {
    author: Principal
    account: WebhookAccount
  }
}

/** The type of a test; no event of an account has it. */
export const TEST_TYPE = 'webhook.test'

/** Limits for the length of a secret of the user's own, in characters. */
export const MIN_SECRET = 16
export const MAX_SECRET = 200

/** How long the previous secret still signs. */
export const PREVIOUS_RETENTION_MS = 24 * 3_600_000

const PREFIX = 'whsec_'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Secrets by their state, in clear text. */
export type Secrets = { [State in WebhookSecretState]?: string }

export interface Signed {
  eventId: string
  body: Buffer
  secrets: Secrets
  at: Date
}

/**
 * The headers that prove where a request comes from. X-Service-Signature is our own, made with the current secret. The others
 * follow the Standard Webhooks specification, with one signature for each secret that is valid.
 */
export function signatureHeaders({ eventId, body, secrets, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const { current, next, previous } = secrets
  const all = [current, next, previous].filter((secret) => secret !== undefined)
  return {
    ...(current !== undefined && { 'x-service-signature': createHmac('sha256', current).update(body).digest('hex') }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': all.map((secret) => `v1,${signStandard(secret, eventId, timestamp, body)}`).join(' '),
  }
}

const signStandard = (secret: string, eventId: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', standardKey(secret)).update(`${eventId}.${timestamp}.`).update(body).digest('base64')

/** What follows the prefix is the key in base64; a secret without the prefix is the key itself (format "raw"). */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8')
}

/** Receivers reject signatures that are older than this. */
const TOLERANCE_S = 300

export type SignatureCheck = 'valid' | 'wrong' | 'late'

/** Verifies both signatures of a call as a receiver should; `headers` has lower-case names. */
export function checkSignature(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  now: Date = new Date(),
): SignatureCheck {
  const seconds = Number(headers['webhook-timestamp'])
  const at = new Date(seconds * 1000)
  if (Number.isNaN(at.getTime())) return 'wrong'
  const eventId = headers['webhook-id'] ?? ''
  const expected = signatureHeaders({ eventId, body, secrets: { current: secret }, at })
  const signatures = headers['webhook-signature']?.split(' ') ?? []
  if (
    !isSame(headers['x-service-signature'], expected['x-service-signature']) ||
    !signatures.some((signature) => isSame(signature, expected['webhook-signature']))
  ) {
    return 'wrong'
  }
  return Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_S ? 'late' : 'valid'
}

function isSame(given = '', expected = ''): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && one.length > 0 && timingSafeEqual(one, other)
}

/** The stored headers of a request. */
export const readHeaders = (stored: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fields(stored)).map(([name, value]) => [name, String(value)]))

/** A request as a command for a POSIX shell, to try by hand. */
export function toCurl(url: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
  return ['curl -i -X POST', quote(url), ...lines, `--data-binary ${quote(body)}`].join(' ')
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
