import { perTenant } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type WindowsFleet, windowsFleet } from '../devices/windows-fleet.ts'
import type { Failed } from '../results/result.ts'
import { settingKey } from '../settings/setting.ts'
import { type Reached, reachOf } from './assignments.ts'
import { type IntunePolicy, type PoliciesRead, readPolicies } from './policies.ts'

/** One value that one policy gives to a setting, and the devices it reaches. */
export interface ConfiguredSetting {
  settingId: string
  option: string
  policy: IntunePolicy
  /** Index of the policy; all settings of a policy reach the same devices. */
  order: number
  reached: Reached
  /** JSON pointer into the policy's reading. */
  pointer: string
}

export interface IntuneSettings {
  ok: true
  fleet: WindowsFleet
  /** By `settingKey`. */
  byKey: ReadonlyMap<string, readonly ConfiguredSetting[]>
  /** Assigned policies with settings that could not be mapped. */
  unmapped: readonly IntunePolicy[]
  unread: PoliciesRead['unread']
}

/**
 * Every setting that Intune gives to Windows devices: the settings catalogue, device configuration profiles,
 * administrative templates and template profiles as one map from setting to values, computed once per tenant.
 */
export const intuneSettings = perTenant((tenant: TenantReading): IntuneSettings | Failed => {
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return fleet
  const { policies, unread } = readPolicies(tenant)
  const byKey = new Map<string, ConfiguredSetting[]>()
  const unmapped: IntunePolicy[] = []
  for (const [order, policy] of policies.entries()) {
    const reached = reachOf(tenant, fleet, policy.raw)
    if (policy.unmapped.length > 0 && reached.assigned) unmapped.push(policy)
    for (const { settingId, option, pointer } of policy.settings) {
      const entry = { settingId, option, policy, order, reached, pointer }
      const key = settingKey(settingId)
      const known = byKey.get(key)
      if (known) known.push(entry)
      else byKey.set(key, [entry])
    }
  }
  return { ok: true, fleet, byKey, unmapped, unread }
})

/** The values of a setting under any of its ids; an id that starts with `*` matches every id that ends with the rest. */
export function valuesOf(settings: IntuneSettings, settingId: string): readonly ConfiguredSetting[] {
  const key = settingKey(settingId)
  if (!key.startsWith('*')) return settings.byKey.get(key) ?? []
  const ending = key.slice(1)
  return [...settings.byKey].flatMap(([id, entries]) => (id.endsWith(ending) ? entries : []))
}
