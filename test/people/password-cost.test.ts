import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { openRuntime } from '../../src/runtime/runtime.ts'
import { PASSWORD_COST } from '../../src/shared/crypto/password-hash.ts'
import { startApi } from '../harness/api.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

test('the service derives passwords at the full cost, which only tests lower', async () => {
  const environment = { DATABASE_URL: api.databaseUrl, PLUMBLINE_SECRET_KEY: 'x'.repeat(32) }
  const settings = readSettings({ ...environment, PLUMBLINE_LOG_LEVEL: 'silent' })
  const { app, close } = await openRuntime(settings, { database: 'given', anySecretKey: true })
  await close()
  assert.deepEqual(app.passwordCost, PASSWORD_COST)
})
