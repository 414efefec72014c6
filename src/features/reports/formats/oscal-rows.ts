import { hasFailed, holds, shareText } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import { type Coverage, UNITS } from '../../../engine/model/check.ts'
import type { RequirementResult } from '../../../engine/model/result.ts'
import type { Action } from '../../../engine/results/actions.ts'
import { decisionText } from '../content/exceptions.ts'
import type { ReportInput } from '../content/input.ts'
import { Once } from '../content/once.ts'
import { alsoShown, alsoShownTerm, decidedNothing, isHintOpen } from '../content/rows/also-shown.ts'
import { answeredByFact } from '../content/rows/answered-by.ts'
import { whatCounts } from '../content/rows/evidence-quality.ts'
import { levelText, VERDICT_WORDS, verdictMeaning } from '../content/rules.ts'
import { stepsText } from '../content/words/actions.ts'
import { EVIDENCE, ROW } from '../content/words/rows.ts'
import type { Ids } from './oscal-ids.ts'

/** The namespace of our own properties and facets. */
const OURS = 'urn:plumbline:ns:oscal'

/** The format of control ids in the catalogue of a framework, and what a finding refers to. */
export interface Catalogue {
  controlId(requirementId: string): string
  target(controlId: string): { type: 'statement-id'; 'target-id': string }
  /** Where its publisher has it, at a maturity level. */
  source?(level: number): { title: string; href: string }
}

const observationId = ({ id, group }: RequirementResult, ids: Ids): string => ids.of('observation', group, id)

const originOf = (ids: Ids) => ({ actors: [{ type: 'tool', 'actor-uuid': ids.tool }] })

/** The people of the customer are the source of what an interview found. */
const originsOf = (methods: readonly string[], ids: Ids) => [
  ...(methods.includes('INTERVIEW') && methods.length === 1 ? [] : [originOf(ids)]),
  ...(methods.includes('INTERVIEW')
    ? [{ actors: [{ type: 'party', 'actor-uuid': ids.customer, 'role-id': 'asset-owner' }] }]
    : []),
]

export function renderObservation(row: RequirementResult, { completedAt, result }: ReportInput, ids: Ids) {
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
  const [giver, givenBy] = answeredByFact(row, {})
  const [hint, also] = [isHintOpen(row) ? row.hint : undefined, alsoShown(row)]
  const remarks = [
    isUnknown(verdict) && `Unknown, so neither satisfied nor not: ${verdictMeaning(verdict, undefined)}`,
    limitations.length > 0 && `Notes: ${limitations.join(' ')}`,
    contradiction !== undefined && `${whatCounts(row)} ${contradiction}`,
    hint !== undefined && `Hint: ${hint} ${EVIDENCE.hint}`,
    givenBy !== '' && `${giver}: ${givenBy}`,
    also !== '' && `${alsoShownTerm(row)}: ${also} ${decidedNothing(row)}`.trim(),
    row.inPlace !== undefined && `${ROW.inPlace}: ${row.inPlace}`,
    ...(exceptions ?? []).map((exception) => `Decided: ${decisionText(exception)}`),
    affected && affected.total > 0 && `Affected (${affected.total}): ${affected.items.join(', ')}`,
  ].filter((text) => typeof text === 'string')
  const methods = methodsOf(row)
  return {
    uuid: observationId(row, ids),
    title: `${id}: ${VERDICT_WORDS[verdict]}`,
    // Several checks may have found the same of the same people.
    description: new Once().fresh(observed, id) || VERDICT_WORDS[verdict],
    props: [
      prop('verdict', verdict),
      prop('group', result.groups.find((known) => known.id === group)?.name ?? group),
      prop('expected', expected),
      ...(row.level === undefined ? [] : [prop('maturity-level', levelText(row.level))]),
      ...(row.basis ? [prop('basis', row.basis)] : []),
      ...(row.quality ? [prop('evidence-quality', row.quality)] : []),
      ...(coverage ? [coverageProp(coverage)] : []),
    ],
    methods,
    types: typesOf(row),
    origins: originsOf(methods, ids),
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

/** What is counted is the class of the property, where the result says it. */
function coverageProp(coverage: Coverage) {
  const { percent, counts } = coverage
  const unit = percent ? 'measured devices' : counts && UNITS[counts]
  return {
    ...prop('coverage', shareText(coverage)),
    ...(unit && { class: unit.replaceAll(' ', '-'), remarks: `The ${unit} for which it holds, of all that count.` }),
  }
}

/** OSCAL's methods: EXAMINE for reading a setting, INTERVIEW for asking people what no reading shows. */
function methodsOf({ verdict, basis, mode, evidence, answer }: RequirementResult): string[] {
  const examined = evidence.length > 0
  const rests = !isUnknown(verdict) && (basis === undefined ? mode !== 'automatic' || !examined : basis === 'reported')
  const asked = answer !== undefined || rests
  if (!examined && !asked) return ['UNKNOWN']
  return [...(examined ? ['EXAMINE'] : []), ...(asked ? ['INTERVIEW'] : [])]
}

/** Each is about a requirement; one that fails is an assessment finding, and a compensating control a mitigating factor. */
const typesOf = ({ verdict }: RequirementResult): string[] => [
  'control-objective',
  ...(hasFailed(verdict) ? ['finding'] : []),
  ...(verdict === 'alternate' ? ['mitigation'] : []),
]

const isFailed = ({ verdict }: RequirementResult): boolean => hasFailed(verdict)

const STATES: Readonly<Partial<Record<RequirementResult['verdict'], string>>> = {
  effective: 'implemented',
  partial: 'partial',
  alternate: 'alternative',
  not_applicable: 'not-applicable',
}

/** A requirement is satisfied if it holds in each of its groups; it has no finding while one of them is unknown. */
export function renderFinding(id: string, rows: readonly RequirementResult[], catalogue: Catalogue, ids: Ids) {
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

export function renderRisk(id: string, rows: readonly RequirementResult[], actions: readonly Action[], ids: Ids) {
  const row = rows.find(isFailed)
  if (!row || !(row.severity || row.accepted)) return []
  const remedies = actions.flatMap(({ remedy, findings }) =>
    remedy && findings.some((finding) => finding.id === id) ? [remedy] : [],
  )
  return [
    {
      uuid: ids.of('risk', id),
      title: `${id}: ${VERDICT_WORDS[row.verdict]}`,
      description: `${VERDICT_WORDS[row.verdict]}, although it is required: ${row.statement}`,
      statement: remedies.map(({ why }) => why).join(' ') || `Nothing ensures this: ${row.statement}`,
      // An accepted risk stays as it is; the observation names the decision.
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
        ...remedies.map((remedy) => ({
          uuid: ids.of('remediation', id, remedy.id),
          lifecycle: 'recommendation',
          title: remedy.title,
          description: stepsText(remedy),
          props: [prop('effort', remedy.effort), prop('licence', remedy.licence)],
        })),
      ],
      'related-observations': rows.map((each) => ({ 'observation-uuid': observationId(each, ids) })),
    },
  ]
}

export const prop = (name: string, value: string) => ({ name, ns: OURS, value: oneLine(value) })

/** A value in the model has one line, no surrounding spaces, and is never empty. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim() || '–'
