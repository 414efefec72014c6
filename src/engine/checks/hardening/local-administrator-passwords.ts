import { fields } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { withDeviceReport } from '../../readers/devices/secure-score.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { intuneSettings, valuesOf } from '../../readers/intune/settings.ts'
import { evidenceOf } from '../../readers/results/result.ts'
import { LAPS_BACKUP } from '../../readers/settings/credential-protection.ts'

/** Devices' own report on Windows LAPS in Secure Score. */
const REPORT = 'scid_113'
const IN_ENTRA = '1'

/**
 * Local administrator accounts have passwords that Windows LAPS makes and renews: long, random, another on each device
 * (ISM-1685). Three sources must agree: a policy that tells devices where to keep them, what devices report
 * themselves, and, where they are kept in Entra, that the tenant takes them. Of break glass and service accounts, which
 * the control names too, nothing can be read.
 */
export const localAdministratorPasswords: Check = {
  id: 'local-administrator-passwords',
  version: 1,
  evaluate(tenant, parameters) {
    const { settingId, options } = LAPS_BACKUP
    const policy = evaluateDemand(tenant, parameters, {
      rules: [{ name: 'Windows LAPS', anyOf: [{ settingId, accepts: (option) => options.includes(option) }] }],
      effect: 'Windows LAPS manages the local administrator’s password',
      expected: 'Windows LAPS manages the local administrator’s password on all Windows devices.',
      sources: ['catalogue', 'profile'],
      limitations: ['How the passwords of emergency access and service accounts are kept is not read.'],
    })
    return unlessRefused(withDeviceReport(policy, tenant, parameters, REPORT), tenant)
  },
}

/** Entra takes the passwords only where the tenant allows it: otherwise devices keep none there whatever policy says. */
function unlessRefused(result: CheckResult, tenant: TenantReading): CheckResult {
  if (result.verdict !== 'effective' && result.verdict !== 'partial') return result
  const inEntra = isStoredInEntra(tenant)
  if (inEntra === false) return result
  const reading = readDataset(tenant, 'deviceRegistrationPolicy')
  const allowed = reading.ok ? fields(fields(reading.value).localAdminPassword).isEnabled : undefined
  const evidence = [...result.evidence, ...evidenceOf(reading)]
  if (allowed === true) return { ...result, evidence }
  if (allowed === false && inEntra) {
    const observed = `${result.observed} Yet the tenant’s device settings do not let Entra take the passwords.`
    const { coverage: _, ...uncounted } = result
    return { ...uncounted, verdict: 'ineffective', observed, evidence }
  }
  const reason = reading.ok
    ? 'Whether Entra takes the passwords cannot be told from the tenant’s device settings.'
    : reading.reason
  const observed = `${result.observed} It could not be told whether Entra takes the passwords.`
  return { ...result, verdict: 'no_visibility', observed, evidence, limitations: [reason, ...result.limitations] }
}

/** Whether any policy keeps passwords in Entra; undefined where policies could not be read. */
function isStoredInEntra(tenant: TenantReading): boolean | undefined {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return undefined
  const values = valuesOf(settings, LAPS_BACKUP.settingId).filter(({ reached }) => reached.assigned)
  return values.length === 0 ? undefined : values.some(({ option }) => option === IN_ENTRA)
}
