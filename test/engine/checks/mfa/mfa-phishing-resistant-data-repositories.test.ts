import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaPhishingResistantDataRepositories } from '../../../../src/engine/checks/mfa/mfa-phishing-resistant-data-repositories.ts'
import { refused } from '../../snapshot-builder.ts'
import { BOB, policy, RESISTANT, readable, SHAREPOINT, strength } from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { overOffice } from './fixture.ts'

reachesEveryVerdict(mfaPhishingResistantDataRepositories)

test('an ordinary second factor is not enough if SharePoint requires a phishing-resistant one', () => {
  assert.equal(evaluate(mfaPhishingResistantDataRepositories, readable([overOffice])).verdict, 'ineffective')
  const strict = policy({ applications: { includeApplications: [SHAREPOINT] }, grant: strength(RESISTANT) })
  assert.equal(evaluate(mfaPhishingResistantDataRepositories, readable([strict])).verdict, 'effective')
  const max = policy({ users: { excludeUsers: [BOB] }, grant: strength(RESISTANT) })
  assert.equal(evaluate(mfaPhishingResistantDataRepositories, readable([max])).verdict, 'partial')
  const unread = { conditionalAccessPolicies: refused() }
  assert.equal(evaluate(mfaPhishingResistantDataRepositories, readable([], unread)).verdict, 'no_visibility')
})
