import type { Check } from '../../model/check.ts'
import { basisOf, setAside } from '../../readers/conditional-access/coverage.ts'
import {
  cohortsOf,
  coverageStateOf,
  policiesOf,
  SECOND_FACTOR,
  securityDefaultsOf,
} from '../../readers/conditional-access/policies.ts'
import { peopleOf, setAsideBreakGlass } from '../../readers/identity/people.ts'
import { signOnApplicationsOf } from '../../readers/identity/service-principals.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share, some } from '../../readers/results/sentences.ts'
import { verdictBetween } from '../../readers/results/verdict.ts'

const EXPECTED =
  'Everybody must use a second factor for each service of others that signs people in through this tenant.'

const ELSEWHERE = 'Services that keep their own accounts, outside single sign-on, cannot be seen from the tenant.'

/**
 * Services of others behind single sign-on are inside policies that ask for a second factor (ISM-1679, ISM-1680). A
 * service counts where the policies hold for enough of everybody: who is assigned to it is not read. With no such
 * service there is nothing to judge from the tenant, and people must say what is in use.
 */
export const mfaThirdPartyServices: Check = {
  id: 'mfa-third-party-services',
  version: 2,
  evaluate(tenant, parameters) {
    const { reading, applications } = signOnApplicationsOf(tenant)
    const people = peopleOf(tenant)
    const basis = basisOf(tenant, SECOND_FACTOR)
    if (!reading.ok) return unknown(reading, EXPECTED)
    if (!people.reading.ok) return unknown(people.reading, EXPECTED)
    if (applications.length === 0) {
      return {
        verdict: 'not_applicable',
        observed: 'No service of others signs people in through this tenant; which ones are in use must be asked.',
        expected: EXPECTED,
        evidence: evidenceOf(reading),
        limitations: [ELSEWHERE],
      }
    }
    if (!basis.ok) return unknown(basis.failed, EXPECTED)

    const parted = cohortsOf(tenant).map(({ reach, people }) => ({ reach, ...setAsideBreakGlass(people, parameters) }))
    const cohorts = parted.map(({ reach, counted }) => ({ reach, people: counted.length }))
    const breakGlass = parted.flatMap(({ aside }) => aside)
    const everybody = cohorts.reduce((sum, cohort) => sum + cohort.people, 0)
    const covered: string[] = []
    const maybe: string[] = []
    const open: string[] = []
    for (const { appId, name } of applications) {
      const people = { covered: 0, unknown: 0, uncovered: 0 }
      for (const cohort of cohorts) {
        const demand = { ...SECOND_FACTOR, resource: appId }
        const state = basis.everybody ? 'covered' : coverageStateOf(tenant, cohort.reach, demand)
        people[state === 'uncovered' && basis.doubt ? 'unknown' : state] += cohort.people
      }
      const verdict = verdictBetween({ n: people.covered, of: everybody }, people.unknown, parameters.thresholds)
      ;(verdict === 'effective' ? covered : verdict === 'no_visibility' ? maybe : open).push(name)
    }
    const coverage = { n: covered.length, of: applications.length }
    return {
      verdict: verdictBetween(coverage, maybe.length, parameters.thresholds),
      coverage,
      observed: [
        `Everybody must use a second factor for ${share(coverage, 'service')} behind single sign-on.`,
        ...(open.length > 0 ? [`Not covered: ${some(open)}.`] : []),
        ...(maybe.length > 0 ? [`Could not be told: ${some(maybe)}.`] : []),
      ].join(' '),
      expected: EXPECTED,
      ...affected(open, maybe.length === 0),
      evidence: evidenceOf(reading, people.reading, policiesOf(tenant).reading, securityDefaultsOf(tenant).reading),
      limitations: [
        ELSEWHERE,
        'Who is assigned to a service is not read; everybody is taken to use it.',
        ...setAside(breakGlass, 'declared emergency access account', 'declared emergency access accounts'),
      ],
    }
  },
}
