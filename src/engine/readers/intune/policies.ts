import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { formatCount } from '../../../shared/text/numbers.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Evidence, Reading, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { flattenDefinitionValues } from './administrative-templates.ts'
import { flattenCatalogue, type SettingValue } from './catalogue.ts'
import { flattenDeviceConfiguration, flattenIntentSettings } from './device-configurations.ts'

/** The four places where Intune stores Windows settings. */
export type PolicySource = 'catalogue' | 'profile' | 'template' | 'intent'

interface PolicySettings {
  settings: readonly SettingValue[]
  /** Categories of configured administrative template settings that we do not know by name. */
  unmapped: readonly string[]
}

export interface IntunePolicy extends PolicySettings {
  id: string
  name: string
  source: PolicySource
  /** The policy as read, for its assignments. */
  raw: unknown
  /** Where the settings were read; their own pointers continue its pointer. */
  evidence: Evidence
}

export interface PoliciesRead {
  policies: IntunePolicy[]
  /** Readings that failed, by the source that they leave unread. */
  unread: { source: PolicySource; failed: Failed }[]
}

/** Every Intune policy with its settings under the ids of the settings catalogue. */
export function readPolicies(tenant: TenantReading): PoliciesRead {
  const reads = [
    withIncomplete(
      tenant,
      readWhole(tenant, 'catalogue', 'configurationPolicies', (policy, pointer) =>
        flattenCatalogue(fields(policy).settings, `${pointer}/settings`),
      ),
    ),
    readWhole(tenant, 'profile', 'deviceConfigurations', flattenDeviceConfiguration),
    readParts(
      tenant,
      'template',
      { policies: 'groupPolicyConfigurations', settings: 'groupPolicyDefinitionValues' },
      flattenDefinitionValues,
    ),
    readParts(tenant, 'intent', { policies: 'intents', settings: 'intentSettings' }, (value) => ({
      settings: flattenIntentSettings(value),
      unmapped: [],
    })),
  ]
  return { policies: reads.flatMap(({ policies }) => policies), unread: reads.flatMap(({ unread }) => unread) }
}

/** A policy is only partly read if it came with fewer settings than its count, or with a link to more. */
function withIncomplete(tenant: TenantReading, read: PoliciesRead): PoliciesRead {
  const { key } = readDataset(tenant, 'configurationPolicies')
  const incomplete = policiesIn(tenant, 'configurationPolicies').filter(
    ({ settings, settingCount, 'settings@odata.nextLink': more }) =>
      more !== undefined || (typeof settingCount === 'number' && list(settings).length < settingCount),
  )
  const unread = incomplete.map(({ name, settings, settingCount }) => {
    const counted = typeof settingCount === 'number' ? ` of ${formatCount(settingCount)}` : ''
    const reason = `Only ${formatCount(list(settings).length)}${counted} settings of “${text(name) ?? 'a policy'}” were received.`
    return {
      source: 'catalogue' as const,
      failed: { ok: false as const, key, verdict: 'no_visibility' as const, reason },
    }
  })
  return { ...read, unread: [...read.unread, ...unread] }
}

function policiesIn(tenant: TenantReading, dataset: string): Fields[] {
  const reading = readDataset(tenant, dataset)
  return list(reading.ok ? reading.value : undefined).map(fields)
}

/** Policies that contain their settings. */
function readWhole(
  tenant: TenantReading,
  source: PolicySource,
  dataset: string,
  flatten: (policy: unknown, pointer: string) => SettingValue[],
): PoliciesRead {
  const reading = readDataset(tenant, dataset)
  if (!reading.ok) return { policies: [], unread: [{ source, failed: reading }] }
  const policies = list(reading.value).flatMap((raw, index) => {
    const settings = flatten(raw, `/${index}`)
    return settings.length > 0 ? [policyOf(raw, source, reading, { settings, unmapped: [] })] : []
  })
  return { policies, unread: [] }
}

/** Policies whose settings are a separate dataset, read policy by policy. */
function readParts(
  tenant: TenantReading,
  source: PolicySource,
  datasets: { policies: string; settings: string },
  flatten: (value: unknown) => PolicySettings,
): PoliciesRead {
  const reading = readDataset(tenant, datasets.policies)
  if (!reading.ok) return { policies: [], unread: [{ source, failed: reading }] }
  const read: PoliciesRead = { policies: [], unread: [] }
  for (const raw of list(reading.value)) {
    const settings = readDataset(tenant, datasets.settings, text(fields(raw).id) ?? '')
    if (!settings.ok) {
      read.unread.push({ source, failed: settings })
      continue
    }
    const found = flatten(settings.value)
    if (found.settings.length + found.unmapped.length > 0) read.policies.push(policyOf(raw, source, settings, found))
  }
  return read
}

function policyOf(
  raw: unknown,
  source: PolicySource,
  reading: Extract<Reading, { ok: true }>,
  settings: PolicySettings,
): IntunePolicy {
  const { id, name, displayName } = fields(raw)
  return {
    id: text(id) ?? '',
    name: text(name) ?? text(displayName) ?? text(id) ?? 'a policy without a name',
    source,
    raw,
    ...settings,
    evidence: reading.evidence,
  }
}
