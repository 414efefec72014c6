import type { App } from '../../../app.ts'
import type { Answers } from '../../../engine/model/model.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { openRow } from '../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import { fields, text } from '../../../shared/json.ts'
import { isAnyAnswer, type KeptAnswer, type KeptAnswers, type NewAnswer, toEngineAnswers } from './rules.ts'
import { listNewestAnswers, type Subject } from './store.ts'

/** What is known of a customer by its people, as the engine takes it. */
export async function standingAnswers(app: App, subject: Subject): Promise<Answers> {
  return toEngineAnswers(await readAnswers(app, app.db, subject))
}

/** The newest answers of a customer, opened. One that cannot be opened counts as none: no run may fail for it. */
export async function readAnswers(app: App, db: Connection, subject: Subject): Promise<KeptAnswers> {
  const { customerId, product } = subject
  const kept = new Map<string, KeptAnswer>()
  let unreadable = 0
  for (const row of await listNewestAnswers(db, subject)) {
    const content = openContent(app, [customerId, product, row.question, row.answered_at], row.content)
    const author = { kind: row.author_kind, id: row.author_id }
    if (content) kept.set(row.question, { id: row.question, ...content, author, answeredAt: row.answered_at })
    else unreadable += 1
  }
  if (unreadable > 0)
    app.log.error({ customerId, product, unreadable }, 'answers cannot be opened: is PLUMBLINE_SECRET_KEY another one?')
  return kept
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
