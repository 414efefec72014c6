import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { CheckResult, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { affected, type Failed, leaveToNamed, toNamed } from '../results/result.ts'
import { share } from '../results/sentences.ts'
import { verdictOf, worst } from '../results/verdict.ts'
import { huntedTexts } from '../values/hunted-texts.ts'
import { type WindowsFleet, windowsFleet } from './windows-fleet.ts'

/** How Microsoft Defender Antivirus runs on the managed Windows devices that report it. */
interface Modes {
  ok: true
  devices: WindowsFleet['devices']
  /** Devices on which it is the active antivirus, by their index. */
  active: ReadonlySet<number>
  /** Devices on which it runs beside another one, or not at all. */
  inactive: ReadonlySet<number>
  evidence: Evidence
}

/** Microsoft, "Export device antivirus health details": passive, disabled, EDR in block mode, passive with audit. */
const INACTIVE: ReadonlySet<string> = new Set(['1', '2', '4', '5'])
const ACTIVE = '0'

const antivirusModes = perTenant((tenant: TenantReading): Modes | Failed => {
  const reading = readDataset(tenant, 'antivirusModes')
  if (!reading.ok) return reading
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return fleet
  const modes = { active: new Set<number>(), inactive: new Set<number>() }
  for (const row of list(reading.value)) {
    const { AadDeviceIds, Mode } = fields(row)
    const mode = text(Mode) ?? ''
    const members = mode === ACTIVE ? modes.active : INACTIVE.has(mode) ? modes.inactive : undefined
    for (const id of members ? huntedTexts(AadDeviceIds) : []) {
      const deviceIndex = fleet.byDirectoryDeviceId.get(id.toLowerCase())
      if (deviceIndex !== undefined) members?.add(deviceIndex)
    }
  }
  return { ok: true, devices: fleet.devices, ...modes, evidence: reading.evidence }
})

/** A protection that needs Defender Antivirus as the active antivirus. */
interface Protection {
  /** As in “so the rule does nothing there”. */
  name: string
  /** What may do the same, as in `another antivirus product`. */
  another: string
}

const NOT_READ = 'Whether Microsoft Defender Antivirus is the active antivirus could not be read'
const NOT_SHOWN =
  'Without Defender for Endpoint Plan 2, it is not shown whether Microsoft Defender Antivirus is the active antivirus'
const IF_KNOWN = 'If people know, they can say so in the questionnaire; that answer then counts.'

/**
 * Microsoft Learn, "Microsoft Defender Antivirus compatibility with other security products": in passive mode, or disabled,
 * it enforces no attack surface reduction rule; "Troubleshoot network protection" requires it as the only antivirus. So
 * such a protection counts only on devices that report it as active. Where that could not be read, people answer; another
 * product may do the same, if they name it.
 */
export function whereDefenderIsActive(
  result: CheckResult,
  tenant: TenantReading,
  { thresholds }: Parameters,
  { name, another }: Protection,
): CheckResult {
  const modes = antivirusModes(tenant)
  const isGood = result.verdict === 'effective' || result.verdict === 'partial'
  if (!modes.ok && isGood) return leaveToPeople(result, modes, name)
  if (!modes.ok) {
    const needsIt = `For ${name} to work, Microsoft Defender Antivirus must be the active antivirus, which is not read.`
    return leaveToNamed({ ...result, limitations: [...result.limitations, needsIt] }, another)
  }
  const { devices, active, inactive } = modes
  const of = devices.length
  const observed = [result.observed, ...sentencesOn({ n: inactive.size, of }, name)].join(' ')
  const shown = { ...result, observed, evidence: [...result.evidence, modes.evidence] }
  if (!isGood) return leaveToNamed(shown, another)
  const possible = { n: of - inactive.size, of }
  const best = worst(result.verdict, verdictOf(possible, thresholds))
  const low = worst(result.verdict, verdictOf({ n: active.size, of }, thresholds))
  if (low === result.verdict) return shown
  const { affected: _, allNamed: __, coverage: seen, ...rest } = shown
  const coverage = seen && seen.n / seen.of < possible.n / of ? seen : possible
  if (best !== low) {
    const unknown = share({ n: of - active.size - inactive.size, of }, 'managed Windows device')
    const atBest = best === 'partial' && { atBest: { verdict: best, coverage } }
    return {
      ...rest,
      verdict: 'no_visibility',
      kind: 'absent',
      ...atBest,
      observed: `${observed} Whether it is the active antivirus on ${unknown} is not known.`,
    }
  }
  const names = [...inactive].sort((a, b) => a - b).flatMap((deviceIndex) => devices[deviceIndex]?.name ?? [])
  return toNamed({ ...rest, verdict: low, coverage, ...affected(names) }, another)
}

const sentencesOn = (inactive: { n: number; of: number }, name: string): string[] =>
  inactive.n === 0
    ? []
    : [
        `On ${share(inactive, 'managed Windows device')}, Microsoft Defender Antivirus is not the active antivirus, so ${name} does nothing there.`,
      ]

/** What is set, although it is not known whether it is in force. */
function leaveToPeople(result: CheckResult, failed: Failed, name: string): CheckResult {
  const { affected: _, allNamed: __, verdict, coverage, ...rest } = result
  const isUnlicensed = failed.verdict === 'not_licensed'
  const unread = `${isUnlicensed ? NOT_SHOWN : NOT_READ}; where it is not, ${name} does nothing.`
  return {
    ...rest,
    verdict: 'no_visibility',
    kind: isUnlicensed ? 'absent' : 'blind',
    ...(coverage && { coverage }),
    ...(verdict === 'partial' && { atBest: { verdict, ...(coverage && { coverage }) } }),
    observed: `${result.observed} ${unread}`,
    ...(isUnlicensed && { invites: IF_KNOWN }),
    limitations: isUnlicensed ? result.limitations : [failed.reason, ...result.limitations],
  }
}
