import type { BulkCustomers } from '../../../src/features/customers/schema.ts'
import type { Json } from '../../json.ts'
import { toCustomer } from './columns.ts'
import { type Line, stateOf } from './lines.ts'

/** Rows of one call, as the API allows. */
const MAX_ROWS = 100

/** The places of the lines that would be created now, as many as there is room for, in calls of the size that the API takes. */
export function toCalls(lines: readonly Line[], room: number): number[][] {
  const places = lines.flatMap((line, place) => (stateOf(line) === 'ready' ? [place] : [])).slice(0, Math.max(0, room))
  const calls: number[][] = []
  for (let from = 0; from < places.length; from += MAX_ROWS) calls.push(places.slice(from, from + MAX_ROWS))
  return calls
}

/** The body of the call for these places, and a key by which the server knows the same call again. */
export async function toRequest(lines: readonly Line[], places: readonly number[], importId: string) {
  const customers = places.flatMap((place) => {
    const line = lines[place]
    return line ? [toCustomer(line.values)] : []
  })
  const bytes = new TextEncoder().encode(JSON.stringify(customers))
  const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
  const idempotencyKey = `${importId} ${digest.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return { body: { customers }, idempotencyKey, isStrict: true }
}

/** Lines with the outcome of a call for these places. */
export function withOutcome(
  lines: readonly Line[],
  places: readonly number[],
  { errors }: Json<BulkCustomers>,
): Line[] {
  const refusals = new Map(errors.map(({ index, message }) => [places[index], message]))
  const sent = new Set(places)
  return lines.map((line, place): Line => {
    if (!sent.has(place)) return line
    const refusal = refusals.get(place)
    return refusal === undefined ? { ...line, outcome: 'created' } : { ...line, refusal, isOpen: true }
  })
}
