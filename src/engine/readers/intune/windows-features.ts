import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type WindowsDevice, windowsFleet } from '../devices/windows-fleet.ts'
import { unknown } from '../results/result.ts'
import { count, share, some } from '../results/sentences.ts'
import { verdictOf } from '../results/verdict.ts'
import { REACH } from './assignments.ts'
import { scriptReach } from './scripts.ts'

interface Feature {
  id: string
  /** Completes the sentence "It is confirmed on N of M devices that …". */
  effect: string
  expected: string
  /** Matches a remediation script that does this. */
  script: RegExp
  /** Whether a device satisfies it without a script. */
  byItself?: (device: WindowsDevice) => boolean
}

/**
 * Features that no policy setting controls; only remediation scripts and the Windows version are visible. Finding
 * enough devices proves the requirement. Finding too few proves nothing, because an image or another tool may have done
 * it: then people's answer decides, and it is never a failure.
 */
export function featureCheck(feature: Feature): Check {
  return {
    id: feature.id,
    version: 3,
    counts: 'device',
    evaluate: (tenant, parameters) => evaluateFeature(tenant, parameters, feature),
  }
}

function evaluateFeature(tenant: TenantReading, { thresholds }: Parameters, feature: Feature): CheckResult {
  const { expected, byItself } = feature
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return unknown(fleet, expected)
  const scripts = scriptReach(tenant, fleet, feature.script)
  const shown = fleet.devices.filter(
    (device, deviceIndex) => byItself?.(device) || (scripts.ok && scripts.states[deviceIndex] === REACH.sure),
  )
  const coverage = { n: shown.length, of: fleet.devices.length }
  const by = scripts.ok && scripts.names.length > 0 ? ` Scripts that do this: ${some(scripts.names)}.` : ''
  const on =
    coverage.n === 0
      ? `It is not confirmed on any of ${count(coverage.of, 'managed Windows device')}`
      : `It is confirmed on ${share(coverage, 'managed Windows device')}`
  const observed = `${on} that ${feature.effect}.${by}`
  const evidence = [...(scripts.ok ? scripts.evidence : []), fleet.evidence]
  const limitations = scripts.ok ? [...new Set(scripts.limitations)] : [scripts.reason]
  if (verdictOf(coverage, thresholds) === 'effective') {
    return { verdict: 'effective', coverage, observed, expected, evidence, limitations }
  }
  if (!scripts.ok) return { ...unknown(scripts, expected), evidence }
  const where = coverage.n === 0 ? '' : 'on the other devices, '
  const open = `Only remediation scripts and Windows versions are seen; ${where}an image or another tool may have done it.`
  return {
    verdict: 'no_visibility',
    kind: 'absent',
    ...(coverage.n > 0 && { coverage }),
    observed: `${observed} ${open}`,
    expected,
    evidence,
    limitations,
  }
}
