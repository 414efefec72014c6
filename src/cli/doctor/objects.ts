import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import { getStorageFigures } from '../../features/assessments/storage/upkeep/service.ts'
import type { ObjectStore } from '../../platform/objects/store.ts'

/** Where results are. Throws why the object store cannot be used. */
export async function readObjects(app: Pick<App, 'db' | 'objects'>): Promise<string> {
  const { inDatabase, toDelete, inStore } = await getStorageFigures(app)
  if (app.objects) {
    await tryObjectStore(app.objects)
    return `the object store works; ${inDatabase} to move there, ${toDelete} to delete`
  }
  if (inStore) throw new Error('some are in an object store, but PLUMBLINE_BLOB_URL is not set')
  return 'in the database'
}

const CONTENT = 'plumbline doctor'

async function tryObjectStore(objects: ObjectStore): Promise<void> {
  const name = `doctor/${randomUUID()}`
  await objects.put(name, Buffer.from(CONTENT))
  const content = await objects.get(name)
  const { objects: found } = await objects.list(name, '')
  await objects.delete(name)
  if (content?.toString() !== CONTENT || found.length !== 1)
    throw new Error('the object store does not return what was written')
}
