import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { signatureHeaders } from '../../src/features/webhooks/rules.ts'
import { startApi } from '../harness/api.ts'
import { findFreePort } from '../harness/free-port.ts'
import { eventually } from '../runs/eventually.ts'
import { CHECKOUT } from '../start/processes.ts'
import { deliver, emit, hook, waitForAttempts } from '../webhooks/fixture.ts'

interface Vectors {
  secret: string
  vectors: { name: string; body: string; signature: string; valid: boolean; standard?: Record<string, string> }[]
}

const GUIDE = join(CHECKOUT, 'docs/guide/webhooks.md')
const { secret, vectors }: Vectors = JSON.parse(
  await readFile(join(CHECKOUT, 'docs/guide/webhook-vectors.json'), 'utf8'),
)

/** How to run each receiver of the guide; skipped if its language is not installed. */
const LANGUAGES: Readonly<Record<string, { file: string; run: (file: string, port: string) => [string, string[]] }>> = {
  TypeScript: { file: 'receiver.ts', run: (file) => [process.execPath, [file]] },
  Python: { file: 'receiver.py', run: (file) => ['python3', [file]] },
  PHP: { file: 'receiver.php', run: (file, port) => ['php', ['-S', `localhost:${port}`, file]] },
  Go: { file: 'receiver.go', run: (file) => ['go', ['run', file]] },
}

async function startReceiver(language: string, withSecret: string) {
  const { file, run } = LANGUAGES[language] ?? assert.fail(language)
  const page = await readFile(GUIDE, 'utf8')
  const [, code] = new RegExp(`\n### ${language}\n+\`\`\`\\w+\n(.*?)\n\`\`\``, 's').exec(page) ?? []
  assert.ok(code, `the guide has a receiver in ${language}`)
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  await writeFile(join(folder, file), code)
  const port = String(await findFreePort())
  const [command, args] = run(join(folder, file), port)
  const environment = { PATH: process.env.PATH, HOME: folder, WEBHOOK_SECRET: withSecret, PORT: port }
  const child = spawn(command, args, { env: environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await eventually(`the receiver in ${language} listens`, async () => {
    assert.equal(child.exitCode, null, output)
    return await isOpen(Number(port))
  })
  return {
    url: `http://localhost:${port}/hook`,
    output: () => output,
    async [Symbol.asyncDispose]() {
      await stop(child)
      await rm(folder, { recursive: true })
    },
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })

/** The program and its children, because `go run` starts one. */
async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  if (child.pid !== undefined) process.kill(-child.pid)
  await exit
}

test('the published vectors match our signatures', () => {
  assert.ok(vectors.filter(({ valid }) => valid).length >= 3 && vectors.filter(({ valid }) => !valid).length >= 6)
  for (const { name, body, signature, valid, standard } of vectors) {
    const at = new Date(Number(standard?.['webhook-timestamp'] ?? 0) * 1000)
    const eventId = standard?.['webhook-id'] ?? ''
    const made = signatureHeaders({ eventId, body: Buffer.from(body), secrets: { current: secret }, at })
    assert.equal(made['x-service-signature'] === signature, valid, name)
    if (standard)
      assert.deepEqual({ ...made, 'x-service-signature': undefined }, { ...standard, 'x-service-signature': undefined })
  }
})

for (const [language, { run }] of Object.entries(LANGUAGES)) {
  const [command] = run('', '')
  const missing = language !== 'TypeScript' && spawnSync('which', [command]).status !== 0 && `${command} is not here`
  test(`the receiver in ${language} accepts signed requests and refuses all others`, { skip: missing }, async () => {
    await using receiver = await startReceiver(language, secret)
    for (const { name, body, signature, valid } of vectors) {
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
      const { status } = await fetch(receiver.url, { method: 'POST', headers, body })
      assert.equal(status, valid ? 200 : 401, `${name}: ${receiver.output()}`)
    }
    const { status } = await fetch(receiver.url, { method: 'POST', body: '{}' })
    assert.equal(status, 401, 'without a signature')
  })
}

test('the receiver in TypeScript accepts our real deliveries, each event once', async () => {
  await using api = await startApi()
  const { partnerId } = await api.partner('acme')
  const set = await hook(api, partnerId, 'http://127.0.0.1:1/hook')
  await using receiver = await startReceiver('TypeScript', set.secret)
  await hook(api, partnerId, receiver.url, { secret: set.secret })
  await using _ = deliver(api)
  await emit(await api.as('acme'))
  const [delivery] = await waitForAttempts(api, set.id, 1)
  assert.equal(delivery?.state, 'delivered')
  await eventually('it says so', async () => receiver.output().includes(`customer.created ${delivery?.event_id}`))
})
