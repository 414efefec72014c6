import { perTenant } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { activePlans } from '../identity/account-plans.ts'
import { peopleOf } from '../identity/people.ts'
import { windowsFleet } from './windows-fleet.ts'

/** Service plans by id: Microsoft's list of product names and service plan identifiers for licensing. */
const ENTERPRISE: ReadonlySet<string> = new Set([
  '43de0ff5-c92c-492b-9116-175376d08c38', // OFFICESUBSCRIPTION
  'de9234ff-6483-44d9-b15e-dca72fdd27af', // OFFICESUBSCRIPTION_GOV
])
const BUSINESS = '094e7854-93fc-4d55-b2c0-3ab5369ebdc1' // OFFICE_BUSINESS

interface OfficeEditions {
  /** Indexes of the devices whose primary user is licensed only for Apps for business. */
  business: ReadonlySet<number>
  /** Indexes of the devices without a primary user, or whose user's licences are unknown. */
  unknown: ReadonlySet<number>
}

/**
 * Which edition of Microsoft 365 Apps a device gets from its primary user's licence, in tenants that have both editions:
 * the person who is signed in to Office determines its edition.
 */
export const officeEditions = perTenant((tenant: TenantReading): OfficeEditions => {
  const fleet = windowsFleet(tenant)
  const { accounts } = peopleOf(tenant)
  const business = new Set<number>()
  const unknown = new Set<number>()
  for (const [deviceIndex, { userId }] of fleet.ok ? fleet.devices.entries() : []) {
    const assigned = accounts.get(userId ?? '')?.assignedPlans
    const plans = Array.isArray(assigned) ? activePlans(assigned) : undefined
    if (plans === undefined) unknown.add(deviceIndex)
    else if (plans.includes(BUSINESS) && !plans.some((plan) => ENTERPRISE.has(plan))) business.add(deviceIndex)
  }
  return { business, unknown }
})
