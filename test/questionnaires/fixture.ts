import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { findFramework } from '../../src/engine/frameworks/catalogue.ts'
import type { Question, Questionnaire } from '../../src/engine/model/questionnaire.ts'
import type { Client, Json } from '../harness/client.ts'
import { tenantIdOf } from '../runs/follow.ts'

const ask = (id: string): Question => ({ id, text: `Does ${id} hold?`, help: `Help for ${id}.` })

/** Small questionnaires of real requirements, so that the tests do not depend on the real ones. */
const SAMPLES: Readonly<Record<string, Questionnaire>> = {
  'essential-eight': {
    scope: [
      {
        id: 'scope-exercises',
        text: 'Do you hold recovery exercises?',
        help: 'Any kind counts.',
        covers: ['ISM-1515', 'ISM-1812'],
      },
    ],
    sections: [
      { id: 'restoring', title: 'Restoring', questions: [ask('ISM-1810'), ask('ISM-1515')] },
      { id: 'access', title: 'Access to <backups>', questions: [ask('ISM-1812'), ask('ISM-1814')] },
    ],
  },
  'nist-csf': { scope: [], sections: [{ id: 'context', title: 'Context', questions: [ask('GV.OC-01')] }] },
}

/** Replaces the questionnaires while the tests of the calling file run. */
export function askSamples(): void {
  const originals = Object.entries(SAMPLES).map(([product, sample]) => {
    const framework = findFramework(product)
    assert.ok(framework)
    return { framework, sample, questionnaire: framework.questionnaire }
  })
  before(() => {
    for (const { framework, sample } of originals) framework.questionnaire = sample
  })
  after(() => {
    for (const { framework, questionnaire } of originals) framework.questionnaire = questionnaire
  })
}

/** Answers to all questions of `essential-eight` above. */
export const ALL_YES = ['scope-exercises', 'ISM-1810', 'ISM-1515', 'ISM-1812', 'ISM-1814'].map((id) => ({
  id,
  answer: 'yes',
}))

export async function makeCustomer(client: Client, more: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Bellbird', tenantId: tenantIdOf('weak'), ...more }
  const created = await client.post('/v1/partner/customers', body)
  assert.equal(created.status, 201, created.text)
  return created.body.id
}

export const pathOf = (customerId: string, product = 'essential-eight'): string =>
  `/v1/partner/customers/${customerId}/questionnaires/${product}`

/** A question in a questionnaire. */
export function questionOf(view: Json, id: string): Json {
  const found = view.sections.flatMap(({ questions }: Json) => questions).find((question: Json) => question.id === id)
  assert.ok(found, id)
  return found
}
