import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import { type ConsentPolicy, consentPolicy } from '../../readers/identity/consent-policies.ts'
import { type LowImpact, lowImpactPermissions } from '../../readers/identity/permission-classifications.ts'
import { evidenceOf, type Failed, unknown } from '../../readers/results/result.ts'
import { some } from '../../readers/results/sentences.ts'
import { worst } from '../../readers/results/verdict.ts'

const EXPECTED =
  'Without an administrator, nobody can give a third-party application access to the tenant, or only low-impact permissions.'

const SELF_CONSENT = /^managepermissiongrantsforself\.(.+)$/i

interface ConsentOutcome {
  verdict: CheckResult['verdict']
  observed: string
}

const LOW_IMPACT = 'microsoft-user-default-low'

/** Entra's other built-in consent policies by id. Everything else is a custom policy of the tenant. */
const BUILT_IN: Readonly<Record<string, ConsentOutcome>> = {
  'microsoft-user-default-legacy': {
    verdict: 'ineffective',
    observed: 'Everybody may consent to any application, with all permissions that do not need an administrator.',
  },
  'microsoft-user-default-recommended': {
    verdict: 'partial',
    observed:
      'What people may consent to follows Microsoft’s recommendation, which changes over time and allows more than low-impact permissions.',
  },
}

const NOBODY: ConsentOutcome = { verdict: 'effective', observed: 'Only administrators can consent to applications.' }
const OWN = 'A custom consent policy says what people may consent to'

/** What a sign-in needs, and the basic profile of the person who signs in: Microsoft's proposal for low impact. */
const HARMLESS: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access', 'user.read'])

/** Permissions that change something, or read content or the data of everybody. */
const HARMFUL =
  /write|send|manage|control|(?<!readbasic)\.all$|impersonation|access_?as|^(mail|files?|sites?|chats?|notes|calendars?|contacts|ews|imap|pop|smtp|tasks|directory|group)\b/i

/**
 * People cannot consent to applications themselves, or only to low-impact permissions. The tenant itself decides which
 * permissions those are, so a harmful one among them makes the limit worthless.
 */
export const applicationConsent: Check = {
  id: 'application-consent',
  version: 3,
  evaluate(tenant) {
    const reading = readDataset(tenant, 'authorizationPolicy')
    if (!reading.ok) return unknown(reading, EXPECTED)
    const { defaultUserRolePermissions, allowUserConsentForRiskyApps } = fields(reading.value)
    const assigned = fields(defaultUserRolePermissions).permissionGrantPoliciesAssigned
    const base = {
      expected: EXPECTED,
      evidence: evidenceOf(reading),
      limitations: ['Consent that was given in the past is not read.'],
    }
    if (!Array.isArray(assigned)) {
      const observed = 'The tenant’s authorization policy does not say who may consent to applications.'
      return { ...base, verdict: 'no_visibility', observed }
    }
    const own = list(assigned).flatMap((policy) => SELF_CONSENT.exec(text(policy) ?? '')?.slice(1) ?? [])
    const custom = own.filter((id) => id.toLowerCase() !== LOW_IMPACT && !BUILT_IN[id.toLowerCase()])
    const policies = custom.map((id) => consentPolicy(tenant, id))
    const isLowUsed =
      own.some((id) => id.toLowerCase() === LOW_IMPACT) ||
      policies.some((each) => each.ok && each.scopes.includes('low-impact'))
    const low = isLowUsed ? lowImpactPermissions(tenant) : undefined
    const outcomes = [
      ...own.flatMap((id) =>
        id.toLowerCase() === LOW_IMPACT && low ? lowImpactOutcome(low) : (BUILT_IN[id.toLowerCase()] ?? []),
      ),
      ...policies.map((policy) => customOutcome(policy, low)),
    ]
    if (outcomes.length === 0) outcomes.push(NOBODY)
    const verdict = worst(...outcomes.map((evaluation) => evaluation.verdict))
    const risky = allowUserConsentForRiskyApps === true
    return {
      ...base,
      verdict: risky && verdict === 'effective' ? 'partial' : verdict,
      observed: [
        ...new Set(outcomes.map(({ observed }) => observed)),
        ...(risky ? ['People may also consent to applications that Entra rates as risky.'] : []),
      ].join(' '),
      evidence: [
        ...base.evidence,
        ...(policies.length > 0 ? evidenceOf(readDataset(tenant, 'permissionGrantPolicies')) : []),
        ...evidenceOf(...(low?.ok ? low.readings : [])),
      ],
      limitations: [
        ...base.limitations,
        ...(low?.ok ? ['Which permissions of other APIs are classified as low impact is not read.'] : []),
      ],
    }
  },
}

/** The outcome of a custom policy: that of its widest condition set. */
function customOutcome(policy: ConsentPolicy | Failed, low: LowImpact | Failed | undefined): ConsentOutcome {
  if (!policy.ok) return { verdict: 'no_visibility', observed: `${OWN}; it could not be read: ${policy.reason}` }
  const { scopes, hasExclusions } = policy
  if (scopes.includes('any')) {
    return hasExclusions
      ? { verdict: 'partial', observed: `${OWN}: any application, except for the permissions that it excludes.` }
      : { verdict: 'ineffective', observed: `${OWN}: any application, including permissions that can do harm.` }
  }
  if (scopes.includes('listed-permissions')) {
    return { verdict: 'no_visibility', observed: `${OWN}, through a list of permissions, which is not read.` }
  }
  if (scopes.includes('low-impact') && low) return lowImpactOutcome(low)
  return { verdict: 'effective', observed: `${OWN}: only applications that it names, or the organisation’s own.` }
}

function lowImpactOutcome(low: LowImpact | Failed): ConsentOutcome {
  if (!low.ok) {
    const observed = `People may consent to low-impact permissions; which those are could not be determined: ${low.reason}`
    return { verdict: 'no_visibility', observed }
  }
  const { permissions } = low
  if (permissions.length === 0) {
    const observed = 'People may consent only to low-impact permissions, and no permission is classified as such.'
    return { verdict: 'effective', observed }
  }
  const doubtful = permissions.filter((name) => !HARMLESS.has(name.toLowerCase()))
  const harmful = doubtful.filter((name) => HARMFUL.test(name))
  const only = 'People may consent only to applications of verified publishers or of the organisation itself'
  if (harmful.length > 0) {
    return { verdict: 'ineffective', observed: `${only}, but with permissions that can do harm: ${some(harmful, 5)}.` }
  }
  if (doubtful.length > 0) {
    return { verdict: 'partial', observed: `${only}, but with more than a sign-in needs: ${some(doubtful, 5)}.` }
  }
  return { verdict: 'effective', observed: `${only}, with low-impact permissions: ${some(permissions, 5)}.` }
}
