import { fields } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { withDeviceReport } from '../../readers/intune/device-report.ts'
import { isOneOf } from '../../readers/intune/rules.ts'
import { intuneSettings, valuesOf } from '../../readers/intune/settings.ts'
import { evidenceOf, leaveToNamed } from '../../readers/results/result.ts'
import { LAPS_BACKUP } from '../../readers/settings/credential-protection.ts'

const EFFECT = 'Windows LAPS manages the local administrator’s password'
/** What devices report about Windows LAPS in Secure Score. */
const REPORTED = { effect: EFFECT, controls: ['scid_113'] }
const IN_ENTRA = '1'
const ANOTHER = 'another product that manages passwords'

/**
 * Windows LAPS creates and rotates the passwords of local administrator accounts: long, random, different on each device.
 * That is a part of ISM-1685, which also covers emergency access and service accounts; those cannot be read. What devices
 * report decides, then the policy that says where to store the passwords; if that is in Entra, the tenant must accept them.
 */
export const localAdministratorPasswords: Check = {
  id: 'local-administrator-passwords',
  version: 3,
  counts: 'device',
  evaluate(tenant, parameters) {
    const { settingId, options } = LAPS_BACKUP
    const policy = evaluateDemand(tenant, parameters, {
      rules: [{ name: 'Windows LAPS', anyOf: [isOneOf(settingId, options)] }],
      effect: EFFECT,
      expected: 'Windows LAPS manages the local administrator’s password on all Windows devices.',
      sources: ['catalogue', 'profile'],
      alsoSetBy: { name: ANOTHER },
      limitations: ['How the passwords of emergency access and service accounts are stored is not read.'],
    })
    const measured = leaveToNamed(withDeviceReport(policy, tenant, parameters, REPORTED), ANOTHER)
    return unlessRefused(measured, tenant)
  },
}

/**
 * Entra accepts the passwords only if the tenant allows it; otherwise devices store none there, whatever policy says.
 */
function unlessRefused(result: CheckResult, tenant: TenantReading): CheckResult {
  if (result.verdict !== 'effective' && result.verdict !== 'partial') return result
  const inEntra = isStoredInEntra(tenant)
  if (inEntra === false) return result
  const reading = readDataset(tenant, 'deviceRegistrationPolicy')
  const allowed = reading.ok ? fields(fields(reading.value).localAdminPassword).isEnabled : undefined
  const evidence = [...result.evidence, ...evidenceOf(reading)]
  if (allowed === true) return { ...result, evidence }
  if (allowed === false && inEntra) {
    const observed = `${result.observed} However, the tenant’s device settings do not let Entra store the passwords.`
    const { coverage: _, ...uncounted } = result
    return { ...uncounted, verdict: 'ineffective', kind: 'contrary', observed, evidence }
  }
  const reason = reading.ok
    ? 'Whether Entra stores the passwords cannot be determined from the tenant’s device settings.'
    : reading.reason
  const observed = `${result.observed} Whether Entra stores the passwords could not be determined.`
  const limitations = [reason, ...result.limitations]
  return { ...result, verdict: 'no_visibility', kind: 'blind', observed, evidence, limitations }
}

/** Whether any policy stores passwords in Entra; undefined if policies could not be read. */
function isStoredInEntra(tenant: TenantReading): boolean | undefined {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return undefined
  const values = valuesOf(settings, LAPS_BACKUP.settingId).filter(({ reached }) => reached.assigned)
  if (values.length > 0) return values.some(({ option }) => option === IN_ENTRA)
  return settings.unread.length > 0 ? undefined : false
}
