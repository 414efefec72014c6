import type { Check } from '../../model/check.ts'
import { SHAREPOINT } from '../../readers/conditional-access/applications.ts'
import { SECOND_FACTOR } from '../../readers/conditional-access/policies.ts'
import { repositoryCheck } from './data-repositories.ts'

/** Everybody must use a second factor to reach SharePoint and OneDrive (ISM-1505). */
export const mfaDataRepositories: Check = repositoryCheck(
  'mfa-data-repositories',
  { ...SECOND_FACTOR, resource: SHAREPOINT },
  'a second factor',
)
