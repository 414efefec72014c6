import type { Remedy } from '../model/remedy.ts'
import type { RequirementResult } from '../model/result.ts'
import type { Severity } from '../model/verdict.ts'
import type { Cause } from './causes.ts'
import type { Part } from './narrowed.ts'
import { SEVERITIES } from './priorities.ts'

export type Choose = (cause: Cause) => readonly Remedy[]

/** The remedies of a cause: for an answer all of them, for a check the one that resolves most causes (the first if equal). */
export function chooseRemedies(causes: readonly Cause[], remedies: readonly Remedy[]): Choose {
  const byCheck = groupByNamed(remedies, ({ checks }) => checks)
  const byRequirement = groupByNamed(remedies, ({ requirements }) => requirements)
  const named = (cause: Cause): readonly Remedy[] =>
    (cause.kind === 'check' ? byCheck.get(cause.check) : byRequirement.get(cause.requirement)) ?? []
  const counts = new Map<string, number>()
  for (const { id } of causes.flatMap(named)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const byCount = (a: Remedy, b: Remedy): number => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0)
  return (cause) => (cause.kind === 'check' ? named(cause).toSorted(byCount).slice(0, 1) : named(cause))
}

/** The remedies by each id that they name, in their order. */
function groupByNamed(
  remedies: readonly Remedy[],
  namesOf: (remedy: Remedy) => readonly string[],
): Map<string, Remedy[]> {
  const groups = new Map<string, Remedy[]>()
  for (const remedy of remedies)
    for (const name of new Set(namesOf(remedy))) {
      const group = groups.get(name)
      if (group) group.push(remedy)
      else groups.set(name, [remedy])
    }
  return groups
}

/** What fixes a row, at least in part, and how severe that part of the row is. */
export interface Fix extends Part {
  remedy?: Remedy
  severity?: Severity
  /** It does only what the answer says is missing, which something else may do as well. */
  isWay: boolean
}

/** What fixes a row, by the id of the action. A cause without a remedy is fixed by the row's own `remedy` sentence. */
export function fixesFor(row: RequirementResult, causes: readonly Cause[], remedyFor: Choose): Map<string, Fix> {
  const all: readonly Cause[] = causes.length > 0 ? causes : [{ kind: 'answer', requirement: row.id }]
  const worst = worstOf(all.map((cause) => (isWay(cause) ? undefined : (cause.severity ?? row.severity))))
  const fixes = new Map<string, Fix>()
  const add = (id: string, remedy: Remedy | undefined, severity: Severity | undefined, cause: Cause): void => {
    const known = fixes.get(id)
    const whole = worstOf([known?.severity, severity])
    fixes.set(id, {
      ...(remedy && { remedy }),
      ...(whole && { severity: whole }),
      checks: new Set([...(known?.checks ?? []), ...(cause.kind === 'check' ? [cause.check] : [])]),
      isAnswer: known?.isAnswer === true || cause.kind === 'answer',
      isWay: known?.isWay !== false && isWay(cause),
    })
  }
  for (const cause of all) {
    // Several causes together can be more severe than each alone, so the worst of them gets the severity of the row.
    const alone = cause.severity ?? row.severity
    const isMilder = alone !== worst || isWay(cause)
    const severity = row.severity && isMilder ? mildestOf([alone, row.severity]) : row.severity
    const its = remedyFor(cause)
    if (its.length === 0 && !isWay(cause)) add(row.id, undefined, severity, cause)
    for (const remedy of its) add(remedy.id, remedy, severity, cause)
  }
  return fixes
}

const isWay = (cause: Cause): boolean => cause.kind === 'check' && cause.isWay === true

const sortSeverities = (severities: readonly (Severity | undefined)[]): Severity[] =>
  SEVERITIES.filter((severity) => severities.includes(severity))

export const worstOf = (severities: readonly (Severity | undefined)[]): Severity | undefined =>
  sortSeverities(severities)[0]

const mildestOf = (severities: readonly (Severity | undefined)[]): Severity | undefined =>
  sortSeverities(severities).at(-1)

/** Whether a row needs this and nothing else. */
export const isOnlyNeed = (fixes: ReadonlyMap<string, Fix> | undefined, id: string): boolean =>
  [...(fixes ?? [])].every(([one, { isWay }]) => (one === id ? !isWay : isWay))

/** Whether this and nothing else does what people's answer lacks. */
export const isOnlyAnswer = (fixes: ReadonlyMap<string, Fix> | undefined, id: string): boolean =>
  fixes?.get(id)?.isAnswer === true && [...fixes].every(([one, { isAnswer }]) => one === id || !isAnswer)

/** Ids of what else fixes a row, of the meant kind. */
export const othersBeside = (
  fixes: ReadonlyMap<string, Fix> | undefined,
  id: string,
  isMeant: (fix: Fix) => boolean,
): string[] => [...(fixes ?? [])].flatMap(([one, fix]) => (one !== id && isMeant(fix) ? [one] : []))
