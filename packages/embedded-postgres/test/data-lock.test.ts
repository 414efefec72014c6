import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { lockDataDir } from '../src/data-lock.ts'
import { DataDirInUse } from '../src/errors.ts'
import { processLife } from '../src/process-life.ts'

const notLinux = process.platform === 'linux' ? false : 'the start of a process is known on Linux only'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline lock '))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const HOLDER = `
  import { lockDataDir } from ${JSON.stringify(new URL('../src/data-lock.ts', import.meta.url).href)}
  await lockDataDir(process.argv[1], 'holder').then(() => console.log('held'), (error) => console.log(error.name))
  process.stdin.resume()`

/** Another process that tries to lock the folder and stays alive; returns the first line that it prints. */
async function startHolder(t: TestContext, folder: string): Promise<{ child: ChildProcess; printed: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const [printed] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, printed: String(printed) }
}

test('a second process cannot lock a folder, and learns which process has it and what to do', async (t) => {
  const folder = await newFolder(t)
  const lock = await lockDataDir(folder, 'plumbline up')
  await assert.rejects(lockDataDir(folder), (error) => {
    assert.ok(error instanceof DataDirInUse)
    assert.equal(error.pid, process.pid)
    assert.match(error.message, new RegExp(`already running on the data folder .*process ${process.pid}, plumbline up`))
    assert.match(error.message, /Stop that process first, or set PLUMBLINE_DATA_DIR/)
    return true
  })
  await lock.release()
})

test('a refused attempt does not affect the lock, and a released folder can be locked again', async (t) => {
  const folder = await newFolder(t)
  const lock = await lockDataDir(folder)
  await assert.rejects(lockDataDir(folder), DataDirInUse)
  await assert.rejects(lockDataDir(folder), DataDirInUse)
  await lock.release()
  await (await lockDataDir(folder)).release()
  assert.deepEqual(await readdir(join(folder, 'lock')), [])
})

test('the lock of a live process counts, that of a killed one does not', async (t) => {
  const folder = await newFolder(t)
  const { child, printed } = await startHolder(t, folder)
  assert.equal(printed, 'held')
  await assert.rejects(lockDataDir(folder), { name: 'DataDirInUse', pid: child.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await lockDataDir(folder)).release()
})

test('exactly one of many simultaneous attempts locks the folder, despite the claims of dead processes', async (t) => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'lock'))
  await writeFile(join(folder, 'lock', `1700000000000_${2 ** 30}_1.a_0123456789ab`), '')
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(folder)))
  assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1)
  assert.equal((await readdir(join(folder, 'lock'))).length, 1)
})

test('exactly one of several processes that start at once locks the folder', async (t) => {
  const folder = await newFolder(t)
  const holders = await Promise.all(Array.from({ length: 4 }, () => startHolder(t, folder)))
  assert.deepEqual(holders.map((holder) => holder.printed).sort(), [
    'DataDirInUse',
    'DataDirInUse',
    'DataDirInUse',
    'held',
  ])
})

test('a reused process number does not lock the folder', { skip: notLinux }, async (t) => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'lock'))
  const earlier = `1700000000000_${process.pid}_1.00000000_0123456789ab`
  await writeFile(join(folder, 'lock', earlier), '')
  const lock = await lockDataDir(folder)
  assert.ok(!(await readdir(join(folder, 'lock'))).includes(earlier))
  await lock.release()
})

test('a process that has ended counts as dead before its parent collects it', { skip: notLinux }, async (t) => {
  // `exec` replaces the shell by a program that never waits for the child.
  const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => parent.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const pid = Number(line)
  while ((await processLife(pid)) !== undefined) await delay(5, undefined, { signal: t.signal })
  assert.equal(process.kill(pid, 0), true, 'it is still in the process table')
})
