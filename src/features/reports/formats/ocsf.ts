import { v5 } from 'uuid'
import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../engine/model/result.ts'
import type { Severity } from '../../../engine/model/verdict.ts'
import { type Action, actionsOf } from '../../../engine/results/actions.ts'
import { VERSION } from '../../../shared/version.ts'
import type { ReportInput } from '../content/input.ts'
import { groupNames } from '../content/requirements.ts'
import { SEVERITY_WORDS, VERDICT_WORDS } from '../content/rules.ts'
import { stepsText } from '../content/words/actions.ts'

/** A released version of the schema, in which every attribute that we write exists. */
const OCSF_VERSION = '1.8.0'

/** Of the class Compliance Finding and its category. */
const CLASS = { class_uid: 2003, class_name: 'Compliance Finding', category_uid: 2, category_name: 'Findings' } as const

/** Every run writes its own findings. */
const CREATE = { activity_id: 1, activity_name: 'Create', type_uid: CLASS.class_uid * 100 + 1 } as const

/** Our own namespace: a finding has the same id in every run. */
const NAMESPACE = '6b0e3a0e-4e0b-4d0a-9a86-5f2d3c1b7e90'

const SEVERITY_IDS: Readonly<Record<Severity, number>> = { critical: 5, high: 4, medium: 3, low: 2 }

interface About {
  input: ReportInput
  nameOf: (group: string) => string
  actionsFor: ReadonlyMap<string, readonly Action[]>
}

/**
 * A report as events of the class Compliance Finding of the Open Cybersecurity Schema Framework: one JSON object on each line,
 * for each requirement of the target in each of its groups. What is unknown is a warning, neither pass nor fail. Source:
 * https://schema.ocsf.io.
 */
export function renderOcsf(input: ReportInput): string {
  const { result } = input
  const actionsFor = new Map<string, Action[]>()
  for (const action of actionsOf(result)) {
    for (const { id } of action.findings) actionsFor.set(id, [...(actionsFor.get(id) ?? []), action])
  }
  const about: About = { input, nameOf: groupNames(result), actionsFor }
  const rows = result.requirements.filter((row) => row.levels.includes(result.target))
  return rows.map((row) => `${JSON.stringify(renderEvent(row, about))}\n`).join('')
}

function renderEvent(row: RequirementResult, about: About) {
  const { runId, tenantId, customerName, completedAt, result } = about.input
  const uid = v5(JSON.stringify([tenantId, result.product, row.group, row.id]), NAMESPACE)
  const time = Date.parse(completedAt)
  return {
    ...CLASS,
    ...CREATE,
    time,
    severity_id: row.severity ? SEVERITY_IDS[row.severity] : 1,
    severity: row.severity ? SEVERITY_WORDS[row.severity] : 'Informational',
    ...statusOf(row),
    message: `${row.id}: ${VERDICT_WORDS[row.verdict]}`,
    metadata: {
      version: OCSF_VERSION,
      uid: v5(JSON.stringify([runId, row.group, row.id]), NAMESPACE),
      correlation_uid: runId,
      tenant_uid: tenantId,
      product: { name: 'Plumbline', vendor_name: 'Plumbline', version: VERSION },
    },
    finding_info: {
      uid,
      title: `${row.id}: ${row.statement}`,
      ...(row.observed !== '' && { desc: row.observed }),
      created_time: time,
      ...(row.evidence.length > 0 && { data_sources: [...new Set(row.evidence.map(({ dataset }) => dataset))] }),
    },
    compliance: renderCompliance(row, about),
    resources: [{ uid: tenantId, name: customerName, type: 'Microsoft 365 tenant' }],
    ...(hasFailed(row.verdict) && { remediation: renderRemediation(row, about) }),
    ...(row.evidence.length > 0 && {
      evidences: row.evidence.map(({ dataset, pointer, collectedAt }) => ({
        data: { dataset, pointer, collected_at: collectedAt },
      })),
    }),
    unmapped: {
      verdict: row.verdict,
      ...(row.basis && { basis: row.basis }),
      ...(row.quality && { evidence_quality: row.quality }),
      ...(row.answer !== undefined && { answer: String(row.answer) }),
      ...(row.coverage && { holds_for: row.coverage.n, holds_of: row.coverage.of }),
      ...(row.coverage?.percent && { holds_unit: 'percent' }),
      ...(row.affected && { affected: row.affected.items, affected_total: row.affected.total }),
      ...(row.contradiction && { contradiction: row.contradiction }),
    },
  }
}

/** The state of a finding: an accepted risk is suppressed, a met requirement is resolved. */
function statusOf({ verdict, accepted }: RequirementResult): { status_id: number; status: string } {
  if (isUnknown(verdict)) return { status_id: 0, status: 'Unknown' }
  if (!hasFailed(verdict)) return { status_id: 4, status: 'Resolved' }
  return accepted ? { status_id: 3, status: 'Suppressed' } : { status_id: 1, status: 'New' }
}

function renderCompliance(row: RequirementResult, { input, nameOf }: About) {
  const { result, productName } = input
  return {
    ...complianceStatus(row),
    status_code: row.verdict,
    ...(row.limitations.length > 0 && { status_details: row.limitations }),
    standards: [`${productName} ${result.framework.version}`],
    control: row.id,
    category: nameOf(row.group),
    desc: row.statement,
    requirements: [row.statement],
    ...(row.checks && {
      checks: row.checks.map(({ id, verdict }) => ({
        uid: id,
        name: id,
        ...complianceStatus({ verdict }),
        standards: [`${productName} ${result.framework.version}`],
      })),
    }),
  }
}

/** The schema uses Warning for a check without a result because information is missing. */
function complianceStatus({ verdict }: Pick<RequirementResult, 'verdict'>): { status_id: number; status: string } {
  if (isUnknown(verdict)) return { status_id: 2, status: 'Warning' }
  if (hasFailed(verdict)) return { status_id: 3, status: 'Fail' }
  return verdict === 'not_applicable' ? { status_id: 99, status: 'Not applicable' } : { status_id: 1, status: 'Pass' }
}

function renderRemediation(row: RequirementResult, { actionsFor }: About) {
  const actions = actionsFor.get(row.id) ?? []
  const texts = actions.map(({ title, remedy }) => (remedy ? `${title}\n${stepsText(remedy)}` : title))
  const references = actions.flatMap(({ remedy }) => remedy?.documentation.map(({ url }) => url) ?? [])
  return {
    desc: texts.length > 0 ? texts.join('\n\n') : row.remedy,
    ...(references.length > 0 && { references: [...new Set(references)] }),
  }
}
