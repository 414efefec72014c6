import type { App } from '../../../../app.ts'
import type { ObjectStore } from '../../../../platform/objects/store.ts'
import { currentKey } from '../../../../shared/crypto/key-ring.ts'
import { SealError } from '../../../../shared/crypto/seal.ts'
import { DAY_MS } from '../../../../shared/dates/time-units.ts'
import { openPart } from '../packing.ts'
import { objectOf, objectsOf, readObjectName } from '../rules.ts'
import { findObject, findStoreId, type RunParts, writeObjects } from '../service.ts'
import {
  countObjectsByKey,
  deleteDeletion,
  findParts,
  findStorageFigures,
  listDueDeletions,
  listNamed,
  listObjectsRows,
  listRunsInDatabase,
  type ObjectsRow,
  type StorageFigures,
  updateObjects,
  updateSwept,
  updateToObjects,
  updateToParts,
  upsertStore,
} from '../store.ts'

const BATCH = 200
/** Results and snapshots can be megabytes each. */
const AT_ONCE = 4

/** Maximum time of one round of moves; the next round continues. */
const ROUND_MS = 45_000

/**
 * Moves results from the database to the object store: those from before it was set, and those of runs that ended while it
 * was away. Does nothing without a store.
 */
export async function moveResults(app: App, roundMs = ROUND_MS): Promise<void> {
  const { objects } = app
  if (!objects) return
  const untilMs = performance.now() + roundMs
  await forEachPage(
    (afterId) => listRunsInDatabase(app.db, afterId, BATCH),
    (runId) => runId,
    async (runId) => void (await moveResult(app, objects, runId)),
    () => performance.now() < untilMs,
  )
}

async function moveResult(app: App, objects: ObjectStore, runId: string): Promise<void> {
  const row = await findParts(app.db, runId)
  const parts = row && openParts(app, runId, row)
  if (!parts) return
  const moved = await writeObjects(app, objects, runId, { ...parts, snapshotSha256: row.snapshot_sha256 })
  await app.db.transaction().execute((tx) => updateToObjects(tx, moved))
}

/** Undefined if no key opens them: then they stay where they are. */
function openParts(
  app: App,
  runId: string,
  sealed: { result: Buffer; snapshot: Buffer },
): Pick<RunParts, 'result' | 'snapshot'> | undefined {
  try {
    return {
      result: openPart(app.secrets, 'result', runId, sealed.result),
      snapshot: openPart(app.secrets, 'snapshot', runId, sealed.snapshot),
    }
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/**
 * Moves all results back to the database, for operators who stop using the store. `missing` are those that the store
 * has lost.
 */
export async function moveResultsBack(
  app: App,
  onProgress: (moved: number) => void,
): Promise<{ moved: number; missing: number }> {
  const total = { moved: 0, missing: 0 }
  await forEachPage(
    (afterId) => listObjectsRows(app.db, { afterId, max: BATCH }),
    ({ runId }) => runId,
    async ({ runId, name, snapshotSha256 }) => {
      const parts = await findSealedParts(app, name)
      const row = parts && { run_id: runId, ...parts, snapshot_sha256: snapshotSha256 }
      if (!row) total.missing += 1
      else if (await app.db.transaction().execute((tx) => updateToParts(tx, name, row))) total.moved += 1
      onProgress(total.moved)
    },
  )
  return total
}

/** As they are stored; undefined if the store has lost one of them. */
async function findSealedParts(app: App, name: string): Promise<{ result: Buffer; snapshot: Buffer } | undefined> {
  const [result, snapshot] = await Promise.all([
    findObject(app, objectOf(name, 'result')),
    findObject(app, objectOf(name, 'snapshot')),
  ])
  return result && snapshot && { result, snapshot }
}

/** Seals objects again that are not under the current key: each pair is written anew, and the old one deleted an hour later. */
export async function resealObjects(
  app: App,
  onProgress: (rows: number) => void,
): Promise<{ resealed: number; unreadable: number }> {
  const total = { resealed: 0, unreadable: 0 }
  const { objects } = app
  if (!objects) return total
  await forEachPage(
    (afterId) => listObjectsRows(app.db, { afterId, exceptKeyId: currentKey(app.secrets).id, max: BATCH }),
    ({ runId }) => runId,
    async (row) => {
      const end = await resealResult(app, objects, row)
      if (end !== 'gone') total[end] += 1
      onProgress(total.resealed)
    },
  )
  return total
}

async function resealResult(
  app: App,
  objects: ObjectStore,
  { runId, name, snapshotSha256 }: ObjectsRow,
): Promise<'resealed' | 'unreadable' | 'gone'> {
  const sealed = await findSealedParts(app, name)
  const parts = sealed && openParts(app, runId, sealed)
  if (!parts) return 'unreadable'
  const by = await writeObjects(app, objects, runId, { ...parts, snapshotSha256 })
  return (await updateObjects(app.db, { name }, { name: by.name, keyId: by.key_id })) ? 'resealed' : 'gone'
}

/** How many results are sealed under which key, of those in the object store. */
export const getResultCounts = ({ db }: Pick<App, 'db'>): Promise<ReadonlyMap<string, number>> => countObjectsByKey(db)

/** Deletes the objects of deleted runs, and those that were replaced. Does nothing without a store. */
export async function deleteQueuedObjects(app: App): Promise<void> {
  const { objects } = app
  if (!objects) return
  for (;;) {
    const names = await listDueDeletions(app.db, BATCH)
    await inGroups(names, async (name) => {
      for (const object of objectsOf(name)) await objects.delete(object)
      await deleteDeletion(app.db, name)
    })
    if (names.length < BATCH) break
  }
}

/** Much longer than a run takes from its first object to its end. */
const ORPHAN_AGE_MS = DAY_MS

/** Pages of a thousand objects in one round; the next round continues. */
const SWEEP_PAGES = 100

/**
 * Deletes objects that no run has and that are older than a day: those of processes that died before their run was
 * completed. Looks only into the folder of this database. Does nothing without a store.
 */
export async function deleteOrphans(app: App, ageMs = ORPHAN_AGE_MS): Promise<void> {
  const { objects } = app
  if (!objects) return
  const folder = `${await findStoreId(app, objects)}/`
  const writtenBefore = new Date(app.now().getTime() - ageMs)
  let { sweptUntil } = await upsertStore(app.db, folder.slice(0, -1))
  for (let page = 0; page < SWEEP_PAGES; page++) {
    const found = await objects.list(folder, sweptUntil)
    const orphans = await listOrphans(
      app,
      found.objects.filter(({ writtenAt }) => writtenAt < writtenBefore).map(({ name }) => name),
    )
    await inGroups(orphans, (object) => objects.delete(object))
    app.metrics.objectOrphans.inc(orphans.length)
    if (orphans.length > 0)
      app.log.info({ event: 'object-store.swept', orphans: orphans.length }, 'orphans were deleted')
    sweptUntil = found.isLast ? '' : (found.objects.at(-1)?.name ?? '')
    await updateSwept(app.db, sweptUntil, found.isLast ? app.now() : undefined)
    if (sweptUntil === '') return
  }
}

/** Those of the objects that no run has. Ignores names that are not ours. */
async function listOrphans(app: App, objects: readonly string[]): Promise<string[]> {
  const read = objects.flatMap((object) => {
    const place = readObjectName(object)
    return place ? [{ object, ...place }] : []
  })
  const named = new Set(
    await listNamed(
      app.db,
      read.map(({ runId }) => runId),
      read.map(({ name }) => name),
    ),
  )
  return read.flatMap(({ object, name }) => (named.has(name) ? [] : [object]))
}

const FIGURES_MAX = 10_000

/** What waits for the object store, each counted up to 10,000. */
export const getStorageFigures = ({ db }: Pick<App, 'db'>): Promise<StorageFigures> =>
  findStorageFigures(db, FIGURES_MAX)

/** Goes through all rows in the order of their ids, a few at once. */
async function forEachPage<Row>(
  listPage: (afterId: string) => Promise<Row[]>,
  idOf: (row: Row) => string,
  act: (row: Row) => Promise<void>,
  goesOn = () => true,
): Promise<void> {
  let afterId = ''
  while (goesOn()) {
    const page = await listPage(afterId)
    const last = page.at(-1)
    await inGroups(page, act, goesOn)
    if (last === undefined || page.length < BATCH) return
    afterId = idOf(last)
  }
}

async function inGroups<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  goesOn = () => true,
): Promise<void> {
  for (let start = 0; start < items.length && goesOn(); start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(act))
  }
}
