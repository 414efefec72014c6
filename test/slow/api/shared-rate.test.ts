import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSharedRateLimiter } from '../../../src/http/rate-limits/shared.ts'
import { SERVICE_ROLE } from '../../../src/platform/database/service-role.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { assertProblem } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { openTestDatabase } from '../../harness/database.ts'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => new Date(nowMs) })
after(() => api[Symbol.asyncDispose]())

test('two processes on one database share one rate limit, and admit requests again after it', async () => {
  const distributor = await api.distributor('meridian')
  const { client: partner } = await makeActivePartner(api, distributor)
  const { db, pool } = openTestDatabase(api.databaseUrl, { poolSize: 10, role: SERVICE_ROLE })
  const other = { ...api.app, db }
  try {
    const rates = { partnerRate: 20, distributorRate: 30 }
    await using one = await startAnotherServer(api.app, { ...rates, limiter: createSharedRateLimiter(api.app) })
    await using two = await startAnotherServer(other, { ...rates, limiter: createSharedRateLimiter(other) })
    const burst = async (key: string, header: string, path: string): Promise<number> => {
      const clients = [one.client(key, header), two.client(key, header)]
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => clients[n % 2]?.get(path)))
      for (const answer of answers) {
        assert.ok(answer)
        if (answer.status === 200) continue
        assertProblem(answer, 429, 'RATE_LIMITED')
        assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
        assert.match(String(answer.headers.ratelimit), /;r=0;/)
      }
      return answers.filter((answer) => answer?.status === 200).length
    }
    for (let minutes = 0; minutes < 3; minutes++) {
      assert.equal(await burst(partner.key, 'X-Partner-Key', '/v1/partner/me'), 20)
      assert.equal(await burst(distributor.key, 'X-Distributor-Key', '/v1/distributor/partners'), 30)
      nowMs += 59_000 - (nowMs % 1000)
      assert.equal(await burst(partner.key, 'X-Partner-Key', '/v1/partner/me'), 0)
      nowMs += 2_000
    }
    // Capacity returns request by request, whichever process used it.
    const clients = [one.client(partner.key), two.client(partner.key)]
    for (let sent = 0; sent < 20; sent++) {
      assert.equal((await clients[sent % 2]?.get('/v1/partner/me'))?.status, 200)
      nowMs += 1000
    }
    const refused = (await clients[1]?.get('/v1/partner/me')) ?? assert.fail()
    assertProblem(refused, 429, 'RATE_LIMITED')
    nowMs += Number(refused.headers['retry-after']) * 1000
    assert.equal((await clients[0]?.get('/v1/partner/me'))?.status, 200)
    assertProblem((await clients[1]?.get('/v1/partner/me')) ?? assert.fail(), 429, 'RATE_LIMITED')
  } finally {
    await pool.end()
  }
})
