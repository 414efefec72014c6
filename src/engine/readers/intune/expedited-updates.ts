import { fields, list } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { WindowsFleet } from '../devices/windows-fleet.ts'
import type { Failed } from '../results/result.ts'
import { reachOf, type States } from './assignments.ts'

/**
 * The devices of each profile that installs an urgent fix past all update rings, with a restart within these days
 * (Graph beta `windowsQualityUpdateProfile`, `expeditedUpdateSettings`).
 */
export function expeditedUpdates(
  tenant: TenantReading,
  fleet: WindowsFleet,
  days: number,
): { ok: true; profiles: readonly { states: States }[] } | Failed {
  const reading = readDataset(tenant, 'windowsQualityUpdateProfiles')
  if (!reading.ok) return reading
  const profiles = list(reading.value).flatMap((profile) => {
    const { daysUntilForcedReboot } = fields(fields(profile).expeditedUpdateSettings)
    if (typeof daysUntilForcedReboot !== 'number' || daysUntilForcedReboot > days) return []
    return [{ states: reachOf(tenant, fleet, profile).states }]
  })
  return { ok: true, profiles }
}
