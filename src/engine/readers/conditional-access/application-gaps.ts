import type { Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { applicationNames } from '../identity/service-principals.ts'
import { count, some } from '../results/sentences.ts'
import type { Tally } from './coverage.ts'
import { type AccessDemand, applicationGaps, cohortsOf } from './policies.ts'

/**
 * Applications that policies leave out for people who are otherwise covered. They matter where they take so many people
 * with them that the rest would not be effective.
 */
export function applicationGapsOf(
  tenant: TenantReading,
  parameters: Parameters,
  demand: AccessDemand,
  tally: Tally,
): { matter: boolean; sentences: string[] } {
  if (tally.bySecurityDefaults || demand.resource !== undefined) return { matter: false, sentences: [] }
  const coveredIds = new Set(tally.covered.map((person) => person.id))
  const openPeople = new Map<string, number>()
  for (const cohort of cohortsOf(tenant)) {
    const people = cohort.people.filter((person) => coveredIds.has(person.id)).length
    if (people === 0) continue
    for (const application of applicationGaps(tenant, cohort.reach, demand)) {
      openPeople.set(application, (openPeople.get(application) ?? 0) + people)
    }
  }
  if (openPeople.size === 0) return { matter: false, sentences: [] }
  const names = applicationNames(tenant)
  const left = [...openPeople].map(([id, people]) => `${names.get(id) ?? id} for ${count(people, 'user')}`)
  const largestGap = Math.max(...openPeople.values())
  return {
    matter: (tally.coverage.n - largestGap) / tally.coverage.of < parameters.thresholds.effectiveFrom,
    sentences: [`Left out by exclusion: ${some(left)}.`],
  }
}
