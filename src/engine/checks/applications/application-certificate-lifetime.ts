import type { Check } from '../../model/check.ts'
import { CERTIFICATE_DAYS, evaluateRestrictions, limitedCertificates } from './credential-restrictions.ts'

/** Certificates of applications are short-lived. */
export const applicationCertificateLifetime: Check = {
  id: 'application-certificate-lifetime',
  version: 2,
  counts: 'kind of credentials',
  evaluate: (tenant, parameters) =>
    evaluateRestrictions(tenant, parameters, {
      expected: `Certificates of applications and service principals are valid for ${CERTIFICATE_DAYS} days at most.`,
      predicate: `limited to ${CERTIFICATE_DAYS} days`,
      items: limitedCertificates,
    }),
}
