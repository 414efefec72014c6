import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStreams } from '../../src/cli/doctor/streams.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { serveMetrics } from '../../src/runtime/metrics.ts'
import { startApi } from '../harness/api.ts'

const TOKEN = 'a-token-of-the-tests-with-40-characters-'

test('the service does not start with metrics that other machines can read without a token', () => {
  const read = (PLUMBLINE_METRICS_HOST: string, more = {}) => readSettings({ PLUMBLINE_METRICS_HOST, ...more })
  for (const host of ['0.0.0.0', '::', '10.0.0.5', '2001:db8::1']) {
    assert.throws(() => read(host), /set PLUMBLINE_METRICS_TOKEN as well/, host)
    assert.equal(read(host, { PLUMBLINE_METRICS_TOKEN: TOKEN }).metricsHost, host)
    assert.equal(read(host, { PLUMBLINE_METRICS_PORT: '0' }).metricsPort, 0, 'no metrics need no token')
  }
  for (const host of ['127.0.0.1', '127.0.0.9', '::1']) assert.equal(read(host).metricsToken, undefined)
  assert.equal(readSettings({}).metricsHost, '127.0.0.1')
  for (const host of ['127.example.com', 'localhost', 'metrics'])
    assert.throws(() => read(host), /PLUMBLINE_METRICS_HOST must be an IP address/, host)
  assert.throws(() => read('::', { PLUMBLINE_METRICS_TOKEN: 'short' }), /PLUMBLINE_METRICS_TOKEN must be at least 32/)
})

test('with a token, metrics are read with this token and no other', async () => {
  await using api = await startApi()
  const metrics = await serveMetrics(api.app, { port: 0, host: '0.0.0.0', token: TOKEN })
  const read = (authorization?: string) =>
    fetch(`http://127.0.0.1:${metrics.port}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
  try {
    for (const wrong of [
      undefined,
      '',
      TOKEN,
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
    ]) {
      const refused = await read(wrong)
      assert.equal(refused.status, 401, String(wrong))
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
      assert.doesNotMatch(await refused.text(), /plumbline_/)
    }
    const answer = await read(`Bearer ${TOKEN}`)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /^plumbline_http_request_seconds_count|# TYPE plumbline_http_request_seconds/m)
    const settings = { metricsPort: metrics.port, metricsHost: '0.0.0.0', metricsToken: TOKEN }
    assert.match(await readStreams(settings), /^0 open/, 'the doctor reads them as well')
  } finally {
    await metrics.close()
  }
})
