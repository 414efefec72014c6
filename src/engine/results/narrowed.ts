import { splitAnswer } from '../evaluation/answer-notes.ts'
import { allAffected } from '../evaluation/combine.ts'
import { hasFailed } from '../evaluation/outcome.ts'
import type { RequirementResult } from '../model/result.ts'
import { decisiveChecks } from './causes.ts'
import type { Priority } from './priorities.ts'

/**
 * A finding as an action sees it that fixes only these checks: with what they found and the names that they list, and
 * with people's answer. Unchanged if they are all that fails, or in results of earlier versions.
 */
export function narrowTo(finding: Priority, row: RequirementResult, checks: ReadonlySet<string>): Priority {
  const failed = decisiveChecks(row).filter(({ verdict }) => hasFailed(verdict))
  const own = failed.filter(({ id }) => checks.has(id))
  const found = own.flatMap((check) => check.found ?? [])
  if (found.length === 0 || found.length < own.length || own.length === failed.length) return finding
  const { affected: _, coverage: __, invites: all = [], ...rest } = finding
  const answer = row.observed.slice(splitAnswer(row.observed).text.length)
  const [only, ...others] = found
  const listed = others.length > 0 ? allAffected(found) : only?.affected && { affected: only.affected }
  const observed = `${found.map((one) => one.observed).join(' ')}${answer}`
  const invites = all.filter(({ text }) => observed.includes(text))
  return { ...rest, ...listed, ...(invites.length > 0 && { invites }), observed }
}
