import { fieldError } from '../../api.ts'

/** The fields that show a problem themselves. */
export const DRAFT_FIELDS = [
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
export type DraftField = (typeof DRAFT_FIELDS)[number]

/** What the server found wrong with a field, in the words of the form; undefined if nothing. */
export function draftError(error: unknown, field: DraftField): string | undefined {
  return fieldError(error, field)?.replace('window.from', 'the start')
}
