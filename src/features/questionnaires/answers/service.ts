import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { openRow } from '../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { fields, text } from '../../../shared/json.ts'
import { isAnyAnswer, type NewAnswer, type StoredAnswer, type StoredAnswers } from './rules.ts'
import { listNewestAnswers, type Subject } from './store.ts'

/** The newest answers about a customer, decrypted. Skips those that cannot be decrypted: a run must not fail because of them. */
export async function listAnswers(app: App, db: Connection, subject: Subject): Promise<StoredAnswers> {
  const { customerId, product } = subject
  const stored = new Map<string, StoredAnswer>()
  let unreadable = 0
  for (const row of await listNewestAnswers(db, subject)) {
    const content = openContent(app, [customerId, product, row.question, row.answered_at], row.content)
    const author = { kind: row.author_kind, id: row.author_id }
    if (content) stored.set(row.question, { id: row.question, ...content, author, answeredAt: row.answered_at })
    else unreadable += 1
  }
  if (unreadable > 0)
    app.log.error(
      { event: 'questionnaire.answers.unreadable', customerId, product, unreadable },
      'answers cannot be decrypted: has PLUMBLINE_SECRET_KEY changed?',
    )
  return stored
}

function openContent({ secrets }: App, row: RowIdentity, sealed: Buffer): Omit<NewAnswer, 'id'> | undefined {
  try {
    const { answer, ...more } = fields(
      JSON.parse(openRow(secrets, SEALED_COLUMNS.answer, row, sealed).toString('utf8')),
    )
    const [note, evidenceUrl] = [text(more.note), text(more.evidenceUrl)]
    if (!isAnyAnswer(answer)) return undefined
    return { answer, ...(note !== undefined && { note }), ...(evidenceUrl !== undefined && { evidenceUrl }) }
  } catch {
    return undefined
  }
}
