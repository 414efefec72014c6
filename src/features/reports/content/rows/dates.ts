import { NOTE } from '../../../../engine/evaluation/answer-notes.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { dayText, isDate } from '../../../../shared/dates/datetime.ts'
import type { Locale } from '../../../../shared/dates/locales.ts'

/**
 * The report with days as its readers write them: the engine writes them as ISO 8601, because its texts are also data. What is
 * quoted, part of a name, or a note of people stays as it is.
 */
export function withReadableDays<Report extends { result: AssessmentResult; brand: { locale?: Locale } }>(
  report: Report,
): Report {
  const { result, brand } = report
  return {
    ...report,
    result: { ...result, requirements: result.requirements.map((row) => readable(row, brand.locale)) },
  }
}

function readable(row: RequirementResult, locale: Locale | undefined): RequirementResult {
  const { observed, expected, limitations, contradiction, shown, hint, inPlace, checks } = row
  const inWords = (text: string): string => daysInWords(text, locale)
  return {
    ...row,
    observed: inWords(observed),
    expected: inWords(expected),
    limitations: limitations.map(inWords),
    ...(contradiction !== undefined && { contradiction: inWords(contradiction) }),
    ...(shown && { shown: { ...shown, observed: inWords(shown.observed) } }),
    ...(hint !== undefined && { hint: inWords(hint) }),
    ...(inPlace !== undefined && { inPlace: inWords(inPlace) }),
    ...(checks && {
      checks: checks.map(({ found, ...check }) => ({
        ...check,
        ...(found && { found: { ...found, observed: inWords(found.observed) } }),
      })),
    }),
  }
}

/** Quoted text, or a day outside longer names such as `PC-2026-01-03`. */
const QUOTED_OR_DAY = /[“‘][^”’]*[”’]|(?<![\w.@-])\d{4}-\d\d-\d\d(?![\w-])/g

/** Most texts have no day, and finding quotes takes longer. */
const DAY = /\d-\d\d-\d/

function daysInWords(text: string, locale: Locale | undefined): string {
  if (!DAY.test(text)) return text
  const [own = '', ...notes] = text.split(NOTE)
  const words = own.replaceAll(QUOTED_OR_DAY, (found) =>
    isDate(found) ? dayText(found, { ...(locale && { locale }) }) : found,
  )
  return [words, ...notes].join(NOTE)
}
