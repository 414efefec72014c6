import { type Fields, fields, list, text } from '../../../shared/json.ts'
import type { Page, Section } from '../contents/pages.ts'
import { slugOf } from '../contents/slugs.ts'
import { type CallAddress, type Description, type Operation, readDescription } from './description.ts'
import { code, escapeText, joinPage, joinParts, renderTable } from './markdown.ts'
import { anchorOf, linkError, listErrors, renderOperation, renderWebhook, titleOf } from './operations.ts'
import { type Mentioned, renderObjects } from './shapes.ts'

const APIS = [
  { name: 'partner', title: 'Partner API', section: 'Partner reference' },
  { name: 'distributor', title: 'Distributor API', section: 'Distributor reference' },
] as const

export interface Reference {
  sections: Section[]
  /** The Markdown of each page, by its path. Links are relative, as in files. */
  pages: ReadonlyMap<string, string>
  /** The end of the page about the API in general: its endpoints, and the errors that each can return. */
  summary: string
}

/** The pages about every endpoint, from a parsed OpenAPI document. */
export function renderReference(document: Fields, calls: CallAddress): Reference {
  const description = readDescription(document, calls)
  const common = listCommonErrors(description.operations)
  const pages = new Map<string, string>()
  const sections = APIS.map(({ name, title, section }): Section => {
    const operations = description.operations.filter(({ path }) => path.startsWith(`/v1/${name}/`))
    const groups = Map.groupBy(operations, ({ tag }) => tag)
    const found = sortByTags(document, [...groups.keys()]).map((tag): Page => {
      const path = `api/${name}/${slugOf(labelOf(document, tag))}`
      pages.set(path, renderGroup(description, { tag, title, operations: groups.get(tag) ?? [], common }))
      return { path, title: labelOf(document, tag), summary: `${title}: ${meaningOf(document, tag)}` }
    })
    return { title: section, pages: found, isLong: true }
  })
  const [first] = sections
  if (description.webhooks.length > 0 && first !== undefined) {
    pages.set('api/webhooks/events', renderWebhooks(description))
    sections.push({ title: 'Webhook calls', pages: [WEBHOOKS] })
  }
  return { sections, pages, summary: renderSummary(description, document, common) }
}

const WEBHOOKS: Page = {
  path: 'api/webhooks/events',
  title: 'Calls to your receiver',
  summary: 'The body of each webhook call, field by field.',
}

interface Group {
  tag: string
  title: string
  operations: readonly Operation[]
  common: ReadonlySet<string>
}

function renderGroup(description: Description, { tag, title, operations, common }: Group): string {
  const mentioned: Mentioned = new Set()
  const sections = operations.map((operation) => renderOperation(description, operation, { common, mentioned }))
  const rows = operations.map((operation) => [
    `[${titleOf(operation)}](#${anchorOf(operation)})`,
    code(`${operation.method.toUpperCase()} /api${operation.path}`),
  ])
  return joinPage([
    `# ${title}: ${labelOf(description.root, tag)}`,
    escapeText(meaningOf(description.root, tag)),
    renderTable(['call', 'address'], rows),
    'How every call is made: [Calling the API](../../api.md). To try calls in the browser: [API explorer](/api/docs).',
    description.hasOwnAuthority
      ? 'The commands trust the certificate authority of this service, in the file `ca.crt`: copy it from `tls/ca.crt` in the data folder of the service.'
      : undefined,
    ...sections,
    ...renderNamed(description, mentioned),
  ])
}

function renderNamed(description: Description, mentioned: Mentioned): string[] {
  const objects = renderObjects(description, mentioned)
  if (objects.length === 0) return []
  const parts = objects.map(({ name, table }) =>
    joinParts([`### ${name}`, table === '' ? 'An object whose fields another standard defines.' : table]),
  )
  return ['## Objects', ...parts]
}

function renderWebhooks(description: Description): string {
  const mentioned: Mentioned = new Set()
  const sections = description.webhooks.map((webhook) => renderWebhook(description, webhook, mentioned))
  return joinPage([
    '# Calls to your receiver',
    'The bodies that webhooks send, by the type of event. How to receive and verify them: [Webhooks](../../guide/webhooks.md).',
    ...sections,
    ...renderNamed(description, mentioned),
  ])
}

function renderSummary(description: Description, document: Fields, common: ReadonlySet<string>): string {
  const errors = [...common].map((name) => linkError(name, 'errors.md'))
  const lists = APIS.map(({ name, title }) => {
    const rows = description.operations
      .filter(({ path }) => path.startsWith(`/v1/${name}/`))
      .map((operation) => {
        const page = `api/${name}/${slugOf(labelOf(document, operation.tag))}.md`
        return [
          `[${titleOf(operation)}](${page}#${anchorOf(operation)})`,
          code(`${operation.method.toUpperCase()} /api${operation.path}`),
        ]
      })
    return joinParts([`## ${title}`, renderTable(['call', 'address'], rows)])
  })
  return joinParts(['## Errors of every call', `Every call can return ${errors.join(', ')}.`, ...lists])
}

/** The codes that every operation can return; `PARTNER_INACTIVE` and its sibling belong to one API each. */
function listCommonErrors(operations: readonly Operation[]): Set<string> {
  const [first = [], ...others] = operations.map((operation) => listErrors(operation).flatMap(([, codes]) => codes))
  return new Set(first.filter((name) => others.every((codes) => codes.includes(name))))
}

const findTag = (document: Fields, tag: string): Fields =>
  fields(list(document.tags).find((each) => fields(each).name === tag))

/** A tag without the name of its API: `Customers` for "Partner API: Customers". */
const labelOf = (document: Fields, tag: string): string =>
  text(findTag(document, tag)['x-displayName']) ?? tag.replace(/^(Partner|Distributor)( API)?\s*[:·/–-]\s*/, '')

const meaningOf = (document: Fields, tag: string): string => text(findTag(document, tag).description) ?? ''

/** Sorts tags in the order of the description. */
function sortByTags(document: Fields, tags: readonly string[]): string[] {
  const order = list(document.tags).map((each) => text(fields(each).name))
  return tags.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}
