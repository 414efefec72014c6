import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Exception } from '../../engine/model/exception.ts'
import type { Framework } from '../../engine/model/framework.ts'
import { isDateTime } from '../../shared/dates/datetime.ts'
import { type Fields, fields } from '../../shared/json.ts'
import { CommandFailure } from '../base/command-failure.ts'

const EMERGENCY_ACCOUNT = 'emergency-account'
const KINDS = ['accepted-risk', 'compensating-control', EMERGENCY_ACCOUNT] as const
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

/** An emergency account of the file. */
export interface DeclaredAccount {
  /** Its user principal name or object id. */
  account: string
  /** ISO 8601 UTC; it is declared from this time until `expiresAt`. */
  approvedAt: string
  expiresAt: string
}

/**
 * Parses a list of exceptions and emergency accounts, and returns the accounts and the exceptions of the framework; an
 * exception may name the `product` that it is for. Throws CommandFailure, which lists every fault with its line.
 */
export function parseExceptions(
  content: string,
  framework: Framework,
): { exceptions: Exception[]; emergencyAccounts: DeclaredAccount[] } {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch (error) {
    throw new CommandFailure(`The exceptions file is not JSON (${error instanceof Error ? error.message : error}).`)
  }
  if (!Array.isArray(parsed)) throw new CommandFailure('The exceptions file must be a list: [{ "kind": …, … }, …].')
  const lines = linesOfEntries(content)
  const faults: string[] = []
  const exceptions: Exception[] = []
  const emergencyAccounts: DeclaredAccount[] = []
  for (const [index, given] of parsed.map(fields).entries()) {
    const found = faultsOf(given, framework)
    faults.push(...found.map((fault) => `Line ${lines[index]}, entry ${index + 1}: ${fault}`))
    if (found.length > 0) continue
    if (given.kind === EMERGENCY_ACCOUNT) emergencyAccounts.push(toAccount(given))
    else if (isFor(given, framework)) exceptions.push(toException(given, index))
  }
  if (faults.length > 0) throw new CommandFailure(`The exceptions file cannot be used:\n${faults.join('\n')}`)
  return { exceptions, emergencyAccounts }
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
    ...timesOf(given),
  }
}

const toAccount = (given: Fields): DeclaredAccount => ({ account: String(given.object), ...timesOf(given) })

const timesOf = ({ approvedAt, expiresAt }: Fields): { approvedAt: string; expiresAt: string } => ({
  approvedAt: new Date(String(approvedAt)).toISOString(),
  expiresAt: new Date(String(expiresAt)).toISOString(),
})

function faultsOf(given: Fields, framework: Framework): string[] {
  if (Object.keys(given).length === 0) return ['must be an object with fields.']
  const unknown = Object.keys(given).filter((field) => !KNOWN_FIELDS.has(field))
  const isAccount = given.kind === EMERGENCY_ACCOUNT
  const texts = [isAccount ? 'object' : 'requirement', 'reason', 'approver', 'approvedAt', 'expiresAt']
  const optional = ['id', 'product', 'object'].filter((field) => given[field] !== undefined)
  const filled = new Set([...texts, ...optional])
  return [
    ...unknown.map((field) => `"${field}" is not a field of an exception.`),
    ...(KINDS.some((kind) => kind === given.kind)
      ? []
      : [`"kind" must be ${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}.`]),
    ...[...filled].filter((field) => !isFilled(given[field])).map((field) => `"${field}" must be a text.`),
    ...(isAccount ? accountFaults(given) : requirementFaults(given, framework)),
    ...timeFaults(given),
  ]
}

/** An emergency account counts for every product and requirement. */
const accountFaults = (given: Fields): string[] =>
  ['requirement', 'product']
    .filter((field) => given[field] !== undefined)
    .map((field) => `"${field}" does not belong to an emergency account.`)

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
