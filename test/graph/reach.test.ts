import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkServicesRespond } from '../../src/graph/transport/reach.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { startSimulator } from '../../src/simulator/server.ts'
import { required } from '../harness/database.ts'

test('the check of the tenant services accepts any response, and names a service that does not respond', async () => {
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const clientId = '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20'
  const simulator = await startSimulator({ host: 'localhost', port: 0, cert, key, clientId, clientSecret: 'secret' })
  const source = { graphUrl: simulator.url, loginUrl: simulator.url, clientId, credential: { secret: 'secret' }, ca }
  try {
    await checkServicesRespond(source)
    await assert.rejects(
      checkServicesRespond({ ...source, graphUrl: 'https://localhost:1' }),
      /API at localhost:1 does not respond/,
    )
    await assert.rejects(
      checkServicesRespond({ ...source, loginUrl: 'https://localhost:1' }),
      /sign-in service at localhost:1/,
    )
    const { ca: _, ...untrusting } = source
    await assert.rejects(checkServicesRespond(untrusting), /does not respond/)
  } finally {
    await simulator.close()
  }
})
