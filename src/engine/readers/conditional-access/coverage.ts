import { perEvaluation } from '../../datasets/reading.ts'
import type { CheckResult, Coverage, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { isGuest, type Person, peopleOf } from '../identity/people.ts'
import { readsPerUserMfa } from '../identity/per-user-mfa.ts'
import { type Administrators, administratorsOfDirectory } from '../privileged-access/administrators.ts'
import { type EmergencyAccounts, emergencyAccountsOf } from '../privileged-access/emergency-accounts.ts'
import { isSynchronisationAccount, mayBeSynchronisationAccount } from '../privileged-access/roles.ts'
import { verdictOfPeople } from '../results/people-verdict.ts'
import { evidenceOf, type Failed, unknown } from '../results/result.ts'
import { count, some } from '../results/sentences.ts'
import { type Cohort, cohortsOf } from './cohorts.ts'
import { type CoverageState, coverageStateOf, worstStateOf } from './coverage-state.ts'
import { doubtsOf } from './doubts.ts'
import type { OpenCohort } from './explanations.ts'
import { type Gaps, gapsOf } from './gaps.ts'
import { GRANT } from './grant.ts'
import { canBePerUser, perUserState } from './per-user.ts'
import { type AccessDemand, policiesFor, policiesOf, securityDefaultsOf } from './policies.ts'
import { isAlwaysAsked } from './security-defaults.ts'

/** Everybody in the organisation who can sign in, by whether a demand is met for them. */
export interface Tally {
  covered: readonly Person[]
  /** Asked only at times, by security defaults. */
  partly: readonly Person[]
  unknown: readonly Person[]
  /** Administrators first. */
  uncovered: readonly Person[]
  /** Uncovered people who hold or may activate a role. */
  administrators: readonly Person[]
  /** Guests without a role are counted separately and do not affect the verdict. */
  guests: { covered: number; unknown: number; of: number }
  /** Those of them whom policies cover once they activate a role. */
  coveredIfActive: readonly Person[]
  /** Uncovered or unknown people, to say why. */
  open: OpenCohort[]
  /** Applications and kinds of people without accounts that policies leave out. */
  gaps: Gaps
  coverage: Coverage
  verdict: CheckResult['verdict']
  /** The best possible verdict once everything is known, if something was seen to fail. */
  atBest?: NonNullable<CheckResult['atBest']>
  /** Why people are unknown; empty if nobody is. */
  doubts: string[]
  bySecurityDefaults: boolean
  evidence: Evidence[]
  /** Who was excluded, and what could not be read. */
  limitations: string[]
}

export type TallyResult = { ok: true; tally: Tally } | { ok: false; result: CheckResult }

/** What a tally is made from. */
interface Context {
  tenant: TenantReading
  parameters: Parameters
  demand: AccessDemand
  basis: Extract<Basis, { ok: true }>
  emergency: EmergencyAccounts
  administrators: Administrators
}

type PersonState = CoverageState | 'partly' | 'emergency' | 'synchronisation'

/**
 * Compares every enabled account with a demand. Emergency access accounts, declared or presumed, are excluded, and so are
 * uncovered accounts of directory synchronisation, which cannot use a second factor. Security defaults demand a second
 * factor from everybody, from most only at times, and block legacy clients; they never demand a phishing-resistant factor.
 */
export function tallyEverybody(
  tenant: TenantReading,
  parameters: Parameters,
  demand: AccessDemand,
  expected: string,
): TallyResult {
  const people = peopleOf(tenant)
  if (!people.reading.ok) return { ok: false, result: unknown(people.reading, expected) }
  const basis = basisOf(tenant, demand)
  if (!basis.ok) return { ok: false, result: unknown(basis.failed, expected) }
  const emergency = emergencyAccountsOf(tenant, parameters)
  const administrators = administratorsOfDirectory(tenant)
  const context = { tenant, parameters, demand, basis, emergency, administrators }
  const sorted = new Map<PersonState, Counted>()
  const open: OpenCohort[] = []
  const coveredCohorts: Cohort[] = []
  const coveredIfActive: Person[] = []
  for (const cohort of cohortsOf(tenant)) {
    const byPolicy = basis.everybody ? 'covered' : worstStateOf(tenant, cohort.ways, demand)
    const { states, left, covered } = sortCohort(context, cohort, byPolicy)
    for (const [state, { people: more, guests }] of states) {
      const known = sorted.get(state)
      sorted.set(state, { people: known?.people.concat(more) ?? more, guests: (known?.guests ?? 0) + guests })
    }
    const [first = []] = cohort.ways
    const reach = cohort.ways.find((way) => coverageStateOf(tenant, way, demand) === byPolicy) ?? first
    if (left.length > 0) open.push({ people: left, reach })
    if (byPolicy === 'uncovered' && left.length > 0 && isCoveredIfActive(tenant, cohort, demand))
      coveredIfActive.push(...left)
    if (byPolicy === 'covered' && covered.length > 0) coveredCohorts.push({ people: covered, ways: cohort.ways })
  }
  const gaps = gapsOf(tenant, demand, basis.everybody ? [] : coveredCohorts)
  return { ok: true, tally: { ...tallyOf(context, sorted, gaps), open, coveredIfActive } }
}

/** Whether every role that these people can activate makes policies cover them. */
function isCoveredIfActive(tenant: TenantReading, { ways }: Cohort, demand: AccessDemand): boolean {
  const [, ...activated] = ways
  return activated.length > 0 && activated.every((way) => coverageStateOf(tenant, way, demand) === 'covered')
}

/** People in one state: those who count, and the number of guests, who do not count. */
interface Counted {
  people: readonly Person[]
  guests: number
}

interface SortedCohort {
  states: ReadonlyMap<PersonState, Counted>
  /** Of the people who count: who is uncovered or unknown, and who is covered. */
  left: readonly Person[]
  covered: readonly Person[]
}

const sortedCohorts = perEvaluation(() => new WeakMap<Cohort, Map<string, SortedCohort>>())

/** Demands differ in few respects that matter for a person, so a cohort is sorted once for each combination of them. */
function sortCohort(context: Context, cohort: Cohort, byPolicy: CoverageState): SortedCohort {
  const { tenant, parameters, demand, basis } = context
  const cache = sortedCohorts(tenant, parameters)
  const known = cache.get(cohort) ?? new Map<string, SortedCohort>()
  const key = [byPolicy, basis.everybody, basis.doubt, demand.clients, canBePerUser(demand)].join()
  const sorted = known.get(key) ?? sortPeople(context, cohort.people, byPolicy)
  cache.set(cohort, known.set(key, sorted))
  return sorted
}

function sortPeople(context: Context, people: readonly Person[], byPolicy: CoverageState): SortedCohort {
  const states = new Map<PersonState, Counted>()
  for (const [state, members] of Map.groupBy(people, (person) => stateOf(context, person, byPolicy))) {
    const counted = members.filter(isCounted(context))
    states.set(state, { people: counted, guests: members.length - counted.length })
  }
  const counted = (state: PersonState): readonly Person[] => states.get(state)?.people ?? []
  return { states, left: [...counted('uncovered'), ...counted('unknown')], covered: counted('covered') }
}

const isCounted =
  ({ administrators }: Context) =>
  (person: Person): boolean =>
    !isGuest(person) || administrators.has(person)

function stateOf(context: Context, person: Person, byPolicy: CoverageState): PersonState {
  const { tenant, parameters, demand, basis, emergency } = context
  if (emergency.aside.has(person.id)) return 'emergency'
  if (basis.everybody && demand.clients === 'modern') return isAlwaysAsked(tenant, person) ? 'covered' : 'partly'
  if (byPolicy === 'covered') return 'covered'
  if (isSynchronisationAccount(tenant, person.id)) return 'synchronisation'
  const perUser = canBePerUser(demand) ? perUserState(tenant, parameters, person) : 'uncovered'
  if (perUser === 'covered') return 'covered'
  const maySpare = emergency.unsure.has(person.id) || mayBeSynchronisationAccount(tenant, person.id)
  const isUnknown = byPolicy === 'unknown' || perUser === 'unknown' || basis.doubt || maySpare
  return isUnknown ? 'unknown' : 'uncovered'
}

function tallyOf(
  context: Context,
  sorted: ReadonlyMap<PersonState, Counted>,
  gaps: Gaps,
): Omit<Tally, 'open' | 'coveredIfActive'> {
  const { tenant, demand, basis, emergency, administrators } = context
  const people = (state: PersonState): readonly Person[] => sorted.get(state)?.people ?? []
  const guests = (state: PersonState): number => sorted.get(state)?.guests ?? 0
  const covered = people('covered')
  const partly = people('partly')
  const unsure = people('unknown')
  const uncovered = people('uncovered')
  const uncoveredAdministrators = uncovered.filter(administrators.has)
  const openGuests = guests('uncovered') + guests('unknown')
  const coveredGuests = guests('covered') + guests('partly')
  // Unless all role holders are known, anyone who is not covered may be an administrator, guests included.
  const anybodyOpen = uncovered.length + unsure.length + openGuests > 0
  const doubts = doubtsOf(tenant, demand, unsure)
  const mayCountGuests = administrators.unsure && guests('partly') > 0
  return {
    covered,
    partly,
    unknown: unsure,
    uncovered: [...uncoveredAdministrators, ...uncovered.filter((person) => !administrators.has(person))],
    administrators: uncoveredAdministrators,
    guests: {
      covered: coveredGuests,
      unknown: guests('unknown'),
      of: coveredGuests + openGuests,
    },
    gaps,
    coverage: {
      n: covered.length + partly.length,
      of: covered.length + partly.length + unsure.length + uncovered.length,
    },
    ...verdictOfPeople({
      covered: covered.length,
      partly: partly.length,
      unknown: unsure.length,
      uncovered: uncovered.length,
      administratorUncovered: uncoveredAdministrators.length > 0,
      administratorMaybe: unsure.some(administrators.has) || (administrators.unsure && anybodyOpen),
      gap: gaps.objects.length > 0,
      gapMaybe: gaps.maybe > 0 || mayCountGuests,
    }),
    doubts,
    bySecurityDefaults: basis.everybody,
    evidence: [
      ...evidenceOf(peopleOf(tenant).reading, securityDefaultsOf(tenant).reading),
      ...policyEvidence(tenant, demand),
    ],
    limitations: [
      ...setAside(
        people('synchronisation'),
        'account of directory synchronisation',
        'accounts of directory synchronisation',
      ),
      ...emergency.limitations,
      ...doubts,
      ...gaps.limitations,
    ],
  }
}

export type Basis =
  | { ok: true; everybody: boolean /** Security defaults may be on or not. */; doubt: boolean }
  | { ok: false; failed: readonly [Failed, ...Failed[]] }

/** What the evaluation is based on: Conditional Access, or security defaults, which apply to everybody. */
export function basisOf(tenant: TenantReading, demand: AccessDemand): Basis {
  const defaults = securityDefaultsOf(tenant)
  const enough = demand.required <= GRANT.mfa
  if (enough && defaults.on === true) return { ok: true, everybody: true, doubt: false }
  const { reading } = policiesOf(tenant)
  // A tenant without a licence for Conditional Access has no policies; per-user settings then decide.
  const isPerUser = !reading.ok && reading.verdict === 'not_licensed' && defaults.on === false && canBePerUser(demand)
  if (isPerUser && readsPerUserMfa(tenant)) return { ok: true, everybody: false, doubt: false }
  if (!reading.ok) {
    return { ok: false, failed: enough && !defaults.reading.ok ? [reading, defaults.reading] : [reading] }
  }
  return { ok: true, everybody: false, doubt: enough && defaults.on === undefined }
}

function policyEvidence(tenant: TenantReading, demand: AccessDemand): Evidence[] {
  const { reading } = policiesOf(tenant)
  const counting = policiesFor(tenant, demand).filter(
    ({ enabled, grant, mask }) =>
      enabled && grant.possible >= demand.required && (!demand.situation || mask[demand.clients] !== 0),
  )
  return counting.length > 0 ? counting.map((policy) => policy.evidence) : evidenceOf(reading)
}

/** One sentence that names the people who were excluded; empty if nobody was. */
function setAside(people: readonly Person[], one: string, many = `${one}s`): string[] {
  if (people.length === 0) return []
  const names = people.map((person) => person.name)
  return [`${count(people.length, one, many)} ${people.length === 1 ? 'was' : 'were'} excluded: ${some(names, 5)}.`]
}
