import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { ArchiveError, type Entry, readArchive, readText } from '../../platform/backup/archive.ts'
import { writeCopy } from '../../platform/backup/copy.ts'
import { codeOf } from '../../shared/error-code.ts'
import { fields, list, number, text } from '../../shared/json.ts'
import { connected, EXPORT_INFO, type Moved, SCHEMA_VERSION } from './export.ts'
import { BackupFailure } from './failure.ts'
import { listForeignKeys, type MovedTable, readSequence, readTable, type Sequence } from './tables.ts'

interface ExportInfo {
  service: string
  schema: string
  tables: MovedTable[]
  sequences: Sequence[]
  rows: Moved
}

/** A service that has an account is in use. */
const USED = 'select exists (select from partners) or exists (select from distributors) as used'

/**
 * Loads an export into a database that has the same migrations and no accounts, as its owner. This is one transaction:
 * if the archive is damaged or a constraint is violated, nothing changes.
 */
export async function importExport(url: string, file: string): Promise<Moved> {
  return await connected(url, async (client) => {
    await client.query('begin')
    let info: ExportInfo | undefined
    const current: { copying?: Copying } = {}
    const foreignKeys = await listForeignKeys(client)
    await readArchive(createReadStream(file), async (entry) => {
      if (info === undefined) {
        info = await readInfo(file, entry)
        await prepare(client, info, foreignKeys)
        return
      }
      const name = /^tables\/(.+)\/\d+$/.exec(entry.name)?.[1]
      if (current.copying?.name !== name) {
        await current.copying?.end()
        current.copying = startCopying(client, info, name ?? entry.name)
      }
      await current.copying?.add(entry)
    }).catch(async (error: unknown) => {
      // Throws the server's error if it refused the rows, otherwise that of the archive.
      await current.copying?.abort(error)
      throw error
    })
    if (info === undefined) throw new ArchiveError(`${file} is empty.`)
    await current.copying?.end()
    await finish(client, info, foreignKeys)
    await client.query('commit')
    return info.rows
  }).catch((error: unknown) => {
    if (codeOf(error) !== '42501') throw error
    throw new BackupFailure('Only the owner of the database can import. Set PLUMBLINE_DATABASE_OWNER_URL to it.')
  })
}

async function readInfo(file: string, { name, content }: Entry): Promise<ExportInfo> {
  if (name !== EXPORT_INFO) throw new ArchiveError(`${file} is not an export of Plumbline.`)
  const { format, service, schema, tables, sequences, rows } = fields(JSON.parse(await readText(content)))
  if (format !== 1) throw new BackupFailure('This export was made by a newer version of Plumbline.')
  return {
    service: text(service) ?? '',
    schema: text(schema) ?? '',
    tables: list(tables).map(readTable),
    sequences: list(sequences).map(readSequence),
    rows: Object.fromEntries(Object.entries(fields(rows)).map(([name, n]) => [name, number(n) ?? 0])),
  }
}

const quote = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

type ForeignKeys = Awaited<ReturnType<typeof listForeignKeys>>

/** Rows arrive table by table, so constraints between tables are dropped until all rows are there. */
async function prepare(
  client: pg.Client,
  { schema, service, tables }: ExportInfo,
  foreignKeys: ForeignKeys,
): Promise<void> {
  const { rows: versions } = await client.query(SCHEMA_VERSION).catch((error: unknown) => {
    throw codeOf(error) === '42P01' || codeOf(error) === '3F000'
      ? new BackupFailure('The database has no schema yet. Run "plumbline migrate" first.')
      : error
  })
  if (versions[0].version !== schema)
    throw new BackupFailure(
      `The export is of another schema. Use the same version of Plumbline on both sides (${service}), and run "plumbline migrate" first.`,
    )
  if ((await client.query(USED)).rows[0].used)
    throw new BackupFailure(
      'The database has accounts already. Import into one on which only "plumbline migrate" has run.',
    )
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of tables) await client.query(`alter table ${quote(table)} disable trigger user`)
  await client.query(`truncate ${tables.map(quote).join(', ')}`)
}

async function finish(
  client: pg.Client,
  { tables, sequences, rows }: ExportInfo,
  foreignKeys: ForeignKeys,
): Promise<void> {
  for (const table of tables) {
    const found = Number((await client.query(`select count(*) from ${quote(table)}`)).rows[0].count)
    if (found !== rows[`${table.schema}.${table.name}`]) throw new ArchiveError(`Rows of ${table.name} are missing.`)
    await client.query(`alter table ${quote(table)} enable trigger user`)
  }
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const sequence of sequences)
    if (sequence.last !== undefined)
      await client.query('select setval($1::regclass, $2::bigint)', [quote(sequence), sequence.last])
}

/** One table whose parts are being sent to the server. */
interface Copying {
  name: string
  add(entry: Entry): Promise<void>
  end(): Promise<void>
  /** Ends the statement with an error; throws that of the server if it had one first. */
  abort(error: unknown): Promise<void>
}

function startCopying(client: pg.Client, { tables }: ExportInfo, name: string): Copying {
  const table = tables.find((each) => `${each.schema}.${each.name}` === name)
  if (table === undefined) throw new ArchiveError(`The archive has an entry that does not belong there: ${name}.`)
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  const chunks = new PassThrough()
  let failure: unknown
  const done = writeCopy(client, `copy ${quote(table)} (${columns}) from stdin (format binary)`, chunks).catch(
    (error: unknown) => {
      failure = error
    },
  )
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure
  }
  return {
    name,
    async add({ content }) {
      for await (const chunk of content) {
        throwFailure()
        if (!chunks.write(chunk)) await Promise.race([once(chunks, 'drain'), done])
      }
    },
    async end() {
      chunks.end()
      await done
      throwFailure()
    },
    async abort(error) {
      chunks.destroy(error instanceof Error ? error : new Error(String(error)))
      await done
    },
  }
}
