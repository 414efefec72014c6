import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import {
  permissionsToGrant,
  rowsHelped,
  rowsThatNeedOnlyPermissions,
  type Unknown,
  unknownsOf,
} from '../../../../engine/results/unknowns.ts'
import type { Parts } from '../combined.ts'
import type { Framed } from '../input.ts'
import { noActions } from '../next-steps.ts'
import type { Once } from '../once.ts'
import { UNKNOWN_WORDS } from '../words/actions.ts'
import { toPlainText } from '../words/plain-text.ts'
import { PARTS } from '../words/several-frameworks.ts'
import { TECHNICAL } from '../words/technical.ts'
import { type Decline, otherMeans } from './action-findings.ts'
import { actionTerms } from './action-texts.ts'

/** What there is to do in one group. */
export interface ActionsOfGroup {
  id: string
  /** Beside the name of its framework. */
  ownName: string
  /** Of several frameworks, with that of its framework. */
  name: string
  /** With their numbers over all groups. */
  actions: readonly (readonly [number: number, action: JointAction])[]
}

/**
 * The actions by the group of their worst finding in the first framework that they are about; without groups that have
 * none. The group of the first action comes first, because technicians begin at the top.
 */
export function actionsByGroup(actions: readonly JointAction[], parts: readonly Framed[]): ActionsOfGroup[] {
  const numbered = actions.map((action, index) => [index + 1, action] as const)
  const byGroup = Map.groupBy(numbered, ([, { findings }]) => findings[0]?.groups[0])
  return parts
    .flatMap(({ result: { groups }, productName }) =>
      groups.map(({ id, name: ownName }) => ({
        id,
        ownName,
        name: parts.length > 1 ? PARTS.area(ownName, productName) : ownName,
      })),
    )
    .flatMap((group) => {
      const actions = byGroup.get(group.id)
      return actions ? [{ ...group, actions }] : []
    })
    .toSorted((one, other) => firstNumber(one) - firstNumber(other))
}

const firstNumber = ({ actions }: ActionsOfGroup): number => actions[0]?.[0] ?? Number.POSITIVE_INFINITY

/** How findings became worse since the run before, by their ids. */
export const declinesOf = (parts: Parts['parts']): ReadonlyMap<string, Decline> =>
  new Map(
    parts.flatMap(({ difference }) => {
      if (!difference) return []
      const since = difference.since.completedAt
      return difference.worse.map(({ id, byAnswer = false }) => [id, { since, byAnswer }] as const)
    }),
  )

/** What stands above the actions. */
export function actionsLead(actions: readonly JointAction[], results: readonly AssessmentResult[]): string {
  if (actions.length === 0) return noActions(results)
  const hasOthers = actions.some(({ findings }) => otherMeans(findings).length > 0)
  return [TECHNICAL.lead, ...actionTerms(actions), ...(hasOthers ? [TECHNICAL.other] : [])].join(' ')
}

/** One thing that would make more of a result known, as a line of a table. */
export interface UnknownLine {
  /** Id of the requirement that a question is about, or ids of those that could not be read; may be empty. */
  id: string
  name: string
  /** How many checks it resolves by itself, or how many it helps with. */
  effect: string
  /** Whether it only helps. */
  helps: boolean
}

/** What is of one kind, the most useful first. */
export interface UnknownLines {
  title: string
  lines: readonly UnknownLine[]
  /** How many checks all lines resolve together, where that is not the sum. */
  together?: string
}

/** What would make more known, by kind: permissions, then the kind whose first line resolves the most. */
export function unknownLines(result: AssessmentResult, once: Once): UnknownLines[] {
  const found = unknownsOf(result)
  const others = found.filter(({ kind }) => kind !== 'permission')
  // What a reading observed in part would read like a finding.
  const resolving = others.filter(({ kind, rows }) => rows > 0 || kind !== 'reading')
  const permissions = found.length > 0 ? permissionLines(result, found) : []
  const lines = resolving.length > 0 || permissions.length > 0 ? resolving : others
  const byKind = [...Map.groupBy(lines, ({ kind }) => kind)].map(([kind, its]) => ({
    rows: its[0]?.rows ?? 0,
    title: TECHNICAL.kinds[kind](its.length),
    lines: its.map((unknown) => lineOf(unknown, result, once)),
  }))
  const together = rowsThatNeedOnlyPermissions(result)
  const granted = {
    title: TECHNICAL.kinds.permission(permissions.length),
    lines: permissions,
    ...(permissions.length > 1 && together > 0 && { together: TECHNICAL.makesKnown(together) }),
  }
  return [...(permissions.length > 0 ? [granted] : []), ...byKind.toSorted((a, b) => b.rows - a.rows)]
}

/** All permissions to grant, also those that resolve nothing by themselves. */
function permissionLines(result: AssessmentResult, found: readonly Unknown[]): UnknownLine[] {
  const named = (name: string): Unknown[] => found.filter((one) => one.kind === 'permission' && one.name === name)
  return permissionsToGrant(result)
    .map((name) => ({ name, rows: named(name)[0]?.rows ?? 0, helped: rowsHelped(result, named(name)) }))
    .toSorted((a, b) => b.rows - a.rows || b.helped - a.helped)
    .map(({ name, rows, helped }) => ({ id: '', name, ...effectOf(rows, helped) }))
}

function lineOf(unknown: Unknown, result: AssessmentResult, once: Once): UnknownLine {
  const { kind, name, requirement, resolves, rows } = unknown
  const isReading = kind === 'reading'
  return {
    id: requirement ?? (isReading ? resolves.join(', ') : ''),
    name: isReading ? once.fresh(toPlainText(name), 'unknown') : name,
    ...effectOf(rows, rowsHelped(result, [unknown])),
  }
}

const effectOf = (rows: number, helped: number): Pick<UnknownLine, 'effect' | 'helps'> => ({
  effect: rows > 0 ? TECHNICAL.makesKnown(rows) : TECHNICAL.helps(helped),
  helps: rows === 0 && helped > 0,
})

/** What stands above the lines; empty if there are none. */
export function unknownLead(kinds: readonly UnknownLines[]): string {
  if (kinds.length === 0) return ''
  return kinds.some(({ lines }) => lines.some(({ helps }) => helps))
    ? `${TECHNICAL.unknownLead} ${TECHNICAL.helpsLead}`
    : TECHNICAL.unknownLead
}

/** Whether everything is known about several frameworks, which one sentence says. */
export const isAllKnown = (results: readonly AssessmentResult[]): boolean =>
  results.length > 1 && results.every((result) => unknownsOf(result).length === 0)

/** The sentence that nothing is unknown; shorter if the document has said so about another framework. */
export const nothingUnknown = (fresh: (text: string) => string): string =>
  fresh(UNKNOWN_WORDS.nothing) || UNKNOWN_WORDS.nothingEither
