import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { WindowsFleet } from '../devices/windows-fleet.ts'
import type { Failed } from '../results/result.ts'
import { REACH, reachOf, type States } from './assignments.ts'

export interface ScriptReach {
  ok: true
  /** Devices on which a matching script runs. */
  states: States
  names: string[]
  evidence: Evidence[]
  limitations: string[]
}

/**
 * The devices that run a remediation script whose text matches. A script that only detects, or is unassigned, changes
 * nothing and does not count. A script's name proves nothing; only its text does.
 */
export function scriptReach(tenant: TenantReading, fleet: WindowsFleet, pattern: RegExp): ScriptReach | Failed {
  const reading = readDataset(tenant, 'deviceHealthScripts')
  if (!reading.ok) return reading
  const reach: ScriptReach = {
    ok: true,
    states: new Uint8Array(fleet.devices.length),
    names: [],
    evidence: [reading.evidence],
    limitations: [],
  }
  for (const [index, raw] of list(reading.value).entries()) {
    const script = fields(raw)
    const { content, evidence } = contentOf(tenant, script, { ...reading.evidence, pointer: `/${index}` })
    if (!pattern.test(content)) continue
    const assignments = list(script.assignments).filter((item) => fields(item).runRemediationScript !== false)
    const reached = reachOf(tenant, fleet, { ...script, assignments })
    const name = text(script.displayName) ?? 'a script without a name'
    reach.names.push(reached.assigned ? name : `${name} (not assigned)`)
    reach.evidence.push(evidence)
    reach.limitations.push(...reached.limitations)
    for (const [deviceIndex, state] of reached.states.entries()) {
      if (state > (reach.states[deviceIndex] ?? REACH.none)) reach.states[deviceIndex] = state
    }
  }
  return reach
}

/** The text of the remediation script; lists omit it, so it is read script by script. */
function contentOf(
  tenant: TenantReading,
  script: Readonly<Record<string, unknown>>,
  listed: Evidence,
): { content: string; evidence: Evidence } {
  const inList = decode(script.remediationScriptContent)
  if (inList !== '') return { content: inList, evidence: listed }
  const single = readDataset(tenant, 'deviceHealthScript', text(script.id) ?? '')
  if (!single.ok) return { content: '', evidence: listed }
  return { content: decode(fields(single.value).remediationScriptContent), evidence: single.evidence }
}

/** Scripts are base64 of UTF-8 or, from Windows editors, UTF-16. */
function decode(content: unknown): string {
  const bytes = Buffer.from(text(content) ?? '', 'base64')
  return bytes.includes(0) ? bytes.toString('utf16le') : bytes.toString('utf8')
}
