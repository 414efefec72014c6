import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type Progress, progressOf } from '../answers/rules.ts'
import { listAnswers } from '../answers/service.ts'
import type { Subject } from '../answers/store.ts'
import { decidedByTenant } from '../suggestions/rules.ts'
import { getSuggestions } from '../suggestions/service.ts'

/** How many of the questions that people are asked about a customer have an active answer. */
export async function getProgress(app: App, db: Connection, subject: Subject, at: Date): Promise<Progress> {
  const framework = findFramework(subject.product)
  if (!framework) return { answered: 0, of: 0 }
  const stored = await listAnswers(app, db, subject)
  const findings = await getSuggestions(app, db, subject)
  return progressOf(framework, stored, at, decidedByTenant(framework, findings, stored, at))
}
