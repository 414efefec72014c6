import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { isId } from '../../../shared/ids.ts'
import { fields, list, text } from '../../../shared/json.ts'
import type { AuditEntry } from '../../audit/schema.ts'
import type { LogScope } from '../../events/rules.ts'
import { type Facts, WORDS } from './words.ts'

/** What ids are called, as far as the account may see it. */
export interface Names {
  people: ReadonlyMap<string, { name: string | null; company: string }>
  customers: ReadonlyMap<string, string>
  runs: ReadonlyMap<string, { customer: string; product: string }>
  partners: ReadonlyMap<string, string>
}

/** What a partner does before it has a key: with the link of its invitation. */
const BY_LINK: ReadonlySet<string> = new Set(['partner.activated', 'person.created'])

/** Who did it, as the beginning of a sentence. */
export function whoOf({ author: { kind, id }, action, partnerId }: AuditEntry, scope: LogScope, names: Names): string {
  const company = partnerId === undefined ? undefined : names.partners.get(partnerId)
  switch (kind) {
    case 'person': {
      const person = names.people.get(id)
      if (!person)
        return 'partnerId' in scope || company === undefined ? 'A former colleague' : `Somebody at ${company}`
      return person.name ?? `Somebody at ${person.company}`
    }
    case 'partner':
      if (BY_LINK.has(action)) return 'Somebody with the activation link'
      return 'partnerId' in scope ? 'A program with an API key' : `A program of ${company ?? id}`
    case 'distributor':
      return 'partnerId' in scope ? 'Your distributor' : 'A program with an API key'
    case 'operator':
      return 'The operator of this service'
    case 'system':
      // The author of what a directory does is its token.
      return isId('scim', id) ? "The company's directory" : 'The service'
    case 'recipient':
      return id === 'erased' ? 'Somebody at a deleted customer' : id
    case 'administrator':
      return 'An administrator of the tenant'
  }
}

/** What was done, as the end of a sentence. An action without words of its own is named by its verb and noun. */
export function whatOf(entry: AuditEntry, names: Names): string {
  const words = WORDS[entry.action]
  if (typeof words === 'string') return words
  return words ? words(toFacts(entry, names)) : plainWords(entry.action)
}

/** `removed the report link` of `report_link.removed`. */
function plainWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return `${verb.replaceAll('_', ' ')} the ${noun.replaceAll('_', ' ')}`
}

function toFacts({ subject, partnerId, before: was, after: is }: AuditEntry, names: Names): Facts {
  const [before, after] = [fields(was), fields(is)]
  const known = (name: string): unknown => after[name] ?? before[name]
  const run = names.runs.get(subject)
  const customerId = subject.startsWith('cust_') ? subject : text(known('customerId'))
  const customer = run?.customer ?? (customerId && names.customers.get(customerId))
  const product = text(known('product')) ?? run?.product
  const amount = (name: string): string => {
    const value = known(name)
    return typeof value === 'number' ? String(value) : ''
  }
  return {
    text: (name) => text(known(name)) ?? '',
    number: amount,
    customer: customer ?? text(customerId && known('name')) ?? customerId ?? 'a customer',
    product: product === undefined ? '' : (findFramework(product)?.name ?? product),
    partner: (partnerId && names.partners.get(partnerId)) ?? text(known('company')) ?? 'the partner',
    person: (id) => names.people.get(id)?.name ?? text(known('name')) ?? 'a former colleague',
    subject,
    before,
    after,
    changed: changedWords(before, after),
  }
}

/** Names of fields that say when or how a change was made, rather than what. */
const NOT_NAMED = new Set(['updatedAt', 'changedFields', 'createdAt'])

function changedWords(before: Facts['before'], after: Facts['after']): string {
  const named = list(after.changedFields).flatMap((name) => text(name) ?? [])
  const found =
    named.length > 0
      ? named
      : Object.keys({ ...before, ...after }).filter(
          (name) => !NOT_NAMED.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
        )
  const words = found.map((name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  if (words.length === 0) return ''
  return `: ${words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`}`
}
