import type { App } from '../../../app.ts'
import type { Actor, PersonSession } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { includesRole } from '../../people/rules.ts'
import type { NewView, View, ViewList } from './schema.ts'
import { deleteViewRow, insertView, listViewRows, type ViewOwner } from './store.ts'

/** Of one person, with those of the account. */
const MAX_VIEWS = 50

/** A signed-in person of a partner. */
export interface Viewer {
  actor: Actor
  person: PersonSession
}

const toOwner = ({ actor, person }: Viewer): ViewOwner => ({ partnerId: actor.partnerId, personId: person.personId })

/** The person's own views and those of the account. */
export async function listViews(app: App, viewer: Viewer): Promise<ViewList> {
  return { views: await listViewRows(app.db, toOwner(viewer)) }
}

/** Saves a filter under a name. Readers save it for themselves only. */
export async function createView(
  app: App,
  viewer: Viewer,
  { name, query, isShared = false }: NewView,
  idempotency?: IdempotencyContext,
): Promise<View> {
  if (isShared) requireTechnician(viewer)
  const { actor } = viewer
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const known = await listViewRows(tx, toOwner(viewer))
    if (known.length >= MAX_VIEWS)
      throw new Problem('LIMIT_REACHED', {
        message: `An account can have at most ${MAX_VIEWS} views: delete one first.`,
      })
    const view = { id: newId('view'), name: name.trim(), query, isShared }
    await insertView(tx, toOwner(viewer), view, at)
    await recordChanges(tx, actor, at, [
      { action: 'view.created', subject: view.id, owner: ownerOf(actor), after: { name: view.name, isShared } },
    ])
    return view
  })
}

/** Deletes a view of one's own, or, as a technician, one of the account. */
export async function deleteView(app: App, viewer: Viewer, id: string): Promise<void> {
  requireId('view', id)
  const { actor } = viewer
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const view = (await listViewRows(tx, toOwner(viewer))).find((each) => each.id === id)
    if (!view) throw new Problem('NOT_FOUND')
    if (view.isShared) requireTechnician(viewer)
    await deleteViewRow(tx, toOwner(viewer), id)
    const before = { name: view.name, isShared: view.isShared }
    await recordChanges(tx, actor, at, [{ action: 'view.deleted', subject: id, owner: ownerOf(actor), before }])
  })
}

function requireTechnician({ person }: Viewer): void {
  if (includesRole(person.role, 'technician')) return
  throw new Problem('ROLE_REQUIRED', { message: 'Readers cannot change what everybody in the account sees.' })
}
