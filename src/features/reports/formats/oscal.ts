import { hasFailed, holds } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../engine/model/result.ts'
import { VERSION } from '../../../shared/version.ts'
import type { ReportInput } from '../input.ts'
import { headline } from '../meaning.ts'
import { levelText, VERDICT_WORDS, verdictMeaning } from '../rules.ts'
import { decisionText } from '../words.ts'
import { type Ids, idsOf } from './oscal-ids.ts'

/**
 * A report as OSCAL assessment results. What a reading or an answer shows is an observation; a requirement that is
 * settled has a finding; one that is missing or incomplete a risk as well. A requirement that is unknown is neither
 * satisfied nor not: it has its observation alone. Source: the NIST OSCAL assessment results model 1.1.
 */
const OSCAL_VERSION = '1.1.3'

/** Names our own properties and facets. */
const OURS = 'urn:plumbline:ns:oscal'

/** How the catalogue of a framework writes the ids of its controls, and what a finding of one points to. */
interface Catalogue {
  controlId(requirementId: string): string
  target(controlId: string): { type: 'statement-id' | 'objective-id'; 'target-id': string }
}

const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  'essential-eight': {
    controlId: (id) => id.toLowerCase(),
    target: (id) => ({ type: 'objective-id', 'target-id': id }),
  },
  'nist-csf': {
    controlId: (id) => id,
    target: (id) => ({ type: 'statement-id', 'target-id': `${id}_statement` }),
  },
}

const ANY_CATALOGUE: Catalogue = {
  // A token of the model begins with a letter and knows no blanks.
  controlId: (id) => id.replace(/[^\p{L}\p{N}._-]/gu, '-').replace(/^(?![\p{L}_])/u, '_'),
  target: (id) => ({ type: 'objective-id', 'target-id': id }),
}

export function renderOscal(input: ReportInput): string {
  const { runId, customerName, partnerName, productName, completedAt, result } = input
  const ids = idsOf(input)
  const title = `${productName} assessment of ${customerName}`
  return JSON.stringify({
    'assessment-results': {
      uuid: ids.of('document'),
      metadata: {
        title,
        'last-modified': completedAt,
        version: VERSION,
        'oscal-version': OSCAL_VERSION,
        props: [prop('run', runId)],
        roles: [
          { id: 'assessor', title: 'Assessor' },
          { id: 'asset-owner', title: 'Owner of what was assessed' },
        ],
        parties: [
          { uuid: ids.partner, type: 'organization', name: oneLine(partnerName) },
          { uuid: ids.customer, type: 'organization', name: oneLine(customerName) },
        ],
        'responsible-parties': [
          { 'role-id': 'assessor', 'party-uuids': [ids.partner] },
          { 'role-id': 'asset-owner', 'party-uuids': [ids.customer] },
        ],
      },
      'import-ap': {
        href: `#${ids.of('plan')}`,
        remarks: 'There is no document of the plan: the resource that this points to says what was planned.',
      },
      results: [renderResult(input, ids)],
      'back-matter': {
        resources: [
          {
            uuid: ids.of('plan'),
            title: `Plan: ${productName} ${result.framework.version}`,
            description: `Every requirement of ${productName} ${result.framework.version}, held against maturity level ${levelText(result.target)}, by reading the tenant without changing it and by asking people what it cannot show.`,
          },
        ],
      },
    },
  })
}

function renderResult(input: ReportInput, ids: Ids) {
  const { customerName, productName, tenantId, createdAt, completedAt, result } = input
  const { product, target, score, scoreCeiling, coverage, maturityAchieved } = result
  const catalogue = CATALOGUES[product] ?? ANY_CATALOGUE
  const asked = result.requirements.filter((row) => row.levels.includes(target))
  const byId = [...Map.groupBy(asked, (row) => row.id)]
  const findings = byId.flatMap(([id, rows]) => renderFinding(id, rows, catalogue, ids))
  const risks = byId.flatMap(([id, rows]) => renderRisk(id, rows, ids))
  return {
    uuid: ids.of('result'),
    title: `${productName} ${result.framework.version} at maturity level ${levelText(target)}`,
    description: headline(result, customerName),
    start: createdAt,
    end: completedAt,
    props: [
      prop('target-maturity-level', levelText(target)),
      prop('maturity-level', levelText(maturityAchieved)),
      prop('score', String(score)),
      prop('score-ceiling', String(scoreCeiling)),
      prop('coverage', String(coverage)),
    ],
    'local-definitions': {
      components: [
        {
          uuid: ids.tenant,
          type: 'service',
          title: `Tenant of ${customerName}`,
          description: 'The Microsoft 365 tenant that was assessed.',
          props: [prop('tenant-id', tenantId)],
          status: { state: 'operational' },
        },
      ],
      'assessment-assets': {
        components: [
          {
            uuid: ids.tool,
            type: 'software',
            title: 'Plumbline',
            description: 'Reads tenants and judges them against security frameworks.',
            props: [{ name: 'version', value: VERSION }],
            status: { state: 'operational' },
          },
        ],
        'assessment-platforms': [
          { uuid: ids.of('platform'), title: 'Plumbline', 'uses-components': [{ 'component-uuid': ids.tool }] },
        ],
      },
    },
    'reviewed-controls': {
      'control-selections': [
        {
          description: `The requirements of ${productName} that maturity level ${levelText(target)} asks for.`,
          'include-controls': byId.map(([id]) => ({ 'control-id': catalogue.controlId(id) })),
        },
      ],
    },
    observations: asked.map((row) => renderObservation(row, input, ids)),
    ...(risks.length > 0 && { risks }),
    ...(findings.length > 0 && { findings }),
  }
}

const observationId = ({ id, group }: RequirementResult, ids: Ids): string => ids.of('observation', group, id)

const originOf = (ids: Ids) => ({ actors: [{ type: 'tool', 'actor-uuid': ids.tool }] })

function renderObservation(row: RequirementResult, { completedAt, result }: ReportInput, ids: Ids) {
  const {
    id,
    group,
    verdict,
    observed,
    expected,
    coverage,
    affected,
    evidence,
    limitations,
    contradiction,
    exceptions,
  } = row
  const remarks = [
    isUnknown(verdict) && `Unknown, so neither satisfied nor not: ${verdictMeaning(verdict, undefined)}`,
    limitations.length > 0 && `Not seen: ${limitations.join(' ')}`,
    contradiction !== undefined && `People said otherwise, and the reading counts: ${contradiction}`,
    ...(exceptions ?? []).map((exception) => `Decided: ${decisionText(exception)}`),
    affected && affected.total > 0 && `Affected (${affected.total}): ${affected.items.join(', ')}`,
  ].filter((text) => typeof text === 'string')
  return {
    uuid: observationId(row, ids),
    title: `${id}: ${VERDICT_WORDS[verdict]}`,
    description: observed === '' ? VERDICT_WORDS[verdict] : observed,
    props: [
      prop('verdict', verdict),
      prop('group', result.groups.find((known) => known.id === group)?.name ?? group),
      prop('expected', expected),
      ...(coverage ? [prop('coverage', `${coverage.n} of ${coverage.of}`)] : []),
    ],
    methods: methodsOf(row),
    types: [hasFailed(verdict) ? 'finding' : 'control-objective'],
    origins: [originOf(ids)],
    subjects: [{ 'subject-uuid': ids.tenant, type: 'component' }],
    ...(evidence.length > 0 && {
      'relevant-evidence': evidence.map(({ dataset, pointer, collectedAt }) => ({
        description: `${dataset}${pointer === '' ? '' : ` at ${pointer}`}`,
        props: [prop('collected', collectedAt)],
      })),
    }),
    collected:
      evidence
        .map(({ collectedAt }) => collectedAt)
        .toSorted()
        .at(-1) ?? completedAt,
    ...(remarks.length > 0 && { remarks: remarks.join('\n\n') }),
  }
}

/** Settings are read and not tried out: that is to examine. What no reading can settle alone, people were asked. */
function methodsOf({ verdict, mode, evidence }: RequirementResult): string[] {
  const examined = evidence.length > 0
  const asked = !isUnknown(verdict) && (mode !== 'automatic' || !examined)
  if (!examined && !asked) return ['UNKNOWN']
  return [...(examined ? ['EXAMINE'] : []), ...(asked ? ['INTERVIEW'] : [])]
}

const isFailed = ({ verdict }: RequirementResult): boolean => hasFailed(verdict)

const STATES: Readonly<Partial<Record<RequirementResult['verdict'], string>>> = {
  effective: 'implemented',
  partial: 'partial',
  alternate: 'alternative',
  not_applicable: 'not-applicable',
}

/** A requirement counts as satisfied where it holds in each of its groups; while one of them is unknown it has no finding. */
function renderFinding(id: string, rows: readonly RequirementResult[], catalogue: Catalogue, ids: Ids) {
  const row = rows.find(isFailed) ?? rows.find(({ verdict }) => isUnknown(verdict)) ?? rows[0]
  if (!row || isUnknown(row.verdict)) return []
  const satisfied = holds(row.verdict)
  const state = STATES[row.verdict]
  return [
    {
      uuid: ids.of('finding', id),
      title: `${id}: ${VERDICT_WORDS[row.verdict]}`,
      description: row.statement,
      target: {
        ...catalogue.target(catalogue.controlId(id)),
        status: {
          state: satisfied ? 'satisfied' : 'not-satisfied',
          reason: row.verdict === 'not_applicable' ? 'other' : satisfied ? 'pass' : 'fail',
        },
        ...(state !== undefined && { 'implementation-status': { state } }),
      },
      'related-observations': rows.map((each) => ({ 'observation-uuid': observationId(each, ids) })),
      ...((row.severity || row.accepted) && { 'related-risks': [{ 'risk-uuid': ids.of('risk', id) }] }),
    },
  ]
}

function renderRisk(id: string, rows: readonly RequirementResult[], ids: Ids) {
  const row = rows.find(isFailed)
  if (!row || !(row.severity || row.accepted)) return []
  return [
    {
      uuid: ids.of('risk', id),
      title: `${id}: ${VERDICT_WORDS[row.verdict]}`,
      description: row.observed === '' ? VERDICT_WORDS[row.verdict] : row.observed,
      statement: `This is required and does not hold: ${row.statement}`,
      // What is accepted stays as it is by somebody's decision, which the observation tells.
      status: row.accepted ? 'deviation-approved' : 'open',
      origins: [originOf(ids)],
      ...(row.severity && {
        characterizations: [
          { origin: originOf(ids), facets: [{ name: 'severity', system: OURS, value: row.severity }] },
        ],
      }),
      remediations: [
        {
          uuid: ids.of('remediation', id),
          lifecycle: 'recommendation',
          title: `What to do about ${id}`,
          description: row.remedy,
        },
      ],
      'related-observations': rows.map((each) => ({ 'observation-uuid': observationId(each, ids) })),
    },
  ]
}

const prop = (name: string, value: string) => ({ name, ns: OURS, value: oneLine(value) })

/** A value of the model stands on one line, without blanks around it, and is never empty. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim() || '–'
