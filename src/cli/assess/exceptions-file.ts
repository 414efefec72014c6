import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Exception } from '../../engine/model/exception.ts'
import type { Framework } from '../../engine/model/framework.ts'
import { isDateTime } from '../../shared/dates/datetime.ts'
import { type Fields, fields } from '../../shared/json.ts'
import { CommandFailure } from '../base/command-failure.ts'

const KINDS = ['accepted-risk', 'compensating-control'] as const
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'kind',
  'product',
  'requirement',
  'object',
  'reason',
  'approver',
  'approvedAt',
  'expiresAt',
])

/**
 * Parses a list of exceptions and returns those of the framework; an exception may name the `product` that it is for.
 * Throws CommandFailure, which lists every fault with its line.
 */
export function parseExceptions(content: string, framework: Framework): Exception[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch (error) {
    throw new CommandFailure(`The exceptions file is not JSON (${error instanceof Error ? error.message : error}).`)
  }
  if (!Array.isArray(parsed)) throw new CommandFailure('The exceptions file must be a list: [{ "kind": …, … }, …].')
  const lines = linesOfEntries(content)
  const faults: string[] = []
  const exceptions = parsed.flatMap((entry: unknown, index): Exception[] => {
    const given = fields(entry)
    const found = faultsOf(given, framework)
    faults.push(...found.map((fault) => `Line ${lines[index]}, entry ${index + 1}: ${fault}`))
    return found.length === 0 && isFor(given, framework) ? [toException(given, index)] : []
  })
  if (faults.length > 0) throw new CommandFailure(`The exceptions file cannot be used:\n${faults.join('\n')}`)
  return exceptions
}

const isFor = ({ product }: Fields, framework: Framework): boolean => product === undefined || product === framework.id

function toException(given: Fields, index: number): Exception {
  const read = (field: string): string => String(given[field])
  return {
    id: typeof given.id === 'string' ? given.id : `entry-${index + 1}`,
    kind: given.kind === 'accepted-risk' ? 'accepted-risk' : 'compensating-control',
    requirement: read('requirement'),
    ...(given.object !== undefined && { object: read('object') }),
    reason: read('reason'),
    approver: read('approver'),
    approvedAt: new Date(read('approvedAt')).toISOString(),
    expiresAt: new Date(read('expiresAt')).toISOString(),
  }
}

function faultsOf(given: Fields, framework: Framework): string[] {
  if (Object.keys(given).length === 0) return ['must be an object with fields.']
  const unknown = Object.keys(given).filter((field) => !KNOWN_FIELDS.has(field))
  const texts = ['requirement', 'reason', 'approver', 'approvedAt', 'expiresAt']
  const optional = ['id', 'product', 'object'].filter((field) => given[field] !== undefined)
  return [
    ...unknown.map((field) => `"${field}" is not a field of an exception.`),
    ...(KINDS.some((kind) => kind === given.kind) ? [] : [`"kind" must be ${KINDS.join(' or ')}.`]),
    ...[...texts, ...optional].filter((field) => !isFilled(given[field])).map((field) => `"${field}" must be a text.`),
    ...requirementFaults(given, framework),
    ...timeFaults(given),
  ]
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

function requirementFaults({ product, requirement }: Fields, framework: Framework): string[] {
  if (typeof product === 'string' && !findFramework(product)) return ['"product" is not a known product.']
  const meant = typeof product === 'string' ? findFramework(product) : framework
  if (!isFilled(requirement) || meant?.requirements.some(({ id }) => id === requirement)) return []
  return [`"requirement": ${meant?.name} has no ${JSON.stringify(requirement)}.`]
}

function timeFaults({ approvedAt, expiresAt }: Fields): string[] {
  const isTime = (value: unknown): value is string => typeof value === 'string' && isDateTime(value)
  const wrong = Object.entries({ approvedAt, expiresAt }).filter(([, value]) => isFilled(value) && !isTime(value))
  const faults = wrong.map(([field]) => `"${field}" must be a time, as in 2026-01-31T12:00:00Z.`)
  const isReversed = isTime(approvedAt) && isTime(expiresAt) && Date.parse(expiresAt) <= Date.parse(approvedAt)
  return isReversed ? [...faults, '"expiresAt" must be after "approvedAt".'] : faults
}

/** The line on which each entry of a list begins, counted from 1. The text must be valid JSON. */
function linesOfEntries(content: string): number[] {
  const lines: number[] = []
  let [line, depth, isBetween] = [1, 0, false]
  for (const [token] of content.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s"[\]{},]+/g)) {
    if (token === '\n') line += 1
    else if (token === ',' && depth === 1) isBetween = true
    else {
      const isFirst = depth === 1 && lines.length === 0 && token !== ']'
      if (isBetween || isFirst) lines.push(line)
      isBetween = false
      if (token === '[' || token === '{') depth += 1
      if (token === ']' || token === '}') depth -= 1
    }
  }
  return lines
}
