import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'

/** How a device is configured: only by Intune, or by other tools as well. */
export interface Management {
  /** Whether neither group policy nor Configuration Manager can reach it; false if that is not certain. */
  byIntuneAlone: boolean
  /** Whether it is joined to a directory, in the cloud or not, rather than only registered; undefined if unknown. */
  joined: boolean | undefined
  /** Whether Configuration Manager, rather than Intune, decides when Windows updates are installed. */
  updatesByConfigurationManager: boolean
}

/** Values of Graph's `managementAgentType` with no agent but Intune's; email synchronisation configures nothing. */
const INTUNE_AGENTS = ['mdm', 'easmdm']

/** Values of Graph's `deviceEnrollmentType` for devices that join Entra and no domain. */
const CLOUD_JOINS = [
  'windowsazureadjoin',
  'windowsazureadjoinusingdeviceauth',
  'windowsbulkazuredomainjoin',
  'azureadjoinusingazurevmextension',
]

/** Graph's `joinType` in lower case by device id; undefined if it could not be read. */
const joinTypes = perTenant((tenant: TenantReading): ReadonlyMap<string, string> | undefined => {
  const reading = readDataset(tenant, 'deviceEditions')
  if (!reading.ok) return undefined
  return new Map(
    list(reading.value).map((item) => {
      const { id, joinType } = fields(item)
      return [text(id) ?? '', text(joinType)?.toLowerCase() ?? '']
    }),
  )
})

/** How a device of `managedDevices` is managed and joined (Graph beta `joinType`; without it, how it enrolled). */
export function managementOf(tenant: TenantReading, device: Fields): Management {
  const joins = joinTypes(tenant)
  const enrolled = text(device.deviceEnrollmentType)?.toLowerCase() ?? ''
  const join = joins?.get(text(device.id) ?? '') || 'unknown'
  const agent = text(device.managementAgent)?.toLowerCase() ?? ''
  // Some of these enrolment types are also used for domain devices, so without the join type none is certain.
  const inCloud =
    joins !== undefined && (join === 'unknown' ? CLOUD_JOINS.includes(enrolled) : join === 'azureadjoined')
  const isCoManaged = agent.startsWith('configurationmanager') || enrolled === 'windowscomanagement'
  const workloads = fields(device.configurationManagerClientEnabledFeatures)
  return {
    byIntuneAlone: inCloud && INTUNE_AGENTS.includes(agent) && !isCoManaged,
    joined: join === 'unknown' ? inCloud || undefined : join !== 'azureadregistered',
    updatesByConfigurationManager:
      agent.startsWith('configurationmanager') && workloads.windowsUpdateForBusiness !== true,
  }
}
