import type { Check, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDemand, type OtherMeans } from '../../readers/intune/demand.ts'
import { withDeviceReport } from '../../readers/intune/device-report.ts'
import type { PolicySource } from '../../readers/intune/policies.ts'
import { type Expected, isOneOf } from '../../readers/intune/rules.ts'
import type { ProtectionSetting } from '../../readers/settings/credential-protection.ts'

interface Protection {
  id: string
  setting: ProtectionSetting
  effect: string
  expected: string
  sources: readonly PolicySource[]
  templateCategories: readonly string[]
  /** The Secure Score controls that report it, each for different devices. */
  reports: readonly string[]
  limitations?: readonly string[]
  /** What gives it to devices without a policy. */
  byDefault?: Expected
  alsoSetBy?: OtherMeans
  unknownDevices?: string
}

/**
 * A credential protection of Windows that a policy turns on. If devices report on it, their report decides. Setting ids:
 * the settings catalogue, as in Microsoft's Intune policies for ASD's hardening guidance (MIT); control ids: Microsoft
 * Secure Score.
 */
export function protectionCheck({ id, setting, reports, byDefault, ...protection }: Protection): Check {
  const bySetting = isOneOf(setting.settingId, setting.options)
  const rules = [{ name: protection.effect, anyOf: byDefault ? [bySetting, byDefault] : [bySetting] }]
  return {
    id,
    version: 2,
    counts: 'device',
    evaluate(tenant: TenantReading, parameters: Parameters) {
      const policy = evaluateDemand(tenant, parameters, { ...protection, rules })
      return reports.length === 0
        ? policy
        : withDeviceReport(policy, tenant, parameters, { effect: protection.effect, controls: reports })
    },
  }
}

export const NOT_REPORTED = 'Devices do not report this to Secure Score, so nothing confirms what policies set.'

/** First build of Windows 11 22H2, which turns on several protections by default. */
export const WINDOWS_11_22H2_BUILD = 22621
