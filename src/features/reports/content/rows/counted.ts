import { shareOf, shareText } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import { UNITS, type Unit } from '../../../../engine/model/check.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'
import { percentText } from '../words/language.ts'

/** Each setting is counted on each device, so the numbers say nothing to a reader: only their share is shown. */
const SETTINGS: Unit = 'setting on a device'

/**
 * How much of what a row counts is in place, as in `43 of 49 devices (88%)`; empty if it counts nothing, and where readings
 * failed: a count of those for whom it could be determined would read like a measurement of everybody.
 */
export function countedText(row: RequirementResult): string {
  const { basis, coverage, verdict } = row
  if (!coverage || (basis === 'blind' && isUnknown(verdict))) return ''
  if (coverage.percent || coverage.of === 0) return shareText(coverage)
  const unit = coverage.counts
  const percent = percentText(shareOf(coverage))
  if (unit === SETTINGS) return `${percent} of ${UNITS[unit]}`
  const words = unit ? ` ${coverage.of === 1 ? unit : UNITS[unit]}` : ''
  return `${shareText(coverage)}${words} (${percent})`
}
