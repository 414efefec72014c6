import type { RawBuilder } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { storedJson } from '../../platform/stored-json.ts'
import type { Principal } from '../../shared/actor.ts'
import { fields } from '../../shared/json.ts'
import type { LogOwner } from '../events/rules.ts'
import { Notice, type NoticeAuthor } from './schema.ts'
import {
  deleteNoticeRow,
  deleteNoticesOfCustomer,
  deleteNoticesWithoutJob,
  findNoticeRow,
  insertNotices,
} from './store.ts'

/** A notice that is to be written, with the account that it belongs to and the time of what it is about. */
export interface NewNotice {
  notice: Notice
  owner: LogOwner
  at: Date
}

/**
 * Writes notices in the caller's transaction and queues the jobs that turn them into mails, in one statement. `clauses`
 * are further `with` clauses of that statement, each after a comma: they write the changes that the notices are about.
 */
export async function recordNotices(
  tx: Connection,
  notices: readonly NewNotice[],
  clauses?: RawBuilder<unknown>,
): Promise<void> {
  const rows = notices.map(({ notice: { kind, ...content }, owner, at }) => ({
    created_at: at,
    kind,
    partner_id: owner.partnerId,
    distributor_id: owner.distributorId,
    customer_id: 'customerId' in content ? (content.customerId ?? null) : null,
    content: JSON.stringify(content),
  }))
  await insertNotices(tx, rows, clauses)
}

/** The author that an email names: an actor without its other fields. */
export const toNoticeAuthor = ({ kind, id, accountId, address }: Principal): NoticeAuthor => ({
  kind,
  id,
  ...(accountId !== undefined && { accountId }),
  ...(address !== undefined && { address }),
})

/**
 * A notice with the time of what it is about; undefined if its mails are already queued. Throws if the row does not match
 * the schema of its kind.
 */
export async function findNotice(db: Connection, id: number): Promise<{ notice: Notice; at: Date } | undefined> {
  const row = await findNoticeRow(db, id)
  return row && { notice: parseNotice(id, { ...fields(row.content), kind: row.kind }), at: row.created_at }
}

const STORED = storedJson(Notice)

function parseNotice(id: number, value: { kind: string }): Notice {
  if (STORED.matches(value)) return value
  const schema = Notice.anyOf.find(({ properties }) => properties.kind.const === value.kind)
  if (!schema) throw new Error(`notice ${id} has the unknown kind ${value.kind}`)
  const faults = storedJson(schema).faultsOf(value).join('; ')
  throw new Error(`notice ${id} of kind ${value.kind} does not match its schema: ${faults}`)
}

/**
 * Deletes a notice in the transaction that queues its mails, so that each is queued once. False if another transaction
 * has deleted it.
 */
export const deleteNotice = (tx: Connection, id: number): Promise<boolean> => deleteNoticeRow(tx, id)

/** Deletes the notices about a deleted customer that have not become mails yet. */
export const eraseNotices = (db: Connection, customerId: string): Promise<void> =>
  deleteNoticesOfCustomer(db, customerId)

/** Deletes at most `max` notices from before a time whose job failed for good and is gone; returns how many. */
export const deleteFailedNotices = (db: Connection, before: Date, max: number): Promise<number> =>
  deleteNoticesWithoutJob(db, before, max)
