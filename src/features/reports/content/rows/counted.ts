import { hasFailed, shareOf, shareText } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import { type Coverage, UNITS, type Unit } from '../../../../engine/model/check.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { ROW } from '../words/rows.ts'

/** Each setting is counted on each device, so the numbers say nothing to a reader: only their share is shown. */
const SETTINGS: Unit = 'setting on a device'

/**
 * How much of what a row counts is in place, as in `43 of 49 devices (88%)`, and why its verdict is another than the share
 * suggests. Empty if it counts nothing, and where readings failed: a count of those for whom it could be determined would read
 * like a measurement of everybody.
 */
export function countedText(row: RequirementResult): string {
  const { basis, coverage, verdict } = row
  if (!coverage || (basis === 'blind' && isUnknown(verdict))) return ''
  return [countOf(coverage), ...reasonsOf(row, coverage)].join(', ')
}

function countOf(coverage: Coverage): string {
  if (coverage.percent || coverage.of === 0) return shareText(coverage)
  const unit = coverage.counts
  const percent = percentText(shareOf(coverage))
  if (unit === SETTINGS) return `${percent} of ${UNITS[unit]}`
  const words = unit ? ` ${coverage.of === 1 ? unit : UNITS[unit]}` : ''
  return `${shareText(coverage)}${words} (${percent})`
}

/** From this share on, “not in place” needs a reason. */
const LOOKS_IN_PLACE = 0.5

/** What decides a row, where its share alone would be read otherwise. */
function reasonsOf(row: RequirementResult, coverage: Coverage): string[] {
  if (row.verdict === 'not_assessed') return [ROW.restUnanswered]
  const share = shareOf(coverage)
  if (share === 1) return isAnotherLower(row) ? [ROW.anotherIsLower] : []
  const readings = readingsOf(row)
  return [
    ...(readings > 1 ? [ROW.lowestOf(readings)] : []),
    ...(row.verdict === 'ineffective' && share >= LOOKS_IN_PLACE ? [whyMissing(row)] : []),
    ...(row.awaitsAnswer ? [ROW.earnsNothingYet] : []),
  ]
}

/** Whether an answer counts in place of a reading that falls short. */
const isAnotherLower = ({ basis, checks = [] }: RequirementResult): boolean =>
  basis === 'reported' && checks.some(({ proves, verdict }) => proves !== 'hint' && hasFailed(verdict))

/** The readings that decide together, of which the lowest is counted. */
const readingsOf = ({ checks = [] }: RequirementResult): number =>
  checks.filter(({ proves, kind, verdict }) => proves !== 'hint' && kind !== 'blind' && verdict !== 'not_applicable')
    .length

/** What a single account that falls short does; for anything else, a share that is too low. */
const BY_UNIT: Readonly<Partial<Record<Unit, string>>> = {
  user: ROW.administratorLeft,
  'privileged account': ROW.oneIsEnough,
  'highly privileged account': ROW.oneIsEnough,
}

function whyMissing(row: RequirementResult): string {
  const { basis, answer, coverage } = row
  if (basis === 'reported' && typeof answer === 'number') return ROW.answeredLevel(answer)
  return BY_UNIT[coverage?.counts ?? 'device'] ?? ROW.tooFew
}
