import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { dayText, type TimeStyle } from '../../../../shared/dates/datetime.ts'
import { EVIDENCE, ROW } from '../words/rows.ts'
import { knownFrom } from './evidence-quality.ts'

/** Who gave the answer to a row and on which day, as in `Ann Park, 3 May 2026`; empty if neither is recorded. */
const giverOf = ({ answeredAt, answeredBy }: RequirementResult, times: TimeStyle): string =>
  [answeredBy, answeredAt === undefined ? undefined : dayText(answeredAt, times)]
    .filter((part) => part !== undefined)
    .join(', ')

/** The persons and days of all answers to a result, each once. */
const giversOf = ({ requirements }: AssessmentResult, times: TimeStyle): string[] => [
  ...new Set(requirements.flatMap((row) => (row.answer === undefined ? [] : [giverOf(row, times)]))),
]

/** Who gave all answers; empty if the rows say it, or if it is not recorded. */
export function allAnsweredText(result: AssessmentResult, times: TimeStyle): string {
  const [giver = '', ...others] = giversOf(result, times)
  return others.length > 0 || giver === '' ? '' : EVIDENCE.allAnswered(giver)
}

/** Whether each row says who answered, because the answers are from several people or days. */
export const haveOwnGivers = (result: AssessmentResult, times: TimeStyle): boolean => giversOf(result, times).length > 1

/** Who gave the answer to a row, as term and value; empty if it has none, or if that is not recorded. */
export const answeredByFact = (row: RequirementResult, times: TimeStyle): Fact => [
  row.answeredBy === undefined ? ROW.answeredOn : ROW.answeredBy,
  row.answer === undefined ? '' : giverOf(row, times),
]

type Fact = readonly [term: string, value: string]

/** Where a known row is known from, and who answered if each row says so: with its source, if that is the answer. */
export function sourceFacts(row: RequirementResult, times: TimeStyle, haveOwn: boolean): readonly Fact[] {
  const source = isUnknown(row.verdict) ? '' : knownFrom(row)
  const [term, giver] = haveOwn ? answeredByFact(row, times) : [ROW.answeredBy, '']
  if (giver === '' || row.basis !== 'reported' || source === '')
    return [
      [ROW.knownFrom, source],
      [term, giver],
    ]
  const by = row.answeredBy === undefined ? EVIDENCE.answeredOn(giver) : EVIDENCE.answeredBy(giver)
  return [[ROW.knownFrom, `${source}${by}`]]
}
