import { type Fields, fields, text } from '../../../shared/json.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import { methodsPolicyOf, OLDER_SETTINGS } from '../../readers/identity/methods-policy.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share, some } from '../../readers/results/sentences.ts'

const ALL_USERS = 'all_users'

/**
 * If Microsoft Authenticator is enabled, it shows everybody which application asks and from where, and does not
 * accept one-time codes, which show neither. Microsoft may change what `default` means, so it counts as not set.
 */
export const authenticatorShowsContext: Check = {
  id: 'authenticator-shows-context',
  version: 1,
  counts: 'setting',
  evaluate(tenant) {
    const expected =
      'Microsoft Authenticator shows everybody the application and the location of a sign-in, and its one-time codes are off.'
    const policy = methodsPolicyOf(tenant)
    if (!policy.ok) return unknown(policy, expected)
    const authenticator = policy.method('microsoftauthenticator')
    const state = text(authenticator.state)
    const limitations = policy.isMigrated === true ? [] : [OLDER_SETTINGS]
    const result = { expected, evidence: evidenceOf(policy.reading), limitations }
    if (state === 'disabled' && policy.isMigrated === true) {
      return { ...result, verdict: 'not_applicable', observed: 'Microsoft Authenticator is disabled.' }
    }
    if (state !== 'enabled') {
      const observed = 'Whether Microsoft Authenticator may be used could not be determined.'
      return { ...result, verdict: 'no_visibility', observed }
    }
    return { ...result, ...evaluateContext(authenticator) }
  },
}

function evaluateContext(authenticator: Fields): Pick<CheckResult, 'verdict' | 'coverage' | 'observed' | 'affected'> {
  const { displayAppInformationRequiredState, displayLocationInformationRequiredState } = fields(
    authenticator.featureSettings,
  )
  const settings: [shortfall: string, passes: boolean][] = [
    ['the application is not shown to everybody', isOnForAll(displayAppInformationRequiredState)],
    ['the location is not shown to everybody', isOnForAll(displayLocationInformationRequiredState)],
    ['one-time codes are not switched off', authenticator.isSoftwareOathEnabled === false],
  ]
  const short = settings.flatMap(([shortfall, passes]) => (passes ? [] : [shortfall]))
  const coverage = { n: settings.length - short.length, of: settings.length }
  return {
    verdict: short.length === 0 ? 'effective' : coverage.n === 0 ? 'ineffective' : 'partial',
    coverage,
    observed: `${share(coverage, 'setting')} of Microsoft Authenticator ${coverage.n === 1 ? 'is' : 'are'} as expected${short.length > 0 ? `; ${some(short)}` : ''}.`,
    ...affected(short),
  }
}

/** If no group is excluded, Graph omits it or writes an id of zeros. */
function isOnForAll(setting: unknown): boolean {
  const { state, includeTarget, excludeTarget } = fields(setting)
  const excluded = text(fields(excludeTarget).id)
  const spares = excluded !== undefined && !/^[0-]*$/.test(excluded)
  return state === 'enabled' && text(fields(includeTarget).id) === ALL_USERS && !spares
}
