import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../src/platform/settings/settings.ts'
import { fields } from '../../src/shared/json.ts'
import { VERSION } from '../../src/shared/version.ts'

const KUBERNETES = 'deploy/kubernetes'
const UNITS = ['deploy/plumbline.service', ...readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`)]
const MANIFESTS = readdirSync(KUBERNETES).map((name) => `${KUBERNETES}/${name}`)

const read = (file: string): string => readFileSync(file, 'utf8')

const documents = MANIFESTS.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => ({ file, content: document.toJS() })),
)

// biome-ignore lint/suspicious/noExplicitAny: the point is to hand over what may be wrong
const SCHEMAS: Readonly<Record<string, (content: any) => { validate(): void }>> = {
  'apps/v1 Deployment': (content) => new Deployment(content),
  'batch/v1 Job': (content) => new Job(content),
  'v1 Service': (content) => new Service(content),
  'policy/v1 PodDisruptionBudget': (content) => new PodDisruptionBudget(content),
}

/** Throws if the manifest does not match the schema that Kubernetes publishes for its kind. */
function requireValid(content: unknown): void {
  const kind = `${fields(content).apiVersion} ${fields(content).kind}`
  const read = SCHEMAS[kind] ?? assert.fail(`no schema for ${kind}`)
  read(content).validate()
}

test('the manifests match the schemas of Kubernetes', () => {
  assert.ok(documents.length >= 5)
  for (const { content } of documents) requireValid(content)
  const { content } = documents.find(({ file }) => file.endsWith('work.yaml')) ?? assert.fail()
  assert.throws(() => requireValid({ ...content, spec: { ...content.spec, replicas: 'two' } }))
  assert.throws(() => requireValid({ ...content, spec: { ...content.spec, template: undefined } }))
})

test('every container runs this version, without root, without privilege escalation and with a memory limit', () => {
  for (const { file, content } of documents.filter(({ content }) => content.spec?.template)) {
    const { spec } = content.spec.template
    assert.equal(spec.securityContext.runAsNonRoot, true, file)
    for (const container of spec.containers) {
      assert.equal(container.image.split(':').at(-1), VERSION, file)
      assert.equal(container.securityContext.allowPrivilegeEscalation, false, file)
      assert.equal(container.securityContext.readOnlyRootFilesystem, true, file)
      assert.ok(container.resources.limits.memory, file)
    }
  }
})

test('every setting that a deployment file names exists', () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ env }) => env))
  for (const file of [...UNITS, ...MANIFESTS, 'compose.yaml', 'Dockerfile']) {
    for (const [name] of read(file).matchAll(/\b(PLUMBLINE_[A-Z_]+|DATABASE_[A-Z_]*URL|SMTP_URL)\b/g))
      assert.ok(known.has(name), `${file} names ${name}`)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd accepts the units', { skip: hasSystemd ? false : 'systemd-analyze is not installed' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-units-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const checkout = join(folder, 'checkout')
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true })
  const node = join(checkout, 'node_modules/.bin/node')
  writeFileSync(node, '')
  chmodSync(node, 0o755)
  const verify = (name: string, content: string) => {
    const file = join(folder, name)
    writeFileSync(file, content.replaceAll('/opt/plumbline', checkout))
    return spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  }
  for (const unit of UNITS) {
    const { status, stdout, stderr } = verify(unit.split('/').at(-1) ?? '', read(unit))
    assert.deepEqual([status, stdout + stderr], [0, ''], unit)
  }
  const wrong = verify('wrong.service', read(UNITS[0] ?? '').replace('ProtectSystem=strict', 'ProtectSystems=strict'))
  assert.match(wrong.stderr, /Unknown key/)
})

// Fastify lists the addresses of the machine when it listens on all of them, as PLUMBLINE_HOST=0.0.0.0 makes it do.
test('a unit that serves may list the addresses of the machine', () => {
  const serving = UNITS.filter((unit) => !unit.endsWith('-migrate.service'))
  assert.equal(serving.length, 3)
  for (const unit of serving) assert.match(read(unit), /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m, unit)
})

test('the compose file matches the schema of the Compose specification', () => {
  const schema = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'))
  delete schema.$schema
  const check = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
  const content = fields(parse(read('compose.yaml'), { merge: true }))
  assert.ok(check(content), JSON.stringify(check.errors))
  assert.ok(!check({ ...content, services: { api: { imagine: 'x' } } }))
})

test('the Dockerfile has no fault that a linter knows, pins its base, and runs as an ordinary user', () => {
  const text = read('Dockerfile')
  assert.deepEqual(
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  )
  assert.ok(validate('FRM debian\n').length > 0)
  for (const [, image = ''] of text.matchAll(/^FROM (\S+)/gm)) assert.match(image, /:\d+[\w.-]*$/)
  assert.match(text, /^USER (?!root|0)\w+$/m)
  assert.match(text, /^HEALTHCHECK /m)
  assert.doesNotMatch(text, /^ADD |\bsudo\b|curl [^\n]*\|/m)
})

/** As test/slow/platform/upgrade.test.ts reads it. */
const RELEASE = /^\| \d+\.\d+\.\d+ \| \d{4}-\d\d-\d\d \| `[0-9a-f]{40}` \|$/

test('every row of the table of releases has a version, a day and a commit, also the one that the procedure adds', () => {
  const [, , ...rows] = read('RELEASES.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  assert.ok(rows.length > 0)
  const [, form = ''] = read('docs/releasing.md').match(/printf '(.*)\\n'/) ?? []
  const added = form.replace('X.Y.Z', '1.2.3').replace('%s', '2026-11-22').replace('%s', 'a'.repeat(40))
  for (const row of [...rows, added]) assert.match(row, RELEASE)
})
