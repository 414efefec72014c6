import { APPLICATION_CONSENT } from './applications/consent.ts'
import { APPLICATION_CREDENTIALS } from './applications/credentials.ts'
import { MFA_FOR_ADMINISTRATORS } from './mfa/administrators.ts'
import { MFA_FOR_CUSTOMERS } from './mfa/customers.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import { AUTHENTICATION_METHODS } from './mfa/methods.ts'
import { MFA_FOR_SERVICES } from './mfa/services.ts'
import { MFA_FOR_SYSTEMS } from './mfa/systems.ts'
import { ADMINISTRATOR_ACCOUNTS } from './privileged-access/accounts.ts'
import { PRIVILEGED_CREDENTIALS } from './privileged-access/credentials.ts'
import { JUST_IN_TIME } from './privileged-access/just-in-time.ts'
import { PRIVILEGE_REVIEWS } from './privileged-access/reviews.ts'
import { ADMINISTRATOR_ROLES } from './privileged-access/roles.ts'
import { SIGN_IN_RIGHTS } from './privileged-access/sign-in-rights.ts'
import { ADMINISTRATION_WORKSTATIONS } from './privileged-access/workstations.ts'
import type { Remedy } from './remedy.ts'
import { SIGN_IN_DEVICES } from './sign-in/devices.ts'
import { GUESTS } from './sign-in/guests.ts'
import { SIGN_IN_LOGS } from './sign-in/logs.ts'
import { SIGN_IN_PROTOCOLS } from './sign-in/protocols.ts'
import { SIGN_IN_RISK } from './sign-in/risk.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [
  ...MFA_FOR_EVERYONE,
  ...MFA_FOR_ADMINISTRATORS,
  ...AUTHENTICATION_METHODS,
  ...MFA_FOR_SERVICES,
  ...MFA_FOR_SYSTEMS,
  ...MFA_FOR_CUSTOMERS,
  ...SIGN_IN_PROTOCOLS,
  ...SIGN_IN_DEVICES,
  ...SIGN_IN_RISK,
  ...GUESTS,
  ...SIGN_IN_LOGS,
  ...ADMINISTRATOR_ACCOUNTS,
  ...ADMINISTRATOR_ROLES,
  ...JUST_IN_TIME,
  ...PRIVILEGE_REVIEWS,
  ...ADMINISTRATION_WORKSTATIONS,
  ...SIGN_IN_RIGHTS,
  ...PRIVILEGED_CREDENTIALS,
  ...APPLICATION_CONSENT,
  ...APPLICATION_CREDENTIALS,
]
