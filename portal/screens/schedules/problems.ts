import { ApiError, fieldError } from '../../api.ts'

/** The fields that show a problem themselves. */
const FIELDS = [
  'customerId',
  'product',
  'maturityTarget',
  'every.unit',
  'every.count',
  'every.on',
  'window.from',
  'window.to',
  'timeZone',
  'startsOn',
] as const
export type DraftField = (typeof FIELDS)[number]

/** What the server found wrong with a field, in the words of the form; undefined if nothing. */
export function draftError(error: unknown, field: DraftField): string | undefined {
  const says = fieldError(error, field)?.replace(`${field} `, '').replace('window.from', 'the start')
  return says === undefined ? undefined : says.charAt(0).toUpperCase() + says.slice(1)
}

/** An error that belongs to no field of the form; undefined if each part of it does. */
export function errorBesides(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.details.length === 0) return error
  return error.details.every(({ field }) => FIELDS.some((name) => name === field)) ? undefined : error
}
