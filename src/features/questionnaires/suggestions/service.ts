import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Answers } from '../../../engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { openRow, sealRow } from '../../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../../shared/crypto/sealed-columns.ts'
import type { Subject } from '../answers/store.ts'
import { type Findings, findingsOf, NO_FINDINGS, packFindings, unpackFindings } from './rules.ts'
import { findSuggestions, upsertSuggestions } from './store.ts'

/** A completed run and the answers it used. */
export interface AssessedRun extends Subject {
  runId: string
  tenantId: string
  /** When the tenant had been read; the answers were evaluated as of then. */
  readAt: Date
  answers: Answers
}

/**
 * Saves what a run found for the people who answer, in the caller's transaction, which must have locked the customer. Of two
 * runs the later one counts, whichever ends first.
 */
export async function saveSuggestions(
  app: App,
  tx: Connection,
  { customerId, product, runId, tenantId, readAt, answers }: AssessedRun,
  result: Pick<AssessmentResult, 'requirements'>,
): Promise<void> {
  const framework = findFramework(product)
  if (!framework) return
  const packed = packFindings(findingsOf(framework, result, answers, readAt))
  await upsertSuggestions(tx, {
    customer_id: customerId,
    product,
    run_id: runId,
    tenant_id: tenantId,
    content: sealRow(app.secrets, SEALED_COLUMNS.suggestions, identify({ customerId, product }), packed),
  })
}

/** What the latest run found for the people who answer; empty if it cannot be decrypted, because nobody needs it to answer. */
export async function getSuggestions(app: App, db: Connection, subject: Subject): Promise<Findings> {
  const sealed = await findSuggestions(db, subject)
  if (!sealed) return NO_FINDINGS
  try {
    const packed = openRow(app.secrets, SEALED_COLUMNS.suggestions, identify(subject), sealed)
    return unpackFindings(packed.toString('utf8'))
  } catch (error) {
    const { customerId, product } = subject
    app.log.error(
      { event: 'questionnaire.suggestions.unreadable', error, customerId, product },
      'suggestions cannot be decrypted: has PLUMBLINE_SECRET_KEY changed?',
    )
    return NO_FINDINGS
  }
}

/** Binds the sealed content to its customer and product. */
const identify = ({ customerId, product }: Pick<Subject, 'customerId' | 'product'>): RowIdentity => [
  customerId,
  product,
]
