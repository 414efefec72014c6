import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionalPermissions, requiredPermissions } from '../../src/graph/permissions/permissions.ts'
import { newDataDir, runCommand } from '../start/processes.ts'

test('the permissions and the consent address are printed without a running service or database', async (t) => {
  const dataDir = await newDataDir(t)
  const env = {
    PLUMBLINE_GRAPH_CLIENT_ID: '00000000-0000-0000-0000-000000000001',
    PLUMBLINE_GRAPH_CLIENT_SECRET: 'a secret that is not printed',
    PLUMBLINE_APP_URL: 'https://app.example',
  }
  const { code, stdout } = await runCommand({ dataDir, env, args: ['permissions', '--json'] })
  assert.equal(code, 0)
  const { permissions, consentUrl, resourceAppId } = JSON.parse(stdout)
  assert.equal(resourceAppId, '00000003-0000-0000-c000-000000000000')
  const named = permissions.map(({ name }: { name: string }) => name)
  assert.deepEqual(named, [...requiredPermissions(), ...optionalPermissions()])
  assert.ok(consentUrl.startsWith('https://login.microsoftonline.com/{tenant id}/v2.0/adminconsent?'), consentUrl)
  const { searchParams } = new URL(consentUrl)
  assert.deepEqual(Object.fromEntries(searchParams), {
    client_id: '00000000-0000-0000-0000-000000000001',
    scope: 'https://graph.microsoft.com/.default',
    redirect_uri: 'https://app.example/consent/callback',
    state: '{state}',
  })
  const forPeople = await runCommand({ dataDir, args: ['permissions'] })
  assert.equal(forPeople.code, 0)
  for (const name of named) assert.ok(forPeople.stdout.includes(name), name)
  assert.match(forPeople.stdout, /client_id=\{client id\}/)
  assert.doesNotMatch(stdout + forPeople.stdout, /a secret/)
})
