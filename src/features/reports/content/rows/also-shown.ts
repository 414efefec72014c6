import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'
import { decisiveChecks } from '../../../../engine/results/causes.ts'
import { sentencesOf } from '../../../../shared/text/sentences.ts'
import { EVIDENCE, ROW } from '../words/rows.ts'
import { isDependent } from './dependent.ts'
import { lessText } from './reviews.ts'

/** Whether the hint of a row waits for an answer; beside one, it is a part of what the tenant shows. */
export const isHintOpen = ({ verdict, awaitsAnswer, answer }: RequirementResult): boolean =>
  isUnknown(verdict) || awaitsAnswer === true || answer === undefined

/**
 * What the tenant shows of a known row besides what was found: readings that fall short but did not decide it and, beside an
 * answer, hints. Without what was found already; empty if that is all.
 */
export function alsoShown(row: RequirementResult): string {
  const { verdict, checks = [], hint = '', observed } = row
  if (isUnknown(verdict)) return ''
  // Beside an answer that decides, a single reading is what the row states.
  const isStated = row.basis === 'reported' && decisiveChecks(row).length < 2
  const short = isStated ? [] : checks.filter((check) => hasFailed(check.verdict) || check.kind === 'absent')
  const texts = [...short.flatMap(({ found }) => found?.observed ?? []), ...(isHintOpen(row) ? [] : [hint])]
  let isNew = true
  const fresh = texts.flatMap(sentencesOf).filter((sentence) => {
    if (!isDependent(sentence)) isNew = !observed.includes(sentence)
    return isNew
  })
  return [...new Set(fresh)].join(' ')
}

/** The text before it. */
export const alsoShownTerm = ({ basis }: RequirementResult): string =>
  basis === 'reported' ? ROW.tenantShows : ROW.alsoFound

/** What it did not decide, where nothing else of the row says so. */
export const decidedNothing = (row: RequirementResult): string =>
  row.basis === 'reported' && row.contradiction === undefined && lessText(row) === '' ? EVIDENCE.decidedNothing : ''
