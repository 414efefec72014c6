import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'
import { worst } from '../../readers/results/verdict.ts'

const EXPECTED =
  'Nobody can let an application of others into the tenant by themselves, or only where it asks for permissions of low impact.'

const OF_ONESELF = /^managepermissiongrantsforself\.(.+)$/i

interface ConsentOutcome {
  verdict: CheckResult['verdict']
  observed: string
}

/** The consent policies that Entra comes with, by id. Others are the tenant's own. */
const BUILT_IN: Readonly<Record<string, ConsentOutcome>> = {
  'microsoft-user-default-legacy': {
    verdict: 'ineffective',
    observed: 'Everybody may let any application in, with all permissions that need no administrator.',
  },
  'microsoft-user-default-low': {
    verdict: 'effective',
    observed: 'People may let in only applications of verified publishers that ask for permissions of low impact.',
  },
  'microsoft-user-default-recommended': {
    verdict: 'partial',
    observed:
      'What people may let in follows Microsoft’s recommendation, which changes over time and allows more than permissions of low impact.',
  },
}

const NOBODY: ConsentOutcome = { verdict: 'effective', observed: 'Only administrators can let applications in.' }
const OWN: ConsentOutcome = {
  verdict: 'no_visibility',
  observed: 'A consent policy of the tenant’s own says what people may let in; its conditions are not read.',
}

/**
 * Administrator accounts reach no more of online services than their work needs (ISM-1883). An application that an
 * administrator lets in acts with their rights, outside every limit set on the account; so consent must be closed or
 * limited to permissions of low impact. How many administrators there are, and which roles, other checks read; which
 * accounts are cleared for which service people must tell.
 */
export const applicationConsent: Check = {
  id: 'application-consent',
  version: 1,
  evaluate(tenant) {
    const reading = readDataset(tenant, 'authorizationPolicy')
    if (!reading.ok) return unknown(reading, EXPECTED)
    const { defaultUserRolePermissions, allowUserConsentForRiskyApps } = fields(reading.value)
    const assigned = fields(defaultUserRolePermissions).permissionGrantPoliciesAssigned
    const base = {
      expected: EXPECTED,
      evidence: evidenceOf(reading),
      limitations: [
        'Consent that was given in the past is not read.',
        'Which permissions the tenant itself holds to be of low impact is not read.',
        'Which accounts may reach which service is not read.',
      ],
    }
    if (!Array.isArray(assigned)) {
      const observed = 'The tenant’s authorization policy does not say who may let applications in.'
      return { ...base, verdict: 'no_visibility', observed }
    }
    const own = list(assigned).flatMap((policy) => OF_ONESELF.exec(text(policy) ?? '')?.slice(1) ?? [])
    const outcomes = own.length === 0 ? [NOBODY] : own.map((id) => BUILT_IN[id.toLowerCase()] ?? OWN)
    const verdict = worst(...outcomes.map((evaluation) => evaluation.verdict))
    const risky = allowUserConsentForRiskyApps === true
    return {
      ...base,
      verdict: risky && verdict === 'effective' ? 'partial' : verdict,
      observed: [
        ...new Set(outcomes.map(({ observed }) => observed)),
        ...(risky ? ['Applications that Entra holds to be risky are let in too.'] : []),
      ].join(' '),
    }
  },
}
