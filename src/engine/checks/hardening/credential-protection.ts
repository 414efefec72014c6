import type { Check, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { secureScore, withDeviceReport } from '../../readers/devices/secure-score.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import type { PolicySource } from '../../readers/intune/policies.ts'
import type { ProtectionSetting } from '../../readers/settings/credential-protection.ts'

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
export function protectionCheck({ id, setting, reports, ...protection }: Protection): Check {
  const { settingId, options } = setting
  const accepts = (option: string): boolean => options.includes(option)
  const rules = [{ name: protection.effect, anyOf: [{ settingId, accepts }] }]
  return {
    id,
    version: 1,
    evaluate(tenant: TenantReading, parameters: Parameters) {
      const policy = evaluateDemand(tenant, parameters, { ...protection, rules })
      const control = reportedControl(tenant, reports)
      return control === undefined ? policy : withDeviceReport(policy, tenant, parameters, control)
    },
  }
}

function reportedControl(tenant: TenantReading, reports: readonly string[]): string | undefined {
  const score = secureScore(tenant)
  return reports.find((control) => score.ok && score.reports.has(control)) ?? reports[0]
}

export const NOT_REPORTED = 'Devices do not report this to Secure Score, so that it took effect is not confirmed.'
