import { Problem } from '../../../shared/problem.ts'
import { isPlainLine } from '../../../shared/text/plain-line.ts'
import { EVENT_TYPES } from '../../events/rules.ts'
import { MAX_SECRET, MIN_SECRET } from '../rules.ts'

/** Throws INVALID_FIELD for a secret that is too short, too long, or contains control characters. */
export function requireSecret(secret: string): void {
  if (secret.length < MIN_SECRET || secret.length > MAX_SECRET || !isPlainLine(secret)) {
    throw invalid('secret', `The secret must have ${MIN_SECRET} to ${MAX_SECRET} characters and no control characters.`)
  }
}

/**
 * The kinds of events to send, without duplicates; null, for every kind but the optional ones, if none is given. INVALID_FIELD
 * for an unknown one.
 */
export function readTypes(types: readonly string[]): string[] | null {
  const unknown = types.filter((type) => !EVENT_TYPES.some((known) => known === type))
  if (unknown.length > 0) {
    throw invalid('events', `Unknown events: ${unknown.join(', ')}. Known events: ${EVENT_TYPES.join(', ')}.`)
  }
  return types.length === 0 ? null : [...new Set(types)]
}

/** The problem for one invalid field. */
export const invalid = (field: string, message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field, code: 'INVALID_FIELD', message }] })
