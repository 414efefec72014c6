import type { TenantReading } from '../../model/tenant-reading.ts'
import type { Person } from '../identity/people.ts'
import { count, quoted, some } from '../results/sentences.ts'
import { resourceNames } from './applications.ts'
import { type Cohort, reachesOf } from './cohorts.ts'
import { applicationGaps, coverageStateOf, wouldBeCovered } from './coverage-state.ts'
import { type AccessDemand, policiesOf } from './policies.ts'

/** What policies leave out for people who are otherwise covered. */
export interface Gaps {
  /** Names of what is certainly left out; an exception can name each of them, with or without the part in brackets. */
  objects: string[]
  /** How many further applications may be left out. */
  maybe: number
  sentences: string[]
  limitations: string[]
}

const NONE: Gaps = { objects: [], maybe: 0, sentences: [], limitations: [] }

/** The gaps in a demand on all resources for these people, who are otherwise covered. */
export function gapsOf(tenant: TenantReading, demand: AccessDemand, covered: readonly Cohort[]): Gaps {
  if (demand.resource !== undefined || covered.length === 0) return NONE
  const [applications, providers] = [excludedApplications(tenant, demand, covered), serviceProviders(tenant, demand)]
  return {
    objects: [...applications.objects, ...providers.objects],
    maybe: applications.maybe,
    sentences: [...applications.sentences, ...providers.sentences],
    limitations: [...applications.limitations, ...providers.limitations],
  }
}

function excludedApplications(tenant: TenantReading, demand: AccessDemand, covered: readonly Cohort[]): Gaps {
  const open = new Map<string, number>()
  const maybe = new Set<string>()
  for (const { people, ways } of covered) {
    const gaps = applicationGaps(tenant, ways, demand)
    for (const id of gaps.open) open.set(id, (open.get(id) ?? 0) + people.length)
    for (const id of gaps.maybe) maybe.add(id)
  }
  const nameOf = resourceNames(tenant)
  const left = [...open].map(([id, people]) => `${nameOf(id)} for ${count(people, 'user')}`)
  const unsure = [...maybe].filter((id) => !open.has(id)).map(nameOf)
  return {
    objects: [...open.keys()].map((id) => `${nameOf(id)} (excluded application)`),
    maybe: unsure.length,
    sentences: left.length > 0 ? [`Left out by exclusion: ${some(left)}.`] : [],
    limitations:
      unsure.length > 0 ? [`Whether ${some(unsure)} are left out for some people could not be determined.`] : [],
  }
}

/** Stands for service providers' people, who have no accounts in the tenant. */
const SERVICE_PROVIDER: Person = { id: '', name: 'Service provider users', kind: 'serviceProvider' }

/**
 * Service providers' people administer a tenant by delegation (granular delegated administrative privileges), so a policy
 * that excludes them leaves out administrators, although they cannot be counted.
 */
function serviceProviders(tenant: TenantReading, demand: AccessDemand): Gaps {
  const [reach = []] = reachesOf(tenant, SERVICE_PROVIDER, [[]])
  if (coverageStateOf(tenant, reach, demand) === 'covered') return NONE
  if (!wouldBeCovered(tenant, reach, demand, 'exclusions')) {
    const limitation =
      'Service providers’ people, who administer by delegation and have no account here, are not included.'
    return { ...NONE, limitations: [limitation] }
  }
  const by = policiesOf(tenant).policies.filter(({ enabled }, index) => enabled && reach[index] === 'excluded')
  return {
    ...NONE,
    objects: [`${SERVICE_PROVIDER.name} (excluded guest type)`],
    sentences: [`Service providers’ people, who administer by delegation, are excluded in ${quoted(by)}.`],
  }
}
