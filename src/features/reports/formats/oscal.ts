import { actionsOf } from '../../../engine/results/actions.ts'
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

/** Ids and addresses as in the OSCAL content of ASD (profiles of the Essential Eight) and NIST; CISA publishes a page. */
const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  'essential-eight': {
    controlId: (id) => id.toLowerCase(),
    target: (id) => ({ type: 'statement-id', 'target-id': `${id}_smt` }),
    source: (level) => ({
      title: `Information security manual, Essential Eight, baseline of maturity level ${level}`,
      href: `https://www.cyber.gov.au/ism/oscal/latest-version/artifacts/ISM_E8_ML${level}-baseline_profile.json`,
    }),
  },
  'nist-csf': {
    controlId: (id) => id,
    target: (id) => ({ type: 'statement-id', 'target-id': `${id}_statement` }),
    source: () => ({
      title: 'NIST Cybersecurity Framework 2.0, catalogue',
      href: 'https://raw.githubusercontent.com/usnistgov/oscal-content/main/nist.gov/CSF/v2.0/json/NIST_CSF_v2.0_catalog.json',
    }),
  },
  'scuba-entra': {
    controlId: (id) => id,
    target: (id) => ({ type: 'statement-id', 'target-id': id }),
    source: () => ({
      title: 'CISA, secure configuration baseline for Microsoft Entra ID',
      href: 'https://github.com/cisagov/ScubaGear/blob/v2.0.0/PowerShell/ScubaGear/baselines/aad.md',
    }),
  },
}

const ANY_CATALOGUE: Catalogue = {
  // A token in the model begins with a letter and has no spaces.
  controlId: (id) => id.replace(/[^\p{L}\p{N}._-]/gu, '-').replace(/^(?![\p{L}_])/u, '_'),
  target: (id) => ({ type: 'statement-id', 'target-id': id }),
}

const catalogueOf = ({ result }: ReportInput): Catalogue => CATALOGUES[result.product] ?? ANY_CATALOGUE

export function renderOscal(input: ReportInput): string {
  const { runId, customerName, partnerName, productName, completedAt, result } = input
  const ids = idsOf(input)
  const source = catalogueOf(input).source?.(result.target)
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
          ...(source ? [{ uuid: ids.of('source'), title: source.title, rlinks: [{ href: source.href }] }] : []),
        ],
      },
    },
  })
}

function renderResult(input: ReportInput, ids: Ids) {
  const { customerName, productName, tenantId, createdAt, completedAt, result } = input
  const { target, score, scoreCeiling, coverage, maturityAchieved } = result
  const catalogue = catalogueOf(input)
  const asked = result.requirements.filter((row) => row.levels.includes(target))
  const byId = [...Map.groupBy(asked, (row) => row.id)]
  const findings = byId.flatMap(([id, rows]) => renderFinding(id, rows, catalogue, ids))
  const actions = actionsOf(result)
  const risks = byId.flatMap(([id, rows]) => renderRisk(id, rows, actions, ids))
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
      {
        ...prop('coverage', String(coverage)),
        class: 'share-of-checks',
        remarks: 'The known checks of the target, as a share of all of them, from 0 to 1.',
      },
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
      ...(catalogue.source && { links: [{ href: `#${ids.of('source')}`, rel: 'reference' }] }),
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
