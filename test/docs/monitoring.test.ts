import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fields, list, text, texts } from '../../src/shared/json.ts'
import { startApi } from '../harness/api.ts'
import { openMetrics } from '../harness/metrics.ts'

const ALERTS = 'deploy/monitoring/alerts.yml'

const alerts = readFileSync(ALERTS, 'utf8')
const dashboard: unknown = JSON.parse(readFileSync('deploy/monitoring/grafana-dashboard.json', 'utf8'))

/** The queries of the dashboard, with its variables replaced as Grafana does. */
const queries = list(fields(dashboard).panels)
  .flatMap((panel) => list(fields(panel).targets))
  .map((target) => text(fields(target).expr) ?? '')
  .map((query) => query.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'))

/** Names of metrics, each with what its selector compares. */
const SELECTOR = /\b((?:plumbline|process|nodejs)_\w+)(?:\{([^}]*)\})?/g

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance', 'le']

/** What the text selects that the service does not have: metrics, or labels of one. */
function findUnknown(text: string, labelsOf: ReadonlyMap<string, readonly string[]>): string[] {
  return [...text.matchAll(SELECTOR)].flatMap(([, name = '', matchers = '']) => {
    const known = labelsOf.get(name) ?? labelsOf.get(name.replace(/_(bucket|count|sum)$/, ''))
    if (!known) return [name]
    const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label)
    return labels.filter((label) => !known.includes(label) && !ADDED.includes(label)).map((label) => `${name}.${label}`)
  })
}

test('the service has every metric and label that the dashboard and the alert rules select', async () => {
  await using api = await startApi()
  await using metrics = await openMetrics(api.app)
  await metrics.read()
  const { registry } = api.app.metrics
  const labelsOf = new Map(
    registry.getMetricsAsArray().map(({ name }) => [name, texts(fields(registry.getSingleMetric(name)).labelNames)]),
  )
  assert.ok(queries.length > 20)
  assert.deepEqual(findUnknown([alerts, ...queries].join('\n'), labelsOf), [])
  assert.deepEqual(findUnknown('rate(plumbline_nothing[5m]) + plumbline_runs{state="queued"}', labelsOf), [
    'plumbline_nothing',
    'plumbline_runs.state',
  ])
  assert.match(await registry.metrics(), /^plumbline_runs_failed_total\{code="INTERNAL_ERROR"\} 0$/m)
})

test('the dashboard shows every metric that an alert rule compares', () => {
  const expressions = [...alerts.matchAll(/^ +expr: (?:>-\n((?: {10}.*\n)+)|(.*))/gm)].map(
    ([, folded, plain]) => folded ?? plain,
  )
  const namesIn = (text: string): Set<string> =>
    new Set([...text.matchAll(SELECTOR)].map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, '')))
  assert.equal(expressions.length, alerts.split('- alert:').length - 1)
  const shown = namesIn(queries.join('\n'))
  assert.ok(shown.has('plumbline_backup_timestamp_seconds') && shown.has('plumbline_rates_fallback'))
  assert.deepEqual(
    [...namesIn(expressions.join('\n'))].filter((name) => !shown.has(name)),
    [],
  )
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test('Prometheus accepts the alert rules and the queries of the dashboard', {
  skip: hasPromtool ? false : 'promtool, a part of Prometheus, is not installed',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-rules-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'queries.yml')
  // Prometheus reads JSON as well, because YAML includes it.
  const rules = queries.map((expr, index) => ({ record: `query_${index}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  const checked = spawnSync('promtool', ['check', 'rules', ALERTS, file], { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.stdout + checked.stderr)
})
