import { VERSION } from '../../../shared/version.ts'
import { headline } from '../content/executive-summary.ts'
import type { ReportInput } from '../content/input.ts'
import { levelText } from '../content/rules.ts'
import { type Ids, idsOf } from './oscal-ids.ts'
import { type Catalogue, oneLine, prop, renderFinding, renderObservation, renderRisk } from './oscal-rows.ts'

/**
 * A report as OSCAL assessment results. What a reading or an answer shows is an observation. A requirement with a known
 * verdict has a finding, and a missing or incomplete one also a risk. An unknown requirement has only its observation, because
 * it is neither satisfied nor not. Source: the NIST OSCAL assessment results model 1.1.
 */
const OSCAL_VERSION = '1.1.3'

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
  // A token in the model begins with a letter and has no spaces.
  controlId: (id) => id.replace(/[^\p{L}\p{N}._-]/gu, '-').replace(/^(?![\p{L}_])/u, '_'),
  target: (id) => ({ type: 'objective-id', 'target-id': id }),
}

export function renderOscal(input: ReportInput): string {
  const { runId, customerName, partnerName, productName, completedAt, result } = input
  const ids = idsOf(input)
  const title = oneLine(`${productName} assessment of ${customerName}`)
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
          { id: 'asset-owner', title: 'Owner of the assessed tenant' },
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
        remarks: 'There is no separate plan document; the linked resource describes the plan.',
      },
      results: [renderResult(input, ids)],
      'back-matter': {
        resources: [
          {
            uuid: ids.of('plan'),
            title: oneLine(`Plan: ${productName} ${result.framework.version}`),
            description: `Every requirement of ${productName} ${result.framework.version}, evaluated against maturity level ${levelText(result.target)}, by reading the tenant without changing it and by asking people about what it cannot show.`,
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
    title: oneLine(`${productName} ${result.framework.version} at maturity level ${levelText(target)}`),
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
          title: oneLine(`Tenant of ${customerName}`),
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
            description: 'Reads tenants and evaluates them against security frameworks.',
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
