import { MFA_FOR_ADMINISTRATORS } from './mfa/administrators.ts'
import { MFA_FOR_CUSTOMERS } from './mfa/customers.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import { AUTHENTICATION_METHODS } from './mfa/methods.ts'
import { MFA_FOR_SERVICES } from './mfa/services.ts'
import { MFA_FOR_SYSTEMS } from './mfa/systems.ts'
import type { Remedy } from './remedy.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [
  ...MFA_FOR_EVERYONE,
  ...MFA_FOR_ADMINISTRATORS,
  ...AUTHENTICATION_METHODS,
  ...MFA_FOR_SERVICES,
  ...MFA_FOR_SYSTEMS,
  ...MFA_FOR_CUSTOMERS,
]
