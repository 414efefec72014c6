import { MEMORY_INTEGRITY } from '../../readers/settings/credential-protection.ts'
import { NOT_REPORTED, protectionCheck } from './credential-protection.ts'

/** ISM-1896. */
export const memoryIntegrity = protectionCheck({
  id: 'memory-integrity',
  setting: MEMORY_INTEGRITY,
  effect: 'memory integrity is turned on',
  expected: 'Memory integrity is on for all Windows devices.',
  sources: ['catalogue', 'profile', 'template', 'intent'],
  templateCategories: ['device guard'],
  reports: [],
  // New devices and new installations turn it on if their hardware allows it, whatever the version (Microsoft Learn,
  // "Enable virtualization-based protection of code integrity").
  alsoSetBy: { name: 'the default of many new devices' },
  limitations: [NOT_REPORTED],
})
