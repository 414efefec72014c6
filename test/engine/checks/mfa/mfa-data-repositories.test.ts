import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaDataRepositories } from '../../../../src/engine/checks/mfa/mfa-data-repositories.ts'
import { refused } from '../../snapshot-builder.ts'
import { BOB, policy, readable, SHAREPOINT } from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { overOffice } from './fixture.ts'

reachesEveryVerdict(mfaDataRepositories)

test('it is effective only if a policy includes SharePoint', () => {
  assert.equal(evaluate(mfaDataRepositories, readable([overOffice])).verdict, 'effective')
  const without = policy({ applications: { excludeApplications: [SHAREPOINT] } })
  assert.equal(evaluate(mfaDataRepositories, readable([without])).verdict, 'ineffective')
  const max = policy({ users: { excludeUsers: [BOB] } })
  assert.equal(evaluate(mfaDataRepositories, readable([max])).verdict, 'partial')
  assert.equal(
    evaluate(mfaDataRepositories, readable([], { conditionalAccessPolicies: refused() })).verdict,
    'no_visibility',
  )
})
