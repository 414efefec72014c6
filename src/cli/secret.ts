import { sql } from 'kysely'
import type { App } from '../app.ts'
import { recordChanges } from '../features/audit/service.ts'
import { LINK_DAYS } from '../features/reports/rules.ts'
import type { Connection } from '../platform/database/database.ts'
import { countSealedRows, resealRows } from '../platform/database/sealed-rows.ts'
import {
  currentKeySince,
  newSecretKey,
  removeOldKey,
  rotateSecretKey,
  type SecretSource,
} from '../platform/secret-keys.ts'
import { currentKey, toSecretKey } from '../shared/crypto/key-ring.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'

/** A transaction that sealed under the old key just before a rotation has ended by then. */
const SETTLED_MS = 60_000

/** The ids of the secret keys, never the keys, and how many rows are sealed under each. */
export async function runSecretList({ db, secrets }: App, source: SecretSource): Promise<Output> {
  const { byKey, without, unreadable } = await countSealedRows(db, secrets)
  const given = new Set(givenKeys(source).map((key) => toSecretKey(key).id))
  const keys = [...byKey].map(([id, rows], index) => ({
    id,
    current: index === 0,
    source: given.has(id) ? 'environment' : 'dataFolder',
    rows,
  }))
  const lines = keys.map(({ id, current, source, rows }) =>
    [
      id,
      current ? 'current' : 'old    ',
      source === 'environment' ? 'environment' : 'data folder',
      countRows(rows),
    ].join('  '),
  )
  if (without > 0) lines.push(`${countRows(without)} under none of these ids, as version 0.1 sealed them`)
  if (unreadable.length > 0) lines.push(`Rows that cannot be opened with these keys: ${unreadable.join(', ')}`)
  return { json: { keys, rowsWithoutKey: without, unreadable }, text: lines.join('\n') }
}

/** Makes a new current key and seals all rows under it; the old key stays and opens what is left. */
export async function runSecretRotate(
  app: App,
  source: SecretSource,
  onProgress: (rows: number) => void,
): Promise<Output> {
  if (source.secretKey !== undefined) return explainRotation(newSecretKey())
  const oldId = currentKey(app.secrets).id
  const key = newSecretKey()
  const { id } = toSecretKey(key)
  await alone(app, async (tx) => {
    await record(app, tx, 'secret.rotated', id, { oldId })
    await rotateSecretKey(source.dataDir, key)
  })
  app.secrets.reload()
  const rows = await reseal(app, onProgress)
  const { text } = listFields({ id, oldId, ...rows })
  const note =
    'Running services on this data folder use the new key within a second. Back the data folder up now: what is sealed from now on opens with the new key alone.'
  return { json: { id, oldId, ...rows }, text: [text, note, ...adviseOn(rows)].join('\n') }
}

/** Seals all rows under the current key that are not; goes on where an earlier call was ended. */
export async function runSecretReseal(app: App, onProgress: (rows: number) => void): Promise<Output> {
  const fields = { id: currentKey(app.secrets).id, ...(await reseal(app, onProgress)) }
  return { json: fields, text: [listFields(fields).text, ...adviseOn(fields)].join('\n') }
}

/** Takes an old key out of the data folder, once nothing is sealed under it. */
export async function runSecretRemove(app: App, source: SecretSource, id: string): Promise<Output> {
  const keys = app.secrets.reload()
  if (!keys.some((key) => key.id === id)) throw new CommandFailure(`There is no secret key ${id.slice(0, 50)}.`)
  if (currentKey(app.secrets).id === id) {
    throw new CommandFailure('This is the current secret key. Run "plumbline secret rotate" first.')
  }
  if (givenKeys(source).some((key) => toSecretKey(key).id === id)) {
    throw new CommandFailure('This key comes from the environment. Take it out of PLUMBLINE_SECRET_KEYS_OLD.')
  }
  const since = currentKeySince(source.dataDir)
  if (since && app.now().getTime() - since.getTime() < SETTLED_MS) {
    throw new CommandFailure(
      'The secret key was rotated less than a minute ago. Wait a minute: a request may still use it.',
    )
  }
  await alone(app, async (tx) => {
    const { byKey, without } = await countSealedRows(app.db, app.secrets)
    const rows = (byKey.get(id) ?? 0) + without
    if (rows > 0) {
      throw new CommandFailure(
        `${countRows(rows)} may still need this key. Run "plumbline secret reseal", then try again; what a run in progress has read is deleted when the run ends.`,
      )
    }
    await record(app, tx, 'secret.removed', id, {})
    if (!(await removeOldKey(source.dataDir, id))) throw new CommandFailure(`${source.dataDir} does not hold this key.`)
  })
  const { text } = listFields({ id, status: 'removed' })
  return { json: { id, status: 'removed' }, text: `${text}\nReport links that were signed under it no longer work.` }
}

interface Rows {
  resealed: number
  remaining: number
  unreadable: number
}

async function reseal(app: App, onProgress: (rows: number) => void): Promise<Rows> {
  const { resealed, unreadable } = await resealRows(app.db, app.secrets, onProgress)
  const { byKey, without } = await countSealedRows(app.db, app.secrets)
  const current = currentKey(app.secrets).id
  const underOld = [...byKey].reduce((sum, [id, rows]) => (id === current ? sum : sum + rows), 0)
  return { resealed, remaining: underOld + without, unreadable }
}

function adviseOn({ remaining, unreadable }: Rows): string[] {
  if (unreadable > 0) {
    return [`${countRows(unreadable)} cannot be opened with any key that is here: "plumbline doctor" says where.`]
  }
  if (remaining > 0) return ['Run "plumbline secret reseal" later for the rows that remain.']
  return [
    `No row needs an old key. Report links that were mailed do, for ${LINK_DAYS} days; after that, "plumbline secret remove" takes the old key away.`,
  ]
}

/** The environment can only be changed by the operator: nothing has changed yet. */
function explainRotation(key: string): Output {
  const { id } = toSecretKey(key)
  const text = `PLUMBLINE_SECRET_KEY is set in the environment, so nothing has been changed. This is a new key, shown once:

  ${key}

1. Put it first into PLUMBLINE_SECRET_KEYS_OLD of every process, before what is there, separated by a comma; restart them.
   From then on all of them can open what is sealed under it. If you stop all processes at once, begin with step 2.
2. Swap the two in every process, and restart them:
   PLUMBLINE_SECRET_KEY=the new key
   PLUMBLINE_SECRET_KEYS_OLD=the value that PLUMBLINE_SECRET_KEY has now, and those that were there before
3. Run "plumbline secret reseal" with the same settings, until no row remains under the old key.
4. After ${LINK_DAYS} days, when all report links that were mailed have ended, take the old key out of PLUMBLINE_SECRET_KEYS_OLD.`
  return { json: { changed: false, id, key }, text }
}

const givenKeys = ({ secretKey, secretKeysOld }: SecretSource): string[] => [
  ...(secretKey === undefined ? [] : [secretKey]),
  ...secretKeysOld,
]

/** Only one process at a time may change the keys of the data folder. */
async function alone(app: App, change: (tx: Connection) => Promise<void>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('secret keys', 0))`.execute(tx)
    await change(tx)
  })
}

async function record(
  app: App,
  tx: Connection,
  action: string,
  id: string,
  after: Record<string, unknown>,
): Promise<void> {
  const author = { kind: 'operator', id: action === 'secret.rotated' ? 'secret rotate' : 'secret remove' } as const
  const owner = { partnerId: null, distributorId: null }
  await recordChanges(tx, author, app.now(), [{ action, subject: id, owner, after }])
}

const countRows = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`)
