import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../src/features/people/sessions/service.ts'
import { startApi } from '../harness/api.ts'
import { countStatements } from '../harness/statements.ts'
import { signIn } from './sessions.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

test('the session of a request is checked with one statement, with the person and the state of the account', async () => {
  const accounts = [(await api.partner('checked')).partnerId, (await api.distributor('checks')).id]
  for (const accountId of accounts) {
    const { cookie, session } = await signIn(api, accountId)
    const token = cookie.slice(`${SESSION_COOKIE}=`.length)
    const counted = countStatements(api.app)
    const statements = await counted.during(async () => {
      const found = await authenticateSession(counted.app, token)
      assert.deepEqual([found.personId, found.account.id], [session.personId, accountId])
    })
    assert.equal(statements, 1)
  }
})
