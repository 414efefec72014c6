import { readTenant } from '../../../engine/datasets/reading.ts'
import { evaluateFramework } from '../../../engine/evaluation/evaluate.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Answer } from '../../../engine/model/questionnaire.ts'
import type { ReportInput } from '../content/input.ts'

const PRODUCT = 'essential-eight'
const TENANT = '00000000-0000-4000-8000-000000000000'
const AT = '2026-05-08T09:30:00.000Z'

/** Answers in turn, so that the report shows each state. */
const ANSWERS: readonly Answer[] = ['yes', 'yes', 'no', 'yes', 'partly']

let sample: ReportInput | undefined

/** The report of an invented customer, whose tenant was not read and who has answered every question: for partners without a run. */
export function sampleReport(): ReportInput {
  sample ??= makeSample()
  return sample
}

function makeSample(): ReportInput {
  const framework = findFramework(PRODUCT)
  if (!framework) throw new Error(`unknown product: ${PRODUCT}`)
  const questions = framework.questionnaire.sections.flatMap((section) => section.questions)
  const answers = Object.fromEntries(
    questions.map(({ id }, index) => [id, { answer: ANSWERS[index % ANSWERS.length] ?? 'yes', answeredAt: AT }]),
  )
  const tenant = readTenant({ format: 'plumbline-snapshot/1', tenantId: TENANT, collectedAt: AT, responses: {} })
  const result = evaluateFramework(framework, tenant, {
    target: 1,
    answers: { format: 'plumbline-answers/1', answers },
  })
  return {
    customerName: 'Sample customer',
    partnerName: '',
    productName: framework.name,
    runId: 'run_00000000000000000000000000',
    tenantId: TENANT,
    createdAt: AT,
    completedAt: AT,
    maturityTarget: 1,
    result,
    trend: [],
    brand: {},
  }
}
