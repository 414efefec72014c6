import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { REACH } from './intune-assignments.ts'
import { type WindowsDevice, windowsFleet } from './intune-fleet.ts'
import { scriptReach } from './intune-scripts.ts'
import { share, some, unknown, verdictOf } from './verdict.ts'

interface Feature {
  id: string
  /** Finishes the sentence "On N of M devices …". */
  effect: string
  expected: string
  /** What a remediation script that does this says. */
  script: RegExp
  /** True of a device that has it so by itself. */
  byItself?: (device: WindowsDevice) => boolean
}

/**
 * Things that no policy setting carries, so that remediation scripts and the Windows version are all there is to see.
 * Finding enough of them proves the requirement; finding too few proves nothing, since an image or another tool may
 * have done it: then there is nothing here to judge, people's answer decides, and it is never a failure.
 */
function featureCheck(feature: Feature): Check {
  return { id: feature.id, version: 2, evaluate: (tenant, parameters) => judgeFeature(tenant, parameters, feature) }
}

function judgeFeature(tenant: TenantReading, { thresholds }: Parameters, feature: Feature): CheckResult {
  const { expected, byItself } = feature
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return unknown(fleet, expected)
  const scripts = scriptReach(tenant, fleet, feature.script)
  const shown = fleet.devices.filter(
    (device, place) => byItself?.(device) || (scripts.ok && scripts.states[place] === REACH.sure),
  )
  const coverage = { n: shown.length, of: fleet.devices.length }
  const by = scripts.ok && scripts.names.length > 0 ? ` Scripts that do it: ${some(scripts.names)}.` : ''
  const observed = `It is shown that ${feature.effect} on ${share(coverage, 'managed Windows device')}.${by}`
  const evidence = [...(scripts.ok ? scripts.evidence : []), fleet.evidence]
  const limitations = scripts.ok ? [...new Set(scripts.limitations)] : [scripts.reason]
  if (verdictOf(coverage, thresholds) === 'effective') {
    return { verdict: 'effective', coverage, observed, expected, evidence, limitations }
  }
  if (!scripts.ok) return { ...unknown(scripts, expected), evidence }
  const open =
    'Only remediation scripts and Windows versions are seen; the other devices may have it by an image or another tool.'
  return {
    verdict: 'not_applicable',
    observed: `${observed} ${open}`,
    expected,
    evidence,
    limitations: [...limitations, open],
  }
}

/** ISM-1542: the Office applications' `PackagerPrompt` value in the user's registry; 2 blocks packages. */
export const officeOlePackages = featureCheck({
  id: 'office-ole-packages',
  effect: 'Office is kept from activating packages embedded in documents',
  expected: 'Office is configured on all Windows devices to block Object Linking and Embedding packages.',
  script: /packagerprompt/i,
})

/** ISM-1655. */
export const dotnet35Removed = featureCheck({
  id: 'dotnet-35-removed',
  effect: '.NET Framework 3.5 is removed',
  expected: '.NET Framework 3.5 is disabled or removed on all Windows devices.',
  script: /(disable|remove|uninstall)[^\n]*(netfx3|net-framework-core)/i,
})

/**
 * ISM-1621. Windows 11 24H2 lost PowerShell 2.0 with the update of August 2025 (KB5063878, build 26100.4946), and no
 * later version has it (Microsoft support article 5065506).
 */
export const powershell2Removed = featureCheck({
  id: 'powershell-2-removed',
  effect: 'Windows PowerShell 2.0 is absent',
  expected: 'Windows PowerShell 2.0 is disabled or removed on all Windows devices.',
  script: /(disable|remove|uninstall)[^\n]*(microsoftwindowspowershellv2|powershell-v2)/i,
  byItself: ({ build = 0, revision = 0 }) => build > 26100 || (build === 26100 && revision >= 4946),
})
