import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import type { Group, NewGroup } from './schema.ts'
import {
  countGroups,
  deleteGroupRow,
  deleteMembers,
  findGroup,
  findGroupByName,
  insertGroup,
  insertMembers,
  lockGroups,
  updateGroup,
} from './store.ts'

/** More than a list of choices can show. */
const MAX_GROUPS = 100

/** Creates a label for customers. DUPLICATE_ITEM if there is one of that name. */
export async function createGroup(
  app: App,
  actor: Actor,
  { name }: NewGroup,
  idempotency?: IdempotencyContext,
): Promise<Group> {
  const { partnerId } = actor
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    await lockGroups(tx, partnerId)
    const group = { id: newId('grp'), name: name.trim() }
    await requireFreeName(tx, partnerId, group)
    if ((await countGroups(tx, partnerId)) >= MAX_GROUPS)
      throw new Problem('LIMIT_REACHED', {
        message: `An account can have at most ${MAX_GROUPS} groups: delete one first.`,
      })
    await insertGroup(tx, partnerId, group, at)
    await recordChanges(tx, actor, at, [
      { action: 'group.created', subject: group.id, owner: ownerOf(actor), after: { ...group } },
    ])
    return group
  })
}

/** Gives the group another name. */
export async function changeGroup(app: App, actor: Actor, id: string, { name }: NewGroup): Promise<Group> {
  const { partnerId } = actor
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await lockGroups(tx, partnerId)
    const before = await requireGroup(tx, partnerId, id)
    const after = { id, name: name.trim() }
    if (after.name === before.name) return before
    await requireFreeName(tx, partnerId, after)
    await updateGroup(tx, partnerId, after)
    await recordChanges(tx, actor, at, [
      { action: 'group.renamed', subject: id, owner: ownerOf(actor), before: { ...before }, after: { ...after } },
    ])
    return after
  })
}

/** Deletes the label; its customers stay. */
export async function deleteGroup(app: App, actor: Actor, id: string): Promise<void> {
  const { partnerId } = actor
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await lockGroups(tx, partnerId)
    const before = await requireGroup(tx, partnerId, id)
    await deleteGroupRow(tx, partnerId, id)
    await recordChanges(tx, actor, at, [
      { action: 'group.deleted', subject: id, owner: ownerOf(actor), before: { ...before } },
    ])
  })
}

/** How the members of a group change. */
export interface MemberChange {
  groupId: string
  change: 'add' | 'remove'
  customerIds: readonly string[]
}

/** Adds customers to a group, or removes them, in the caller's transaction; returns how many that changed. */
export async function changeMembers(
  app: App,
  tx: Connection,
  actor: Actor,
  { groupId, change, customerIds }: MemberChange,
): Promise<number> {
  const { partnerId } = actor
  await lockGroups(tx, partnerId)
  const { name } = await requireGroup(tx, partnerId, groupId)
  const changed =
    change === 'add'
      ? await insertMembers(tx, partnerId, groupId, customerIds)
      : await deleteMembers(tx, groupId, customerIds)
  if (changed === 0) return 0
  const action = change === 'add' ? 'group.extended' : 'group.reduced'
  await recordChanges(tx, actor, app.now(), [
    { action, subject: groupId, owner: ownerOf(actor), after: { name, customers: changed } },
  ])
  return changed
}

async function requireGroup(tx: Connection, partnerId: string, id: string): Promise<Group> {
  requireId('grp', id)
  const group = await findGroup(tx, partnerId, id)
  if (!group) throw new Problem('NOT_FOUND', { message: 'Group not found.' })
  return group
}

async function requireFreeName(tx: Connection, partnerId: string, { id, name }: Group): Promise<void> {
  const same = await findGroupByName(tx, partnerId, name)
  if (!same || same.id === id) return
  const message = `A group named ${same.name} already exists.`
  throw new Problem('DUPLICATE_ITEM', { message, details: [{ field: 'name', code: 'DUPLICATE_ITEM', message }] })
}
