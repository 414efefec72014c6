import pg from 'pg'
import { writeArchive } from '../../platform/backup/archive.ts'
import { readCopy } from '../../platform/backup/copy.ts'
import { createConnector } from '../../platform/database/client.ts'
import { VERSION } from '../../shared/version.ts'
import { listSequences, listTables, type MovedTable } from './tables.ts'

export const EXPORT_INFO = 'export.json'

/** A table is exported in parts of this size, because a tar file has the size of each entry before its content. */
const PART_BYTES = 8 * 1024 * 1024

/** The migrations that ran: an import needs the same ones. */
export const SCHEMA_VERSION = `
  select array_to_string(array(select name from kysely_migration order by name collate "C"), ' ') || ' job engine '
    || (select max(id) from graphile_worker.migrations) as version`

/** Numbers of rows by table. */
export type Moved = Record<string, number>

/** Writes all rows of a database to `sink`, as of one point in time. The service may run meanwhile. */
export async function writeExport(url: string, sink: NodeJS.WritableStream): Promise<Moved> {
  return await connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const tables = await listTables(client)
    const moved: Moved = {}
    for (const { schema, name } of tables) {
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
      moved[`${schema}.${name}`] = Number((await client.query(`select count(*) from ${table}`)).rows[0].count)
    }
    const { rows } = await client.query(SCHEMA_VERSION)
    const sequences = await listSequences(client)
    const info = { format: 1, service: VERSION, schema: rows[0].version, tables, sequences, rows: moved }
    await writeArchive(sink, async (archive) => {
      const text = Buffer.from(JSON.stringify(info, null, 2))
      await archive.add({ name: EXPORT_INFO, size: text.length, mode: 0o600 }, text)
      for (const table of tables) {
        let part = 0
        for await (const content of inParts(readCopy(client, copyOut(table)))) {
          const name = `tables/${table.schema}.${table.name}/${String(++part).padStart(8, '0')}`
          await archive.add({ name, size: content.length, mode: 0o600 }, content)
        }
      }
    })
    await client.query('commit')
    return moved
  })
}

/** The rows are in the order of the primary key, so that exports of the same rows are equal. */
function copyOut({ schema, name, columns, key }: MovedTable): string {
  const names = columns.map(pg.escapeIdentifier).join(', ')
  const order = key.length > 0 ? ` order by ${key.map(pg.escapeIdentifier).join(', ')}` : ''
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  return `copy (select ${names} from ${table}${order}) to stdout (format binary)`
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    ;[waiting, bytes] = [[], 0]
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** Connects for as long as `use` needs, to the server that accepts changes. */
export async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const { Client, connectionString, check } = createConnector(url)
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await check(client)
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
