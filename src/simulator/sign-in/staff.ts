import { guidOf } from '../content/primitives/random.ts'
import type { Persona } from './personas.ts'

/** The authority at which people of any organization sign in. */
export const ORGANIZATIONS = 'organizations'

/** A person of a partner or distributor, in the tenant of that company. */
export interface StaffMember extends Persona {
  tenantId: string
}

/** Two people in different tenants have the same name and address, to show that names do not identify people. */
const STAFF: readonly [company: string, name: string, username: string][] = [
  ['Northwind Managed IT', 'Sam Sample', 'sam@northwind.example'],
  ['Northwind Managed IT', 'Alex Rivers', 'alex@northwind.example'],
  ['Meridian Distribution', 'Kim Harbour', 'kim@meridian.example'],
  ['Copycat Computing', 'Sam Sample', 'sam@northwind.example'],
]

/** The people who can sign in to the portal with the simulated sign-in service. None of their tenants has data. */
export const STAFF_MEMBERS: readonly StaffMember[] = STAFF.map(([company, name, username]) => {
  const tenantId = guidOf('company', company)
  const id = guidOf('staff', tenantId, username)
  return { key: id, label: company, tenantId, id, name, userPrincipalName: username, roles: [] }
})

/** Whether a company of the staff has this tenant. */
export const isStaffTenant = (tenantId: string): boolean =>
  STAFF_MEMBERS.some((member) => member.tenantId === tenantId.toLowerCase())
