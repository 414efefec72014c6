import { ROLES, type Role } from '../../../../shared/actor.ts'
import { fields, list, text } from '../../../../shared/json.ts'
import { ScimProblem } from '../../../../shared/scim-problem.ts'
import { isPlainLine } from '../../../../shared/text/plain-line.ts'
import { isEmail, nameProblem } from '../../rules.ts'

/** Users as RFC 7643, 4.1 describes them, as far as a person has their attributes. Others are ignored, as RFC 7644, 3.3 allows. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** A directory's data about somebody; absent fields stay as they are. */
export interface UserDraft {
  userName?: string
  name?: string
  givenName?: string
  familyName?: string
  isActive?: boolean
  /** Null: removed. */
  externalId?: string | null
  role?: Role
}

const MAX_EXTERNAL_ID_CHARACTERS = 200

/** Names of attributes are not case-sensitive (RFC 7643, 2.1); those of the core schema may be written with it. */
export const toAttribute = (name: string): string => name.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '')

/** Sets one attribute of a draft; those that people do not have are ignored. Throws ScimProblem. */
export function setAttribute(draft: UserDraft, attribute: string, value: unknown): void {
  switch (attribute) {
    case 'username':
      draft.userName = readText('userName', value)
      return
    case 'externalid':
      draft.externalId = readExternalId(value)
      return
    case 'active':
      draft.isActive = readBoolean(value)
      return
    case 'displayname':
    case 'name.formatted':
      if (text(value)?.trim()) draft.name = readName(value)
      return
    case 'name.givenname':
      draft.givenName = text(value)?.trim() ?? ''
      return
    case 'name.familyname':
      draft.familyName = text(value)?.trim() ?? ''
      return
    case 'name':
      for (const [part, each] of Object.entries(fields(value))) setAttribute(draft, `name.${part.toLowerCase()}`, each)
      return
    case 'roles':
    case 'roles.value':
      draft.role = readRole(value)
      return
  }
}

/** The draft in the body of a request. Throws ScimProblem. */
export function readUser(body: unknown): UserDraft {
  const draft: UserDraft = {}
  // A person's name here is their display name, if they have one.
  const entries = Object.entries(fields(body)).map(([name, value]) => [toAttribute(name), value] as const)
  for (const [attribute, value] of entries) if (attribute !== 'displayname') setAttribute(draft, attribute, value)
  for (const [attribute, value] of entries) if (attribute === 'displayname') setAttribute(draft, attribute, value)
  return draft
}

/** The name in a draft; undefined if it has none. `current` is the present name. */
export function nameOf({ name, givenName, familyName }: UserDraft, current = ''): string | undefined {
  if (name !== undefined) return name
  if (givenName === undefined && familyName === undefined) return undefined
  const known = splitName(current)
  const joined = [givenName ?? known.givenName, familyName ?? known.familyName].filter((part) => part !== '').join(' ')
  return joined === '' ? undefined : readName(joined)
}

/** The last word is the family name: a person has one name here. */
export function splitName(name: string): { givenName: string; familyName: string } {
  const words = name.trim().split(/\s+/)
  const familyName = words.length > 1 ? (words.pop() ?? '') : ''
  return { givenName: words.join(' '), familyName }
}

/** A user name is an email address here: people sign in with it. Throws ScimProblem. */
export function requireUserName({ userName }: UserDraft): string {
  if (userName !== undefined && isEmail(userName)) return userName
  throw new ScimProblem('invalidValue', 'userName must be the email address of the person.')
}

function readText(attribute: string, value: unknown): string {
  const found = text(value)?.trim()
  if (found !== undefined && found !== '' && isPlainLine(found)) return found
  throw new ScimProblem('invalidValue', `${attribute} must be one line of text.`)
}

function readExternalId(value: unknown): string | null {
  if (value === null || value === '') return null
  const found = readText('externalId', value)
  if (found.length <= MAX_EXTERNAL_ID_CHARACTERS) return found
  throw new ScimProblem('invalidValue', `externalId has at most ${MAX_EXTERNAL_ID_CHARACTERS} characters.`)
}

function readName(value: unknown): string {
  const name = readText('The name', value)
  if (nameProblem(name) === undefined) return name
  throw new ScimProblem('invalidValue', 'The name is too long, or has control characters.')
}

/** Entra ID sends booleans as texts, in its older form of requests: "True" and "False". */
function readBoolean(value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw new ScimProblem('invalidValue', 'active must be true or false.')
}

/**
 * The role among the values of `roles`: a text, objects with `value`, or, from Entra ID, texts that hold such an object. Of several the
 * one with the most rights counts. Throws ScimProblem.
 */
function readRole(value: unknown): Role {
  const names = (Array.isArray(value) ? list(value) : [value]).map(toRoleName)
  if (names.length === 0) return 'reader'
  const role = ROLES.find((known) => names.includes(known))
  if (role !== undefined && names.every((name) => ROLES.some((known) => known === name))) return role
  throw new ScimProblem('invalidValue', `roles must be one of ${ROLES.join(', ')}.`)
}

function toRoleName(value: unknown): string {
  const word = text(value) ?? text(fields(value).value) ?? ''
  if (!word.startsWith('{')) return word.trim().toLowerCase()
  try {
    return (text(fields(JSON.parse(word)).value) ?? '').trim().toLowerCase()
  } catch {
    return ''
  }
}
