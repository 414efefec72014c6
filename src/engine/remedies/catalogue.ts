import { DETECT_ALERTS } from './detect/alerts.ts'
import { DETECT_MONITORING } from './detect/monitoring.ts'
import { GOVERN_OVERSIGHT } from './govern/oversight.ts'
import { GOVERN_PLAN } from './govern/plan.ts'
import { GOVERN_RISKS } from './govern/risks.ts'
import { GOVERN_ROLES } from './govern/roles.ts'
import { GOVERN_SUPPLIER_REVIEWS } from './govern/supplier-reviews.ts'
import { GOVERN_SUPPLIERS } from './govern/suppliers.ts'
import { IDENTIFY_ASSETS } from './identify/assets.ts'
import { IDENTIFY_IMPROVEMENT } from './identify/improvement.ts'
import { IDENTIFY_WEAKNESSES } from './identify/weaknesses.ts'
import { MFA_FOR_EVERYONE } from './mfa/everyone.ts'
import { PROTECT_ACCESS } from './protect/access.ts'
import { PROTECT_ACCOUNTS } from './protect/accounts.ts'
import { PROTECT_DATA } from './protect/data.ts'
import { PROTECT_PLATFORMS } from './protect/platforms.ts'
import { PROTECT_RESILIENCE } from './protect/resilience.ts'
import { PROTECT_SOFTWARE } from './protect/software.ts'
import { PROTECT_TRAINING } from './protect/training.ts'
import { RECOVER_COMMUNICATION } from './recover/communication.ts'
import { RECOVER_PLAN } from './recover/plan.ts'
import { RECOVER_RESTORING } from './recover/restoring.ts'
import type { Remedy } from './remedy.ts'
import { RESPOND_COMMUNICATION } from './respond/communication.ts'
import { RESPOND_CONTAINMENT } from './respond/containment.ts'
import { RESPOND_INVESTIGATION } from './respond/investigation.ts'
import { RESPOND_PLAN } from './respond/plan.ts'

/** Every remedy, in the order of its area: checks first, then what only people can do. */
export const REMEDIES: readonly Remedy[] = [
  ...MFA_FOR_EVERYONE,
  ...GOVERN_OVERSIGHT,
  ...GOVERN_PLAN,
  ...GOVERN_RISKS,
  ...GOVERN_ROLES,
  ...GOVERN_SUPPLIER_REVIEWS,
  ...GOVERN_SUPPLIERS,
  ...IDENTIFY_ASSETS,
  ...IDENTIFY_IMPROVEMENT,
  ...IDENTIFY_WEAKNESSES,
  ...PROTECT_ACCESS,
  ...PROTECT_ACCOUNTS,
  ...PROTECT_DATA,
  ...PROTECT_PLATFORMS,
  ...PROTECT_RESILIENCE,
  ...PROTECT_SOFTWARE,
  ...PROTECT_TRAINING,
  ...DETECT_ALERTS,
  ...DETECT_MONITORING,
  ...RESPOND_COMMUNICATION,
  ...RESPOND_CONTAINMENT,
  ...RESPOND_INVESTIGATION,
  ...RESPOND_PLAN,
  ...RECOVER_COMMUNICATION,
  ...RECOVER_PLAN,
  ...RECOVER_RESTORING,
]
