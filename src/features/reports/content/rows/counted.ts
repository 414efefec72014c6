import { shareOf, shareText } from '../../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'
import { formatCount } from '../../../../shared/text/numbers.ts'
import { percentText } from '../words/language.ts'

/** One and many of what a check counts. */
type Unit = readonly [one: string, many: string]

/** Each setting is counted on each device, so the numbers say nothing to a reader: only their share is shown. */
const SETTINGS: Unit = ['setting on a device', 'settings on devices']

/** What checks count, by their ids. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      [
        ['user', 'users'],
        `mfa-all-users mfa-enforced mfa-data-repositories mfa-phishing-resistant mfa-phishing-resistant-data-repositories
        mfa-workstation-logon mfa-phishing-resistant-logon legacy-authentication-blocked device-code-flow-blocked
        high-risk-users-blocked high-risk-sign-ins-blocked managed-device-registration managed-device-sign-in`,
      ],
      [
        ['privileged account', 'privileged accounts'],
        `mfa-privileged-users privileged-access-expiry privileged-inactivity just-in-time-administration least-privilege
        dedicated-privileged-accounts privileged-accounts-without-mailbox secure-admin-workstations
        separate-admin-environments`,
      ],
      [
        ['highly privileged account', 'highly privileged accounts'],
        `highly-privileged-cloud-only highly-privileged-not-permanent highly-privileged-phishing-resistant
        highly-privileged-through-pim`,
      ],
      [
        ['highly privileged role or group', 'highly privileged roles and groups'],
        'role-assignment-alerts role-activation-alerts global-administrator-activation-alert',
      ],
      [['role', 'roles'], 'privileged-access-approval'],
      [
        ['device', 'devices'],
        `application-patches application-patches-urgent application-patches-ordinary other-application-patches
        unsupported-applications other-unsupported-applications unsupported-operating-systems asset-discovery
        software-inventory windows-patches windows-patches-urgent driver-updates driver-updates-urgent driver-blocklist
        memory-integrity lsa-protection credential-guard remote-credential-guard local-administrator-passwords
        network-protection internet-explorer-disabled browser-java browser-advertisements office-macro-antivirus
        office-macros-win32-api office-child-processes office-executable-content office-code-injection
        office-ole-packages pdf-child-processes pdf-hardening powershell-2-removed dotnet-35-removed
        powershell-constrained-language application-control application-control-user-folders
        application-control-all-folders application-control-drivers application-blocklist`,
      ],
      [
        ['computer', 'computers'],
        `vulnerability-scanner vulnerability-scan-weekly vulnerability-scan-fortnightly device-encryption
        operating-system-release application-control-events`,
      ],
      [
        SETTINGS,
        `office-macros-disabled office-macros-trusted-only office-macros-untrusted-publisher office-macros-v3-signatures
        office-macros-internet-blocked office-macro-settings-locked office-hardening office-settings-locked
        powershell-logging command-line-logging browser-hardening browser-settings-locked application-control-file-types`,
      ],
      [['setting', 'settings'], 'authenticator-shows-context'],
      [['method', 'methods'], 'mfa-factors weak-authentication-methods-disabled'],
      [
        ['kind of credentials', 'kinds of credentials'],
        'application-secrets-blocked application-secret-lifetime application-certificate-lifetime',
      ],
      [['domain', 'domains'], 'password-expiry-off'],
      [['service', 'services'], 'mfa-third-party-services'],
      [['incident', 'incidents'], 'incident-triage incident-classification'],
    ] satisfies (readonly [Unit, string])[]
  ).flatMap(([unit, ids]) => ids.split(/\s+/).map((id) => [id, unit] as const)),
)

/**
 * What a row counts. If its checks count different things, the sentence with these numbers says which of them it is;
 * undefined where no sentence does, and for checks of earlier versions.
 */
function unitOf({ checks = [], coverage, observed }: RequirementResult): Unit | undefined {
  if (!coverage) return undefined
  const units = new Set(checks.flatMap(({ id, proves }) => (proves === 'hint' ? [] : [UNITS.get(id)])))
  if (units.size === 1) return [...units][0]
  const share = `${formatCount(coverage.n)} of ${formatCount(coverage.of)}`
  const named = (unit: Unit): boolean =>
    unit !== SETTINGS && unit.some((word) => new RegExp(`\\b${share} (?:\\w+ ){0,2}${word}\\b`).test(observed))
  return [...units].find((unit) => unit !== undefined && named(unit)) ?? (units.has(SETTINGS) ? SETTINGS : undefined)
}

/**
 * How much of what a row counts is in place, as in `43 of 49 devices (88%)`; empty if it counts nothing, and where readings
 * failed: a count of those for whom it could be determined would read like a measurement of everybody.
 */
export function countedText(row: RequirementResult): string {
  const { basis, coverage, verdict } = row
  if (!coverage || (basis === 'blind' && isUnknown(verdict))) return ''
  if (coverage.percent || coverage.of === 0) return shareText(coverage)
  const unit = unitOf(row)
  const percent = percentText(shareOf(coverage))
  if (unit === SETTINGS) return `${percent} of ${unit[1]}`
  const words = unit ? ` ${coverage.of === 1 ? unit[0] : unit[1]}` : ''
  return `${shareText(coverage)}${words} (${percent})`
}
