import type { CriticalReason } from '../../../../engine/model/check.ts'
import { levelText } from './language.ts'

const CRITICAL: Readonly<Record<CriticalReason, string>> = {
  'privileged-user-without-mfa': 'an administrator without a second factor',
  'standing-global-admin-without-phishing-resistant-mfa':
    'a permanent Global Administrator without phishing-resistant sign-in',
  'legacy-authentication-open': 'legacy authentication that is allowed',
  'unsupported-operating-system': 'an unsupported operating system',
  'exploited-vulnerability-over-14-days': 'an exploited vulnerability older than 14 days',
}

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The rules of `severity.ts` in the engine. */
export const SEVERITY_MEANINGS = {
  critical: (reasons: readonly CriticalReason[]): string =>
    `Only ${EITHER.format(reasons.map((reason) => CRITICAL[reason]))}.`,
  fromLevel: (level: number): string => `Required ${level === 1 ? '' : 'only '}from level ${level}.`,
  /** Where no requirement begins at a level that would make it low. */
  nearlyAll: (level: number): string => `Required only from level ${level}, and at least 95% in place.`,
  belowTarget: {
    high: 'Three or more levels below the target.',
    medium: 'Two levels below the target.',
    low: 'One level below the target.',
  },
  /** Where even the lowest level is closer to the target. */
  cannotOccur: (target: number): string => `With target level ${levelText(target)}, nothing can be that far below.`,
  raised:
    'What protects privileged accounts, faces the internet or closes holes that attackers already use is one step higher.',
  lowered: 'What is at least 95% in place is one step lower.',
  ofAction: 'An action has the severity of the part that it fixes, which can be milder than the whole finding.',
} as const
