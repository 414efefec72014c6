import { text } from '../../../shared/json.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import { methodsPolicyOf, OLDER_SETTINGS } from '../../readers/identity/methods-policy.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share } from '../../readers/results/sentences.ts'
import { isUnknown } from '../../readers/results/verdict.ts'

const WEAK: readonly (readonly [method: string, name: string])[] = [
  ['sms', 'text message'],
  ['voice', 'voice call'],
  ['email', 'code by email'],
]

/**
 * Text message, voice call and code by email are off. Being off in the policy proves nothing before the migration is
 * complete, because the legacy settings may still allow them; being on always counts.
 */
export const weakAuthenticationMethodsDisabled: Check = {
  id: 'weak-authentication-methods-disabled',
  version: 1,
  counts: 'method',
  evaluate(tenant) {
    const expected = 'Text message, voice call and code by email are disabled as authentication methods.'
    const policy = methodsPolicyOf(tenant)
    if (!policy.ok) return unknown(policy, expected)
    const states = WEAK.map(([method, name]) => ({ name, state: text(policy.method(method).state) }))
    const on = states.flatMap(({ name, state }) => (state === 'enabled' ? [name] : []))
    const coverage = { n: states.filter(({ state }) => state === 'disabled').length, of: states.length }
    const undetermined = states.length - coverage.n - on.length
    const isOpen = undetermined > 0 || policy.isMigrated !== true
    const verdict = weakVerdict(on.length, isOpen)
    return {
      verdict,
      ...(!isUnknown(verdict) && { coverage }),
      observed: [
        undetermined < states.length
          ? `${share(coverage, 'weak method')} ${coverage.n === 1 ? 'is' : 'are'} disabled in the policy.`
          : 'The policy does not show the state of any weak method.',
        ...(on.length > 0 ? [`Enabled: ${on.join(', ')}.`] : []),
        ...(undetermined > 0 && undetermined < states.length
          ? ['The policy does not show the state of the others.']
          : []),
      ].join(' '),
      expected,
      ...affected(on),
      evidence: evidenceOf(policy.reading),
      limitations: [
        'Who a method is enabled for makes no difference here.',
        ...(policy.isMigrated === true ? [] : [OLDER_SETTINGS]),
      ],
    }
  },
}

function weakVerdict(on: number, isOpen: boolean): CheckResult['verdict'] {
  if (on === WEAK.length) return 'ineffective'
  if (on > 0) return isOpen ? 'ineffective' : 'partial'
  return isOpen ? 'no_visibility' : 'effective'
}
