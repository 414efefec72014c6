/** Limits the length of the texts that a row quotes from a tenant. */

import type { RequirementResult, RowCheck } from '../model/result.ts'

/** In UTF-16 code units. Names in a tenant have at most 256. */
const MAX_SENTENCE = 2_000
const MAX_ITEM = 500
const MAX_ITEMS = 100
const MAX_LIMITATIONS = 50
const MAX_EVIDENCE = 500

/** The text, shortened with an ellipsis if it is too long. */
export const clip = (text: string, length = MAX_ITEM): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`

/** The row with limits on everything that may quote the tenant; most rows remain unchanged. */
export function boundRow(row: RequirementResult): RequirementResult {
  const { checks, expected, contradiction, shown, hint, inPlace, limitations, evidence } = row
  return {
    ...row,
    ...(checks && {
      checks: checks.map((check) => (check.found ? { ...check, found: boundFound(check.found) } : check)),
    }),
    ...boundFound(row),
    expected: clip(expected, MAX_SENTENCE),
    ...(contradiction !== undefined && { contradiction: clip(contradiction, MAX_SENTENCE) }),
    ...(shown && { shown: { ...shown, observed: clip(shown.observed, MAX_SENTENCE) } }),
    ...(hint !== undefined && { hint: clip(hint, MAX_SENTENCE) }),
    ...(inPlace !== undefined && { inPlace: clip(inPlace, MAX_SENTENCE) }),
    limitations: limitations.slice(0, MAX_LIMITATIONS).map((sentence) => clip(sentence, MAX_SENTENCE)),
    evidence: evidence.slice(0, MAX_EVIDENCE),
  }
}

const boundFound = ({ observed, affected, coverage }: NonNullable<RowCheck['found']>) => ({
  observed: clip(observed, MAX_SENTENCE),
  ...(affected && {
    affected: { ...affected, items: affected.items.slice(0, MAX_ITEMS).map((item) => clip(item)) },
  }),
  ...(coverage && { coverage }),
})
