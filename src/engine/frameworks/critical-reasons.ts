import type { CriticalReason } from '../model/check.ts'
import { findFramework } from './catalogue.ts'

/** The checks that can find each reason. A list, because reports are drawn without loading the checks. */
export const CHECKS_BY_REASON: Readonly<Record<CriticalReason, readonly string[]>> = {
  'privileged-user-without-mfa': ['mfa-all-users', 'mfa-enforced', 'mfa-privileged-users'],
  'standing-global-admin-without-phishing-resistant-mfa': [
    'mfa-phishing-resistant',
    'highly-privileged-phishing-resistant',
  ],
  'legacy-authentication-open': ['legacy-authentication-blocked', 'mfa-all-users'],
  'unsupported-operating-system': ['unsupported-operating-systems'],
  'exploited-vulnerability-over-14-days': [
    'application-patches',
    'application-patches-urgent',
    'other-application-patches',
  ],
}

/** For which reasons a finding of a product can be critical: hints decide nothing, and so are never critical. Empty for an unknown product. */
export function criticalReasonsOf(product: string): CriticalReason[] {
  const decisive = new Set(
    findFramework(product)?.requirements.flatMap(({ checks }) =>
      checks.flatMap(({ check, proves }) => (proves === 'hint' ? [] : [check])),
    ),
  )
  return Object.entries(CHECKS_BY_REASON).flatMap(([reason, checks]) =>
    isReason(reason) && checks.some((check) => decisive.has(check)) ? [reason] : [],
  )
}

const isReason = (text: string): text is CriticalReason => text in CHECKS_BY_REASON
