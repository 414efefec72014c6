import { MEMORY_INTEGRITY } from '../../readers/settings/credential-protection.ts'
import { NOT_REPORTED, protectionCheck } from './credential-protection.ts'

/** ISM-1896. */
export const memoryIntegrity = protectionCheck({
  id: 'memory-integrity',
  setting: MEMORY_INTEGRITY,
  effect: 'memory integrity is turned on',
  expected: 'A policy turns memory integrity on for all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: [],
  limitations: [NOT_REPORTED, 'Devices may have it on without a policy, as many new ones do.'],
})
