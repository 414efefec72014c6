import type { Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { applicationGaps, cohortsOf, type Question } from './conditional-access.ts'
import type { Tally } from './mfa-coverage.ts'
import { applicationNames } from './service-principals.ts'
import { count, some } from './verdict.ts'

/**
 * Applications that policies leave out for people who are otherwise covered. They matter where they take so many people
 * with them that the rest would not be effective.
 */
export function applicationGapsOf(
  tenant: TenantReading,
  parameters: Parameters,
  question: Question,
  tally: Tally,
): { matter: boolean; sentences: string[] } {
  if (tally.bySecurityDefaults || question.resource !== undefined) return { matter: false, sentences: [] }
  const coveredIds = new Set(tally.covered.map((person) => person.id))
  const openPeople = new Map<string, number>()
  for (const cohort of cohortsOf(tenant)) {
    const people = cohort.people.filter((person) => coveredIds.has(person.id)).length
    if (people === 0) continue
    for (const application of applicationGaps(tenant, cohort.reach, question)) {
      openPeople.set(application, (openPeople.get(application) ?? 0) + people)
    }
  }
  if (openPeople.size === 0) return { matter: false, sentences: [] }
  const names = applicationNames(tenant)
  const left = [...openPeople].map(([id, people]) => `${names.get(id) ?? id} for ${count(people, 'user')}`)
  const most = Math.max(...openPeople.values())
  return {
    matter: (tally.coverage.n - most) / tally.coverage.of < parameters.thresholds.effectiveFrom,
    sentences: [`Left out by exclusion: ${some(left)}.`],
  }
}
