import type { Check } from '../../model/check.ts'
import { SHAREPOINT } from '../../readers/conditional-access/applications.ts'
import { PHISHING_RESISTANT_FACTOR } from '../../readers/conditional-access/policies.ts'
import { repositoryCheck } from './data-repositories.ts'

/** Everybody must use a phishing-resistant second factor to reach SharePoint and OneDrive (ISM-1894). */
export const mfaPhishingResistantDataRepositories: Check = repositoryCheck(
  'mfa-phishing-resistant-data-repositories',
  { ...PHISHING_RESISTANT_FACTOR, resource: SHAREPOINT },
  'a phishing-resistant second factor',
)
