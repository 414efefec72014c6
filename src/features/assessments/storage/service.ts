import { randomUUID } from 'node:crypto'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type ObjectStore, ObjectStoreAway } from '../../../platform/objects/store.ts'
import { currentKey } from '../../../shared/crypto/key-ring.ts'
import { type StoredResult, sealPart, unpackResult } from './packing.ts'
import { objectOf, type StoredAt } from './rules.ts'
import { insertObjects, insertParts, upsertStore } from './store.ts'

/** The output of a run, compressed. */
export interface RunParts {
  result: Uint8Array
  snapshot: Uint8Array
  snapshotSha256: string
}

const storeIds = new WeakMap<ObjectStore, string>()

/** The folder of this database in the store, so that several can share a bucket. */
export async function findStoreId({ db }: Pick<App, 'db'>, objects: ObjectStore): Promise<string> {
  const known = storeIds.get(objects)
  if (known !== undefined) return known
  const { id } = await upsertStore(db, randomUUID())
  storeIds.set(objects, id)
  return id
}

/** Seals the parts of a run and writes them as objects, under a unique name; returns the row to insert. */
export async function writeObjects(app: App, objects: ObjectStore, runId: string, parts: RunParts) {
  const keyId = currentKey(app.secrets).id
  const result = sealPart(app.secrets, 'result', runId, parts.result)
  const snapshot = sealPart(app.secrets, 'snapshot', runId, parts.snapshot)
  const name = `${await findStoreId(app, objects)}/${runId}/${randomUUID()}`
  await Promise.all([objects.put(objectOf(name, 'result'), result), objects.put(objectOf(name, 'snapshot'), snapshot)])
  return { run_id: runId, name, key_id: keyId, snapshot_sha256: parts.snapshotSha256 }
}

/**
 * Seals the parts of a run, and writes them to the object store where there is one. The returned function stores the rest in
 * the transaction that completes the run: if that never happens, only objects are left, and `deleteOrphans` finds them.
 * While the store is away, the database takes everything, and `moveResults` moves it later.
 */
export async function saveParts(app: App, runId: string, parts: RunParts): Promise<(tx: Connection) => Promise<void>> {
  try {
    const row = app.objects && (await writeObjects(app, app.objects, runId, parts))
    if (row) return (tx) => insertObjects(tx, row)
  } catch (error) {
    if (!(error instanceof ObjectStoreAway)) throw error
    app.metrics.objectFallbacks.inc()
  }
  const row = {
    run_id: runId,
    result: sealPart(app.secrets, 'result', runId, parts.result),
    snapshot: sealPart(app.secrets, 'snapshot', runId, parts.snapshot),
    snapshot_sha256: parts.snapshotSha256,
  }
  return (tx) => insertParts(tx, row)
}

/** The result of a run, from the database or the object store; undefined if there is none. Throws `ObjectStoreAway`. */
export async function getResult(app: App, runId: string, at: StoredAt): Promise<StoredResult | undefined> {
  if (at.packed) return unpackResult(app.secrets, runId, at.packed)
  if (at.objects === null) return undefined
  const object = objectOf(at.objects, 'result')
  const packed = await findObject(app, object)
  if (!packed) throw new Error(`the object store has no object ${object}`)
  return unpackResult(app.secrets, runId, packed)
}

/** Undefined if the store has lost it. Throws `ObjectStoreAway`, also where the settings name no store. */
export async function findObject(app: App, object: string): Promise<Buffer | undefined> {
  if (!app.objects) throw new ObjectStoreAway('Results are in an object store: set PLUMBLINE_BLOB_URL.')
  return await app.objects.get(object)
}
