import { Readable } from 'node:stream'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { toCsv } from '../../../shared/files/csv.ts'
import type { AuditEntry, AuditQuery } from '../../audit/schema.ts'
import { listAudit, listWholeAudit } from '../../audit/service.ts'
import type { LogScope } from '../../events/rules.ts'
import type { AuditFileQuery, AuditLog } from './schema.ts'
import { type Names, whatOf, whoOf } from './sentences.ts'
import { listNames } from './store.ts'

/**
 * One page of the audit trail in sentences, newest first. The trail is the reader's own by default; names are those that the
 * reader may see.
 */
export async function getAuditLog(
  app: App,
  scope: LogScope,
  query: AuditQuery,
  trail: LogScope = scope,
): Promise<AuditLog> {
  const { entries, nextCursor } = await listAudit(app, trail, query)
  const names = await findNames(app.db, scope, entries)
  return {
    entries: entries.map(({ partnerId: _, ...entry }, index) => ({
      ...entry,
      who: whoOf(entries[index] ?? entry, scope, names),
      what: whatOf(entries[index] ?? entry, names),
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

const COLUMNS = ['Time (UTC)', 'Who', 'What', 'Action', 'Subject', 'Author', 'Before', 'After', 'Address', 'Request']

/** Everything that matches as CSV, written while it is read. */
export function composeAuditFile(app: App, scope: LogScope, query: AuditFileQuery): Readable {
  return Readable.from(writeRows(app, scope, query), { objectMode: false })
}

async function* writeRows(app: App, scope: LogScope, query: AuditFileQuery): AsyncGenerator<string> {
  yield toCsv([COLUMNS])
  for await (const entries of listWholeAudit(app, scope, query)) {
    const names = await findNames(app.db, scope, entries)
    // Only the beginning of a file has a byte order mark.
    yield toCsv(entries.map((entry) => toRow(entry, scope, names))).replace(/^\uFEFF/, '')
  }
}

const toRow = (entry: AuditEntry, scope: LogScope, names: Names): string[] => [
  entry.occurredAt.toISOString(),
  whoOf(entry, scope, names),
  whatOf(entry, names),
  entry.action,
  entry.subject,
  `${entry.author.kind} ${entry.author.id}`,
  entry.before ? JSON.stringify(entry.before) : '',
  entry.after ? JSON.stringify(entry.after) : '',
  entry.address ?? '',
  entry.requestId ?? '',
]

/** What the ids in these entries are called. */
async function findNames(db: Connection, scope: LogScope, entries: readonly AuditEntry[]): Promise<Names> {
  const ids = new Set(
    entries.flatMap(({ author, subject, partnerId, before, after }) =>
      [author.id, subject, partnerId, before?.customerId, after?.customerId].filter((id) => typeof id === 'string'),
    ),
  )
  const rows = ids.size === 0 ? [] : await listNames(db, scope, [...ids])
  const of = (kind: (typeof rows)[number]['kind']) => rows.filter((row) => row.kind === kind)
  return {
    people: new Map(of('person').map(({ id, name, detail }) => [id, { name, company: detail ?? '' }])),
    customers: new Map(of('customer').map(({ id, name }) => [id, name ?? id])),
    runs: new Map(of('run').map(({ id, name, detail }) => [id, { customer: name ?? id, product: detail ?? '' }])),
    partners: new Map(of('partner').map(({ id, name }) => [id, name ?? id])),
  }
}
