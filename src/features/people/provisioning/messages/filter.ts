import { fields, text } from '../../../../shared/json.ts'
import { ScimProblem } from '../../../../shared/scim-problem.ts'
import { toAttribute } from './user.ts'

/** Which people are listed. */
export type UserFilter = { by: 'email' | 'id' | 'externalId'; value: string } | { by: 'isActive'; value: boolean }

const MAX_FILTER_CHARACTERS = 1_000

/** `attribute eq "value"`: all that Entra ID and Okta ask. */
const FILTER = /^\s*(?<attribute>[A-Za-z][\w:.[\]" -]*?)\s+eq\s+(?<value>"(?:[^"\\]|\\.)*"|true|false)\s*$/i

const COLUMNS = {
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
  'emails[type eq "work"].value': 'email',
  externalid: 'externalId',
  id: 'id',
} as const

const isColumn = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name)

/** The filter of a list; undefined without one. Throws ScimProblem. */
export function readFilter(filter: string | undefined): UserFilter | undefined {
  if (filter === undefined || filter.trim() === '') return undefined
  const groups = filter.length > MAX_FILTER_CHARACTERS ? undefined : FILTER.exec(filter)?.groups
  const attribute = toAttribute(groups?.attribute ?? '')
  const value = groups && readValue(groups.value ?? '')
  if (typeof value === 'boolean' && attribute === 'active') return { by: 'isActive', value }
  if (typeof value === 'string' && isColumn(attribute)) return { by: COLUMNS[attribute], value }
  throw new ScimProblem(
    'invalidFilter',
    'The filter must be userName, externalId, id, emails.value or active, then eq and a value.',
  )
}

function readValue(literal: string): string | boolean | undefined {
  try {
    const { value } = fields(JSON.parse(`{"value":${literal.startsWith('"') ? literal : literal.toLowerCase()}}`))
    // PostgreSQL refuses NUL bytes.
    return typeof value === 'boolean' ? value : text(value)?.replaceAll('\0', '')
  } catch {
    return undefined
  }
}

const MAX_COUNT = 200

/** Which part of a list is asked for: `startIndex` counts from 1 (RFC 7644, 3.4.2.4). Throws ScimProblem. */
export function readPageOf({ startIndex, count }: { startIndex?: string | undefined; count?: string | undefined }): {
  startIndex: number
  count: number
} {
  return {
    startIndex: Math.max(1, readInteger('startIndex', startIndex, 1)),
    count: Math.min(MAX_COUNT, Math.max(0, readInteger('count', count, MAX_COUNT))),
  }
}

function readInteger(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise
  if (/^-?\d{1,9}$/.test(value)) return Number(value)
  throw new ScimProblem('invalidValue', `${name} must be a whole number.`)
}
