import { memoryIntegrity } from '../../../../src/engine/checks/hardening/memory-integrity.ts'
import { MEMORY_INTEGRITY } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testProtection } from './protection-fixture.ts'

reachesEveryVerdict(memoryIntegrity)

testProtection(memoryIntegrity, MEMORY_INTEGRITY, true)
