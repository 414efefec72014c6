import { fields, list, text } from '../json.ts'
import type { Check, CheckResult, Reading, TenantReading } from '../model.ts'
import { readDataset } from '../reading.ts'
import { count, evidenceOf, unknown } from './verdict.ts'

/** What a policy that is one object came to: undefined where the object does not say. */
type Told = Pick<CheckResult, 'verdict' | 'observed'> | undefined

function judgeObject(
  tenant: TenantReading,
  dataset: string,
  { expected, limitations = [], told }: { expected: string; limitations?: string[]; told: (value: unknown) => Told },
): CheckResult {
  const reading: Reading = readDataset(tenant, dataset)
  if (!reading.ok) return unknown(reading, expected)
  const untold: Told = { verdict: 'no_visibility', observed: 'What was read does not say how this is set.' }
  return { ...(told(reading.value) ?? untold), expected, evidence: evidenceOf(reading), limitations }
}

const authorization = (value: unknown) => fields(fields(value).defaultUserRolePermissions)

/** People without an administrator's role cannot register applications. */
export const applicationRegistration: Check = {
  id: 'application-registration-restricted',
  version: 1,
  evaluate: (tenant) =>
    judgeObject(tenant, 'authorizationPolicy', {
      expected: 'Only administrators can register applications.',
      limitations: ['Applications that were registered in the past are not read.'],
      told(value) {
        const { allowedToCreateApps } = authorization(value)
        if (allowedToCreateApps === false) {
          return { verdict: 'effective', observed: 'Only administrators can register applications.' }
        }
        if (allowedToCreateApps !== true) return undefined
        return { verdict: 'ineffective', observed: 'Everybody can register applications.' }
      },
    }),
}

/**
 * People without an administrator's role cannot let an application in for themselves, whatever it asks for. A consent
 * policy that limits them to permissions of low impact is half of the way: it still leaves the decision to them.
 */
export const userConsentClosed: Check = {
  id: 'user-consent-closed',
  version: 1,
  evaluate: (tenant) =>
    judgeObject(tenant, 'authorizationPolicy', {
      expected: 'Only administrators can let applications in.',
      limitations: [
        'Consent that was given in the past is not read.',
        'What owners of groups and teams may let in for those is not judged.',
      ],
      told(value) {
        const { permissionGrantPoliciesAssigned } = authorization(value)
        if (!Array.isArray(permissionGrantPoliciesAssigned)) return undefined
        const own = list(permissionGrantPoliciesAssigned).filter((policy) =>
          text(policy)?.toLowerCase().startsWith('managepermissiongrantsforself.'),
        )
        if (own.length === 0) return { verdict: 'effective', observed: 'Only administrators can let applications in.' }
        const isLimited = own.every((policy) => text(policy)?.toLowerCase().endsWith('.microsoft-user-default-low'))
        return isLimited
          ? { verdict: 'partial', observed: 'People can let in applications that ask for permissions of low impact.' }
          : { verdict: 'ineffective', observed: 'People can let in applications without an administrator.' }
      },
    }),
}

/** Who needs an application can ask for it, and somebody is named to decide. Shape: Graph `adminConsentRequestPolicy`. */
export const adminConsentWorkflow: Check = {
  id: 'admin-consent-workflow',
  version: 1,
  evaluate: (tenant) =>
    judgeObject(tenant, 'adminConsentRequestPolicy', {
      expected: 'People can ask an administrator to let an application in, and reviewers are named who are told of it.',
      limitations: ['Whether the reviewers still work here, and how they decide, is not read.'],
      told(value) {
        const { isEnabled, reviewers, notifyReviewers } = fields(value)
        if (isEnabled === false) {
          return { verdict: 'ineffective', observed: 'People cannot ask for an application to be let in.' }
        }
        if (isEnabled !== true || !Array.isArray(reviewers)) return undefined
        const named = `${count(reviewers.length, 'reviewer or group of them', 'reviewers or groups of them')}`
        if (reviewers.length === 0) {
          return { verdict: 'ineffective', observed: 'People can ask for applications, but no reviewer is named.' }
        }
        return notifyReviewers === false
          ? { verdict: 'partial', observed: `People can ask ${named}, who are not told of requests.` }
          : { verdict: 'effective', observed: `People can ask for applications; ${named} decide.` }
      },
    }),
}
