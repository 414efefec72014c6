import { isUnknown } from '../evaluation/unknowns.ts'
import { findFramework } from '../frameworks/catalogue.ts'
import type { Question } from '../model/questionnaire.ts'
import type { AssessmentResult, RequirementResult, RowCheck } from '../model/result.ts'
import { permissionsUsedBy } from '../visibility/predict-coverage.ts'
import { unreadChecks } from './causes.ts'

/** Something that would make unknown requirements known. */
export interface Unknown {
  /** `reading`: neither a permission nor a licence is missing; another run may read it, or people may answer. */
  kind: 'permission' | 'licence' | 'question' | 'reading'
  /** The name of the permission or licensed product, the text of the question, or what the failed reading observed. */
  name: string
  /** Id of the requirement that a question is about. */
  requirement?: string
  /** Ids of requirements that it alone makes known, in the order of the result. */
  resolves: string[]
  /** Ids of requirements that also need something else. */
  helps: string[]
  /** Ids of checks that could then be run. */
  checks: string[]
  /** How many rows of the target it alone makes known; a requirement counts once in each of its groups. */
  rows: number
}

const KINDS: readonly Unknown['kind'][] = ['permission', 'licence', 'reading', 'question']

/**
 * What would make the unknown rows of the target known, each thing once: what resolves most first, then what helps most,
 * then permissions, licences, readings by name, and questions in the order of the result. A question is listed only if people
 * must answer at least a part, or if what was read leaves the rest to them; if a reading would be enough, only what the reading
 * lacks is listed.
 */
export function unknownsOf(result: AssessmentResult): readonly Unknown[] {
  const known = FOUND.get(result)
  if (known) return known
  const found = findUnknowns(result)
  FOUND.set(result, found)
  return found
}

/** A report asks half a dozen times. */
const FOUND = new WeakMap<AssessmentResult, readonly Unknown[]>()

/** How many rows of the target become known if no permission is missing any more; a requirement counts once in each group. */
export function rowsThatNeedOnlyPermissions(result: AssessmentResult): number {
  const questions = questionsOf(result.product)
  return unknownRows(result).filter((row) => needsOf(row, questions).every(({ kind }) => kind === 'permission')).length
}

/** The permissions that were not granted, each once: those that every tenant is asked for, and others that would show more. */
export function permissionsToGrant(result: AssessmentResult): string[] {
  const others = unknownsOf(result).flatMap(({ kind, name }) => (kind === 'permission' ? [name] : []))
  return [...new Set([...refusedPermissions(result), ...others])].sort()
}

/** The permissions that every tenant is asked for and this one has not granted, without those that no check of the framework uses. */
export function refusedPermissions({ product, missingPermissions = [] }: AssessmentResult): string[] {
  const framework = findFramework(product)
  if (!framework || missingPermissions.length === 0) return [...missingPermissions]
  const used = permissionsUsedBy(framework)
  return missingPermissions.filter((name) => used.has(name))
}

/** How many unknown rows these help with, which also need something else; a requirement counts once in each of its groups. */
export function rowsHelped(result: AssessmentResult, unknowns: readonly Unknown[]): number {
  const ids = new Set(unknowns.flatMap(({ helps }) => helps))
  return unknownRows(result).filter(({ id }) => ids.has(id)).length
}

/** The rows of the target that are not known. */
export const unknownRows = ({ requirements, target }: AssessmentResult): RequirementResult[] =>
  requirements.filter((row) => row.levels.includes(target) && isUnknown(row.verdict))

function findUnknowns(result: AssessmentResult): Unknown[] {
  const questions = questionsOf(result.product)
  const rows = unknownRows(result)
  const found = new Map<string, Unknown>()
  for (const row of rows) {
    const needs = needsOf(row, questions)
    for (const need of needs) {
      const key = JSON.stringify([need.kind, need.requirement ?? need.name])
      const known = found.get(key) ?? { ...need, resolves: [], helps: [], checks: [], rows: 0 }
      // An answer is enough where the tenant could not be read; the reading of a part still needs the answer.
      const isAlone = needs.length === 1 || need.kind === 'question'
      found.set(key, {
        ...known,
        resolves: isAlone ? add(known.resolves, row.id) : known.resolves,
        helps: isAlone ? known.helps : add(known.helps, row.id),
        checks: need.checks.reduce(add, known.checks),
        rows: known.rows + (isAlone ? 1 : 0),
      })
    }
  }
  return [...found.values()].toSorted(
    (a, b) =>
      b.rows - a.rows ||
      b.helps.length - a.helps.length ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      (a.kind === 'question' || a.name === b.name ? 0 : a.name < b.name ? -1 : 1),
  )
}

type Need = Pick<Unknown, 'kind' | 'name' | 'requirement' | 'checks'>

/** Everything that an unknown row lacks. What was read without deciding anything lacks only people's answer. */
function needsOf(row: RequirementResult, questions: ReadonlyMap<string, Question>): Need[] {
  const needs = new Map<string, Need>()
  const want = (kind: Need['kind'], name: string, check: string): void => {
    const key = `${kind} ${name}`
    needs.set(key, { kind, name, checks: add(needs.get(key)?.checks ?? [], check) })
  }
  const question = row.answer === undefined ? questions.get(row.id) : undefined
  const unread = unreadChecks(row)
  const isLeftToPeople = ({ kind, lacks }: RowCheck): boolean => kind === 'absent' && !lacks
  for (const check of unread) {
    const { id, lacks } = check
    if (!lacks && !(question && isLeftToPeople(check))) want('reading', row.observed, id)
    for (const name of lacks?.permissions ?? []) want('permission', name, id)
    for (const name of lacks?.licences ?? []) want('licence', name, id)
  }
  const isAsked = row.mode !== 'automatic' || row.verdict === 'not_assessed' || unread.some(isLeftToPeople)
  if (question && isAsked) {
    return [...needs.values(), { kind: 'question', name: question.text, requirement: row.id, checks: [] }]
  }
  return needs.size > 0 ? [...needs.values()] : [{ kind: 'reading', name: row.observed, checks: [] }]
}

function questionsOf(product: string): ReadonlyMap<string, Question> {
  const sections = findFramework(product)?.questionnaire.sections ?? []
  return new Map(sections.flatMap(({ questions }) => questions.map((question) => [question.id, question] as const)))
}

const add = (items: readonly string[], item: string): string[] => (items.includes(item) ? [...items] : [...items, item])
