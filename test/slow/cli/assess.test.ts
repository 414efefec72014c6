import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { RequirementResult } from '../../../src/engine/model/result.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { runCommand } from '../../start/processes.ts'

const READ_AT = '2026-05-04T10:00:00Z'
const EMERGENCY = ['emergency.access01', 'emergency.access02']

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assess-'))
  await writeFile(join(folder, 'typical.json'), JSON.stringify(sampleSnapshot('typical', READ_AT)))
})
after(() => rm(folder, { recursive: true }))

const assess = (...args: string[]) =>
  runCommand({
    dataDir: folder,
    cwd: folder,
    args: ['assess', join(folder, 'typical.json'), '--product', 'essential-eight', ...args],
  })

const rowOf = (stdout: string, wanted: string): RequirementResult =>
  JSON.parse(stdout).requirements.find(({ id }: RequirementResult) => id === wanted)

const writeExceptions = async (...exceptions: object[]): Promise<string> => {
  const file = join(folder, 'exceptions.json')
  await writeFile(file, JSON.stringify(exceptions))
  return file
}

const ISM_1504 = {
  kind: 'compensating-control',
  requirement: 'ISM-1504',
  reason: 'A gateway asks everybody for a second factor.',
  approver: 'Board',
  approvedAt: '2026-02-01T00:00:00Z',
  expiresAt: '2027-02-01T00:00:00Z',
}

test('emergency accounts can be declared more than once, and those that do not exist are named', async () => {
  const { stdout } = await assess('--json')
  const names = [...new Set(stdout.match(/emergency\.access0\d@[\w.-]+\w/g))]
  assert.deepEqual(
    names.map((name) => name.split('@')[0]),
    EMERGENCY,
  )
  const declared = [...names, 'gone@umbrella.example'].flatMap((name) => ['--emergency-account', name])
  const { code, stdout: text } = await assess(...declared)
  assert.equal(code, 0)
  assert.ok(text.replaceAll(/\s+/g, ' ').includes(`Emergency accounts excluded: ${names.join(', ')}.`), text)
  assert.match(text, /Emergency accounts that do not exist: gone@umbrella\.example\./)
})

test('an exception changes the row that it names, and what the verdicts rest on is printed', async () => {
  const file = await writeExceptions(ISM_1504)
  assert.notEqual(rowOf((await assess('--json')).stdout, 'ISM-1504').verdict, 'alternate')
  const { stdout, stderr } = await assess('--exceptions', file, '--json')
  assert.equal(rowOf(stdout, 'ISM-1504').verdict, 'alternate')
  assert.equal(stderr, '')
  const { stdout: table } = await assess('--exceptions', file)
  assert.match(table, /^What the verdicts rest on$/m)
  assert.match(table, /^Seen +\d+: ISM-/m)
})

test('an exceptions file declares emergency accounts for as long as they are valid', async () => {
  const [name = ''] = (await assess('--json')).stdout.match(/emergency\.access01@[\w.-]+\w/) ?? []
  const { requirement: _, ...rest } = ISM_1504
  const account = { ...rest, kind: 'emergency-account', object: name }
  const valid = await assess('--exceptions', await writeExceptions(account), '--json')
  assert.deepEqual(JSON.parse(valid.stdout).emergencyAccounts, { setAside: [name], notFound: [] })
  const ended = await writeExceptions({
    ...account,
    approvedAt: '2025-02-01T00:00:00Z',
    expiresAt: '2026-02-01T00:00:00Z',
  })
  const { stdout, stderr } = await assess('--exceptions', ended, '--json')
  assert.equal(JSON.parse(stdout).emergencyAccounts, undefined)
  assert.match(
    stderr,
    /^The emergency account emergency\.access01@\S+ has no effect: the tenant was read on 4 May 2026/m,
  )
})

test('an exception that did not count when the tenant was read is reported', async () => {
  const file = await writeExceptions({ ...ISM_1504, approvedAt: '2026-06-01T00:00:00Z' })
  const { code, stdout, stderr } = await assess('--exceptions', file, '--json')
  assert.equal(code, 0)
  assert.notEqual(rowOf(stdout, 'ISM-1504').verdict, 'alternate')
  assert.match(stderr, /An exception for ISM-1504 has no effect: the tenant was read on 4 May 2026/)
})

test('an exceptions file that is not valid, and an empty name, end the command with what is wrong', async () => {
  const file = await writeExceptions({ ...ISM_1504, requirement: 'ISM-1' })
  const wrong = await assess('--exceptions', file)
  assert.notEqual(wrong.code, 0)
  assert.match(wrong.stderr, /Line 1, entry 1: "requirement": Essential Eight has no "ISM-1"\./)
  const missing = await assess('--exceptions', join(folder, 'none.json'))
  assert.match(missing.stderr, /none\.json cannot be read/)
  const empty = await assess('--emergency-account', ' ')
  assert.match(empty.stderr, /--emergency-account must have 1 to 200 characters/)
})
