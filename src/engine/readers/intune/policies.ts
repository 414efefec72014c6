import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Evidence, Reading, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { flattenDefinitionValues } from './administrative-templates.ts'
import { flattenCatalogue, type SettingValue } from './catalogue.ts'
import { flattenDeviceConfiguration, flattenIntentSettings } from './device-configurations.ts'

/** The four places where Intune keeps settings of Windows. */
export type PolicySource = 'catalogue' | 'profile' | 'template' | 'intent'

export interface IntunePolicy {
  id: string
  name: string
  source: PolicySource
  /** The policy as read, for its assignments. */
  raw: unknown
  settings: readonly SettingValue[]
  /** Categories of an administrative template's settings that are set but not known by name. */
  unmapped: readonly string[]
  /** Where the settings were read; their pointers go below its own. */
  evidence: Evidence
}

export interface PoliciesRead {
  policies: IntunePolicy[]
  /** Readings that failed, by the source they leave in the dark. */
  unread: { source: PolicySource; failed: Failed }[]
}

/** Every Intune policy with its settings under the ids of the settings catalogue. */
export function readPolicies(tenant: TenantReading): PoliciesRead {
  const read: PoliciesRead = { policies: [], unread: [] }
  readWhole(tenant, read, 'catalogue', 'configurationPolicies', (policy, pointer) =>
    flattenCatalogue(fields(policy).settings, `${pointer}/settings`),
  )
  readWhole(tenant, read, 'profile', profilesDataset(tenant), flattenDeviceConfiguration)
  readParts(tenant, read, 'template', 'groupPolicyConfigurations', 'groupPolicyDefinitionValues', (value) =>
    flattenDefinitionValues(value),
  )
  readParts(tenant, read, 'intent', 'intents', 'intentSettings', (value) => ({
    settings: flattenIntentSettings(value),
    unmapped: [],
  }))
  return read
}

/** Attack surface reduction stands in the beta shape of endpoint protection profiles only. */
function profilesDataset(tenant: TenantReading): string {
  return readDataset(tenant, 'deviceConfigurationsBeta').ok ? 'deviceConfigurationsBeta' : 'deviceConfigurations'
}

function readWhole(
  tenant: TenantReading,
  read: PoliciesRead,
  source: PolicySource,
  key: string,
  flatten: (policy: unknown, pointer: string) => SettingValue[],
): void {
  const reading = readDataset(tenant, key)
  if (!reading.ok) {
    read.unread.push({ source, failed: reading })
    return
  }
  for (const [index, raw] of list(reading.value).entries()) {
    const settings = flatten(raw, `/${index}`)
    if (settings.length > 0) read.policies.push(policyOf(raw, source, reading, settings, []))
  }
}

function readParts(
  tenant: TenantReading,
  read: PoliciesRead,
  source: PolicySource,
  key: string,
  partKey: string,
  flatten: (value: unknown) => { settings: SettingValue[]; unmapped: string[] },
): void {
  const reading = readDataset(tenant, key)
  if (!reading.ok) {
    read.unread.push({ source, failed: reading })
    return
  }
  for (const raw of list(reading.value)) {
    const part = readDataset(tenant, partKey, text(fields(raw).id) ?? '')
    if (!part.ok) {
      read.unread.push({ source, failed: part })
      continue
    }
    const { settings, unmapped } = flatten(part.value)
    if (settings.length + unmapped.length > 0) read.policies.push(policyOf(raw, source, part, settings, unmapped))
  }
}

function policyOf(
  raw: unknown,
  source: PolicySource,
  reading: Extract<Reading, { ok: true }>,
  settings: readonly SettingValue[],
  unmapped: readonly string[],
): IntunePolicy {
  const { id, name, displayName } = fields(raw)
  return {
    id: text(id) ?? '',
    name: text(name) ?? text(displayName) ?? text(id) ?? 'a policy without a name',
    source,
    raw,
    settings,
    unmapped,
    evidence: reading.evidence,
  }
}
