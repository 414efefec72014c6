import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Agent, fetch } from 'undici'
import { CHECKOUT, newDataDir, startService } from '../../start/processes.ts'

/** The files and folders that the Dockerfile copies from the checkout. */
async function listCopied(): Promise<string[]> {
  const text = await readFile(join(CHECKOUT, 'Dockerfile'), 'utf8')
  return [...text.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
}

test('the image contains everything that the service needs, and the build may send it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-image-'))
  t.after(() => rm(folder, { recursive: true }))
  const copied = await listCopied()
  const allowed = (await readFile(join(CHECKOUT, '.dockerignore'), 'utf8')).split('\n')
  assert.deepEqual(
    copied.filter((name) => !allowed.includes(`!${name}`)),
    [],
  )
  for (const name of copied) await cp(join(CHECKOUT, name), join(folder, name), { recursive: true })
  await symlink(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'))
  const service = await startService(t, {
    dataDir: await newDataDir(t),
    program: process.execPath,
    args: [join(folder, 'bin/plumbline.js'), 'up'],
    env: { NODE_ENV: 'production' },
  })
  await service.ready()
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  t.after(() => dispatcher.close())
  for (const path of ['/readyz', '/docs', '/sign-in', '/api/openapi.json']) {
    const { status } = await fetch(`https://localhost:${service.port}${path}`, { dispatcher })
    assert.equal(status, 200, path)
  }
})
