import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { openRow, SealError, sealRow } from '../../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { isId, newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { requireCustomer } from '../../customers/service.ts'
import type { LogOwner } from '../../events/rules.ts'
import { questionsOf } from '../answers/rules.ts'
import type { Subject } from '../answers/store.ts'
import { cutPieces } from './cut-pieces.ts'
import { inspect } from './file-types.ts'
import {
  type Attachment,
  abandonedBefore,
  CHUNK_BYTES,
  findNoRoom,
  MAX_FILE_BYTES,
  mayRemove,
  readFileName,
} from './rules.ts'
import {
  type AttachmentRow,
  countAttachments,
  deleteAttachmentRow,
  deleteAttachmentsBefore,
  findAttachmentRow,
  findChunk,
  insertAttachment,
  insertChunk,
  listAttachmentRows,
  lockAttachments,
  updateCompleted,
} from './store.ts'

/** Who attaches or removes a file, and for which account it is logged. */
export interface Attacher {
  author: Principal
  owner: LogOwner
}

/** A file that is being uploaded. */
export interface Upload {
  question: string
  /** The name as the browser gives it. */
  name: string
  /** The most that it may come to, from the size of the request. */
  maxBytes: number
  content: AsyncIterable<Buffer>
}

export type Refusal = 'file-type' | 'file-content' | 'file-empty' | 'file-size' | 'file-count' | 'file-room'

/** Everything that was attached for a customer and product, oldest first. Leaves out files whose names cannot be decrypted. */
export async function listAttachments(app: App, db: Connection, subject: Subject): Promise<Attachment[]> {
  const rows = await listAttachmentRows(db, subject)
  const attachments = rows.flatMap((row) => openAttachment(app, subject, row) ?? [])
  const unreadable = rows.length - attachments.length
  if (unreadable > 0) {
    const { customerId, product } = subject
    app.log.error(
      { event: 'questionnaire.attachments.unreadable', customerId, product, unreadable },
      'names of attached files cannot be decrypted: has PLUMBLINE_SECRET_KEY changed?',
    )
  }
  return attachments
}

/**
 * Attaches a file to an answer and returns 'attached', or why not. Reads and stores it piece by piece, outside any
 * transaction: a slow upload occupies neither memory nor a connection. Throws NOT_FOUND if the question does not exist, or the
 * customer has just been deleted, and what `content` throws; then nothing is left of the file.
 */
export async function createAttachment(
  app: App,
  subject: Subject,
  { question, name, maxBytes, content }: Upload,
  by: Attacher,
): Promise<'attached' | Refusal> {
  requireQuestion(subject, question)
  const file = readFileName(name)
  if (!file) return 'file-type'
  const id = newId('att')
  const refusal = await reserveRoom(app, subject, { id, question, name: file.name, maxBytes, author: by.author.id })
  if (refusal) return refusal
  let isAttached = false
  try {
    const stored = await storeContent(app, id, file.ending, content)
    if (typeof stored === 'string') return stored
    await completeAttachment(app, subject, { id, question, sizeBytes: stored, by })
    isAttached = true
    return 'attached'
  } finally {
    if (!isAttached) await deleteAttachmentRow(app.db, id)
  }
}

function requireQuestion({ product }: Subject, id: string): void {
  const framework = findFramework(product)
  const question = framework && questionsOf(framework).get(id)
  if (!question || question.kind === 'scope') throw new Problem('NOT_FOUND')
}

async function reserveRoom(
  app: App,
  subject: Subject,
  file: { id: string; question: string; name: string; maxBytes: number; author: string },
): Promise<Refusal | undefined> {
  const { customerId, product } = subject
  const { id, question, name, author } = file
  const maxBytes = Math.max(1, Math.min(file.maxBytes, MAX_FILE_BYTES))
  return await app.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, subject, customerId)
    await lockAttachments(tx, subject)
    const refusal = findNoRoom(await countAttachments(tx, subject, question), maxBytes)
    if (refusal) return refusal
    await insertAttachment(tx, {
      id,
      customer_id: customerId,
      product,
      question,
      name: sealRow(app.secrets, SEALED_COLUMNS.attachmentName, [id, customerId, product, question], name),
      size_bytes: maxBytes,
      author_id: author,
      attached_at: app.now(),
    })
    return undefined
  })
}

/** Seals and stores the content; returns its size, or why it is refused. */
async function storeContent(
  app: App,
  id: string,
  ending: string,
  content: AsyncIterable<Buffer>,
): Promise<number | Refusal> {
  const inspection = inspect(ending)
  let sizeBytes = 0
  let number = 0
  for await (const piece of cutPieces(content, CHUNK_BYTES)) {
    sizeBytes += piece.length
    if (sizeBytes > MAX_FILE_BYTES) return 'file-size'
    if (!inspection.read(piece)) return 'file-content'
    const sealed = sealRow(app.secrets, SEALED_COLUMNS.attachmentChunk, [id, number], piece)
    if (!(await insertChunk(app.db, { id, number, content: sealed }))) throw gone()
    number += 1
  }
  if (sizeBytes === 0) return 'file-empty'
  return inspection.end() ? sizeBytes : 'file-content'
}

async function completeAttachment(
  app: App,
  subject: Subject,
  { id, question, sizeBytes, by }: { id: string; question: string; sizeBytes: number; by: Attacher },
): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, subject, subject.customerId)
    if (!(await updateCompleted(tx, id, sizeBytes, at))) throw gone()
    const after = { product: subject.product, question, attachmentId: id, sizeBytes }
    await recordChanges(tx, by.author, at, [
      { action: 'questionnaire.attached', subject: subject.customerId, owner: by.owner, after },
    ])
  })
}

const gone = (): Problem => new Problem('NOT_FOUND', { message: 'File not found.' })

/** A file with its content, opened piece by piece. Throws NOT_FOUND. A piece that cannot be opened ends the content with an error. */
export async function getAttachment(
  app: App,
  subject: Subject,
  id: string,
): Promise<Attachment & { content: AsyncIterable<Buffer> }> {
  const row = isId('att', id) ? await findAttachmentRow(app.db, subject, id) : undefined
  const attachment = row && openAttachment(app, subject, row)
  if (!attachment) throw new Problem('NOT_FOUND')
  return { ...attachment, content: readContent(app, attachment) }
}

async function* readContent(app: App, { id, sizeBytes }: Attachment): AsyncGenerator<Buffer> {
  const pieces = Math.ceil(sizeBytes / CHUNK_BYTES)
  for (let number = 0; number < pieces; number++) {
    const sealed = await findChunk(app.db, id, number)
    if (!sealed) throw new Error(`piece ${number} of the attached file ${id} is missing`)
    yield openRow(app.secrets, SEALED_COLUMNS.attachmentChunk, [id, number], sealed)
  }
}

/**
 * Removes a file that this person attached, or any file for the partner of the customer. Returns the question it belonged
 * to; undefined if it does not exist.
 */
export async function deleteAttachment(
  app: App,
  subject: Subject,
  id: string,
  by: Attacher,
): Promise<string | undefined> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const row = isId('att', id) ? await findAttachmentRow(tx, subject, id) : undefined
    if (!row || !mayRemove(row, by.author)) return undefined
    if (!(await deleteAttachmentRow(tx, id))) return undefined
    const after = { product: subject.product, question: row.question, attachmentId: id }
    await recordChanges(tx, by.author, at, [
      { action: 'questionnaire.detached', subject: subject.customerId, owner: by.owner, after },
    ])
    return row.question
  })
}

/** Deletes files whose retention period is over, and what is left of uploads that never ended. */
export async function deleteOldAttachments(app: App): Promise<void> {
  const now = app.now()
  const attached = new Date(now.getTime() - app.limits.keepAttachmentsDays * DAY_MS)
  const before = { attached, begun: abandonedBefore(now) }
  const deleted = await deleteInBatches((max) => deleteAttachmentsBefore(app.db, before, max))
  app.metrics.retentionDeleted.inc({ kind: 'attachments' }, deleted)
}

/** Undefined if the name cannot be decrypted. */
function openAttachment(
  { secrets }: App,
  { customerId, product }: Subject,
  { name, ...row }: AttachmentRow,
): Attachment | undefined {
  try {
    const opened = openRow(secrets, SEALED_COLUMNS.attachmentName, [row.id, customerId, product, row.question], name)
    return { ...row, name: opened.toString('utf8') }
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}
