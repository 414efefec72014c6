import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'

/** Something that would make unknown requirements known. */
export interface Unknown {
  kind: 'permission' | 'licence' | 'question' | 'reading'
  /** Name of the permission, or of the product that is licensed; text of the question; what was found instead. */
  name: string
  /** Id of the requirement that a question is about. */
  requirement?: string
  /** Ids of requirements that it makes known by itself, in the order of the result. */
  resolves: string[]
  /** How many rows of the target it makes known by itself: a requirement counts once in each of its groups. */
  rows: number
}

const PERMISSION = /was refused: grant ([\w.-]+?)\.?(?:\s|$)/
const LICENCE = /no licence for (.+?)(?: \(service plan|\.|$)/

/** What would make the unknown rows of the target known, each thing once, what resolves most first. */
export function unknownsOf(result: AssessmentResult): Unknown[] {
  const sections = findFramework(result.product)?.questionnaire.sections ?? []
  const questions = new Map(sections.flatMap((section) => section.questions.map(({ id, text }) => [id, text] as const)))
  const found = new Map<string, Unknown>()
  for (const row of result.requirements) {
    if (!row.levels.includes(result.target) || !isUnknown(row.verdict)) continue
    const need = needOf(row, questions.get(row.id))
    const key = `${need.kind} ${need.requirement ?? need.name}`
    const known = found.get(key) ?? { ...need, resolves: [], rows: 0 }
    const resolves = known.resolves.includes(row.id) ? known.resolves : [...known.resolves, row.id]
    found.set(key, { ...known, resolves, rows: known.rows + 1 })
  }
  return [...found.values()].toSorted((a, b) => b.rows - a.rows)
}

function needOf(
  { id, verdict, observed }: RequirementResult,
  question: string | undefined,
): Pick<Unknown, 'kind' | 'name' | 'requirement'> {
  if (verdict === 'not_licensed')
    return { kind: 'licence', name: LICENCE.exec(observed)?.[1] ?? 'a licence that the tenant does not have' }
  if (verdict === 'not_assessed') return { kind: 'question', name: question ?? observed, requirement: id }
  const permission = PERMISSION.exec(observed)?.[1]
  return permission === undefined ? { kind: 'reading', name: observed } : { kind: 'permission', name: permission }
}
