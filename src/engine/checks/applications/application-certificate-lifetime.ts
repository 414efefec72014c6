import type { Check } from '../../model/check.ts'
import { CERTIFICATE_DAYS, evaluateRestrictions, limitedCertificates } from './credential-restrictions.ts'

/** Certificates of applications do not live long. */
export const applicationCertificateLifetime: Check = {
  id: 'application-certificate-lifetime',
  version: 1,
  evaluate: (tenant) =>
    evaluateRestrictions(tenant, {
      expected: `Certificates of applications and service principals live for ${CERTIFICATE_DAYS} days at most.`,
      predicate: `limited to ${CERTIFICATE_DAYS} days`,
      items: limitedCertificates,
    }),
}
