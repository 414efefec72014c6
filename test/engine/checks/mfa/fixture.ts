import type { Values } from '../../snapshot-builder.ts'
import { id, policy, RESISTANT, readable, strength, user } from '../../tenant-parts.ts'

export const resistant = policy({ name: 'Resistant', grant: strength(RESISTANT) })

/** A hundred members, none with a role. */
export const crowd = (n = 100): object[] =>
  Array.from({ length: n }, (_, index) => user(id(1000 + index), `user${index}`))
export const crowded = (policies: object[], more: Values = {}): Values =>
  readable(policies, { users: crowd(), registrationDetails: [], ...more })

export const overOffice = policy({ applications: { includeApplications: ['Office365'] } })
