import type { Check, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { judgeDemand } from './intune-judge.ts'
import type { PolicySource } from './intune-policies.ts'
import { secureScore, withDeviceReport } from './secure-score.ts'
import {
  CREDENTIAL_GUARD,
  LSA_PROTECTION,
  MEMORY_INTEGRITY,
  type ProtectionSetting,
  REMOTE_CREDENTIAL_GUARD,
} from './settings/credential-protection.ts'

interface Protection {
  id: string
  setting: ProtectionSetting
  effect: string
  expected: string
  sources: readonly PolicySource[]
  templateCategories: readonly string[]
  /** Controls of Secure Score with which devices report it; the first that is there counts. */
  reports: readonly string[]
  limitations?: readonly string[]
}

/**
 * A protection of credentials that Windows has and a policy turns on. Where devices report on it themselves the lower
 * of policy and report counts. Setting ids: the settings catalogue, as in Microsoft's Intune policies for ASD's
 * hardening guidance (MIT); control ids: Microsoft Secure Score.
 */
function protectionCheck({ id, setting, reports, ...protection }: Protection): Check {
  const { settingId, options } = setting
  const accepts = (option: string): boolean => options.includes(option)
  const rules = [{ name: protection.effect, anyOf: [{ settingId, accepts }] }]
  return {
    id,
    version: 1,
    evaluate(tenant: TenantReading, parameters: Parameters) {
      const policy = judgeDemand(tenant, parameters, { ...protection, rules })
      const control = reportedControl(tenant, reports)
      return control === undefined ? policy : withDeviceReport(policy, tenant, parameters, control)
    },
  }
}

function reportedControl(tenant: TenantReading, reports: readonly string[]): string | undefined {
  const score = secureScore(tenant)
  return reports.find((control) => score.ok && score.reports.has(control)) ?? reports[0]
}

const NOT_REPORTED = 'Devices do not report this to Secure Score, so that it took effect is not confirmed.'

/** ISM-1896. */
export const memoryIntegrity = protectionCheck({
  id: 'memory-integrity',
  setting: MEMORY_INTEGRITY,
  effect: 'memory integrity is turned on',
  expected: 'A policy turns memory integrity on for all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: [],
  limitations: [NOT_REPORTED, 'Devices may have it on without a policy, as many new ones do.'],
})

/** ISM-1861. Secure Score knows it in two controls, with and without a lock in the firmware. */
export const lsaProtection = protectionCheck({
  id: 'lsa-protection',
  setting: LSA_PROTECTION,
  effect: 'the Local Security Authority runs as a protected process',
  expected: 'A policy makes the Local Security Authority a protected process on all Windows devices.',
  sources: ['catalogue', 'profile', 'template'],
  templateCategories: ['local security authority'],
  reports: ['scid_25', 'scid_102'],
})

/** ISM-1686. */
export const credentialGuard = protectionCheck({
  id: 'credential-guard',
  setting: CREDENTIAL_GUARD,
  effect: 'Credential Guard is turned on',
  expected: 'A policy turns Credential Guard on for all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: ['scid_2080'],
  limitations: ['It needs an Enterprise edition of Windows; editions are not compared.'],
})

/** ISM-1897. */
export const remoteCredentialGuard = protectionCheck({
  id: 'remote-credential-guard',
  setting: REMOTE_CREDENTIAL_GUARD,
  effect: 'Remote Credential Guard is supported for remote connections',
  expected: 'A policy lets all Windows devices accept connections that keep credentials where they come from.',
  sources: ['catalogue', 'profile', 'template'],
  templateCategories: ['credentials delegation'],
  reports: [],
  limitations: [
    NOT_REPORTED,
    'Whether the computers that connect ask for it, and servers outside Intune, are not read.',
  ],
})
