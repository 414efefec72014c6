import type { Requirement } from '../model/framework.ts'
import type { Lacks, RequirementResult, RowCheck } from '../model/result.ts'
import type { Severity } from '../model/verdict.ts'
import { joinSentences } from './combine.ts'
import { isOpen, kindOf, type Reading, sortReadings } from './evidence.ts'
import { hasFailed, type Outcome } from './outcome.ts'
import { holdsInPart } from './reading-level.ts'
import { isUnknown } from './unknowns.ts'

/**
 * What each check of a requirement found, how severe that is, and what the tenant lacks for those that are unknown. Where
 * several decide, or people answered as well, each that falls short or leaves the row open has its own text and names: every
 * fix concerns only some, and the answer may replace what the row says.
 */
export function checksOf(
  { checks }: Requirement,
  readings: readonly Reading[],
  about: {
    lacksOf: (check: string) => Lacks | undefined
    severityOf: (reading: Reading) => Severity | undefined
    isAnswered: boolean
    /** Exceptions in force may cover some of the names, which only the row shows. */
    isExcepted: boolean
  },
): Pick<RequirementResult, 'checks'> {
  if (checks.length === 0) return {}
  const { decisive } = sortReadings(readings)
  const failed = decisive.filter((reading) => hasFailed(reading.verdict) || isOpen(reading))
  const areSeparate = (decisive.length > 1 || about.isAnswered) && !about.isExcepted
  return {
    checks: readings.flatMap((reading, index): RowCheck[] => {
      const id = checks[index]?.check
      if (id === undefined) return []
      const { verdict, proves, observed, affected, coverage } = reading
      const lacks = isUnknown(verdict) ? about.lacksOf(id) : undefined
      const severity = about.severityOf(reading)
      const found = areSeparate &&
        failed.includes(reading) && { observed, ...(affected && { affected }), ...(coverage && { coverage }) }
      return [
        {
          id,
          verdict,
          kind: kindOf(reading),
          proves,
          ...(severity && { severity }),
          ...(lacks && { lacks }),
          ...(found && { found }),
        },
      ]
    }),
  }
}

/**
 * What the readings of a row show in place, if it is partly in place although nothing of what it states holds even in part:
 * readings that hold are the reason then, and the row would not say so.
 */
export function inPlaceOf(
  readings: readonly Reading[],
  { verdict }: Pick<Outcome, 'verdict'>,
): Pick<RequirementResult, 'inPlace'> {
  if (verdict !== 'partial') return {}
  const { decisive } = sortReadings(readings)
  const holding = decisive.filter((reading) => reading.verdict === 'effective')
  const stated = decisive.filter((reading) => hasFailed(reading.verdict) || isOpen(reading))
  if (holding.length === 0 || stated.length === 0 || stated.some(holdsInPart)) return {}
  return { inPlace: joinSentences(holding.map(({ observed }) => observed)) }
}
