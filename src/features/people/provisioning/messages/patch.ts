import { fields, list, text } from '../../../../shared/json.ts'
import { ScimProblem } from '../../../../shared/scim-problem.ts'
import { setAttribute, toAttribute, type UserDraft } from './user.ts'

const MAX_OPERATIONS = 100
const MAX_PATH_CHARACTERS = 500

/** `attribute`, `attribute.part`, `attribute[filter]` or `attribute[filter].part` (RFC 7644, 3.5.2), the attribute perhaps with its schema. */
const PATH =
  /^(?<attribute>(?:urn:[\w:.-]+:)?[A-Za-z$][\w$-]*)(?:\[(?<filter>[^\]]+)\])?(?:\.(?<part>[A-Za-z$][\w$-]*))?$/

/** What a PATCH changes, as Entra ID and Okta send it: with a path, or without one and an object of attributes. Throws ScimProblem. */
export function readPatch(body: unknown): UserDraft {
  const found = Object.entries(fields(body)).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  const operations = list(found)
  if (operations.length === 0) throw new ScimProblem('invalidSyntax', 'Operations must be a list with an operation.')
  if (operations.length > MAX_OPERATIONS)
    throw new ScimProblem('invalidSyntax', `A request has at most ${MAX_OPERATIONS} operations.`)
  const draft: UserDraft = {}
  for (const operation of operations) carryOut(draft, operation)
  return draft
}

function carryOut(draft: UserDraft, operation: unknown): void {
  const { op, path, value } = fields(operation)
  const verb = text(op)?.toLowerCase()
  if (verb === 'remove') {
    remove(draft, path)
    return
  }
  if (verb !== 'add' && verb !== 'replace') throw new ScimProblem('invalidSyntax', 'op must be add, replace or remove.')
  if (path !== undefined && path !== null && path !== '') {
    setAttribute(draft, readPath(path), value)
    return
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimProblem('invalidValue', 'An operation without a path needs an object of attributes.')
  // Entra ID names parts of attributes here, too, as in "name.givenName".
  for (const [name, each] of Object.entries(value)) setAttribute(draft, readPath(name), each)
}

function remove(draft: UserDraft, path: unknown): void {
  if (path === undefined || path === null || path === '')
    throw new ScimProblem('noTarget', 'An operation that removes needs a path.')
  const attribute = readPath(path)
  if (attribute === 'roles' || attribute === 'roles.value') draft.role = 'reader'
  else if (attribute === 'externalid') draft.externalId = null
  else if (attribute === 'username' || attribute === 'active')
    throw new ScimProblem('mutability', `${attribute} cannot be removed.`)
}

/** The attribute that a path names, with its part: of a filter nothing, because people have one value of each. */
function readPath(path: unknown): string {
  const given = text(path)
  const groups = given === undefined || given.length > MAX_PATH_CHARACTERS ? undefined : PATH.exec(given.trim())?.groups
  if (!groups) throw new ScimProblem('invalidPath', 'The path of an operation is not valid.')
  const attribute = toAttribute(groups.attribute ?? '')
  return groups.part === undefined ? attribute : `${attribute}.${groups.part.toLowerCase()}`
}
