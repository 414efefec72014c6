import type { App } from '../../../app.ts'
import { FRAMEWORKS } from '../../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { questionsOf } from '../answers/rules.ts'
import { listAnswers } from '../answers/service.ts'
import type { Subject } from '../answers/store.ts'
import { type RelatedAnswer, relatedAnswers, relatedTo } from './rules.ts'

/**
 * What was answered about a customer in other questionnaires to related questions, by the id of the question here. With
 * `products` only from the questionnaires of these.
 */
export async function listRelatedAnswers(
  app: App,
  db: Connection,
  subject: Subject,
  framework: Framework,
  products?: readonly string[],
): Promise<ReadonlyMap<string, readonly RelatedAnswer[]>> {
  const ids = new Set([...questionsOf(framework).keys()].flatMap((id) => relatedTo(id).map((related) => related.id)))
  const others = FRAMEWORKS.filter(
    (other) =>
      other.id !== framework.id &&
      (products === undefined || products.includes(other.id)) &&
      [...questionsOf(other).keys()].some((id) => ids.has(id)),
  )
  const answered = []
  for (const other of others)
    answered.push({ framework: other, stored: await listAnswers(app, db, { ...subject, product: other.id }) })
  return relatedAnswers(framework, answered, app.now())
}
