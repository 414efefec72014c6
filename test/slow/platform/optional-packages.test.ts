import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Lists the packages that a process loads which opens what these settings name. */
function loadedWith(env: Record<string, string>): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    const { readSettings } = await import('./src/platform/settings/settings.ts')
    await import('./src/runtime/up.ts')
    const { openTracingOf } = await import('./src/runtime/connections/tracing.ts')
    const { openObjectStoreOf } = await import('./src/runtime/connections/object-store.ts')
    await openTracingOf(readSettings())
    await openObjectStoreOf(readSettings(), {})
    console.log(JSON.stringify(urls.filter((url) => /@opentelemetry|aws4fetch/.test(url))))
    process.exit(0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  })
  assert.notEqual(stdout, '', stderr)
  return ['@opentelemetry/sdk-trace', 'aws4fetch'].filter((name) => stdout.includes(`/node_modules/${name}/`))
}

test('OpenTelemetry and the object store client are loaded only if the settings have an address', () => {
  assert.deepEqual(loadedWith({}), [])
  const keys = { PLUMBLINE_BLOB_ACCESS_KEY: 'id', PLUMBLINE_BLOB_SECRET_KEY: 'secret' }
  assert.deepEqual(loadedWith({ PLUMBLINE_BLOB_URL: 'https://storage.example/bucket', ...keys }), ['aws4fetch'])
  assert.deepEqual(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }), ['@opentelemetry/sdk-trace'])
})
