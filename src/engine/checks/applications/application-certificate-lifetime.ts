import type { Check } from '../../model/model.ts'
import { CERTIFICATE_DAYS, judge, limitedCertificates } from './credential-restrictions.ts'

/** Certificates of applications do not live long. */
export const applicationCertificateLifetime: Check = {
  id: 'application-certificate-lifetime',
  version: 1,
  evaluate: (tenant) =>
    judge(tenant, {
      expected: `Certificates of applications and service principals live for ${CERTIFICATE_DAYS} days at most.`,
      holds: `limited to ${CERTIFICATE_DAYS} days`,
      items: limitedCertificates,
    }),
}
