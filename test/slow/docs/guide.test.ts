import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CHECKOUT, newDataDir, startService } from '../../start/processes.ts'

const world = { after }
const launch = {
  dataDir: await newDataDir(world),
  env: { PLUMBLINE_ACCESS_LOG: 'on', PLUMBLINE_LOG_LEVEL: 'info', PLUMBLINE_DISTRIBUTOR_RATE: '100000' },
}
const service = await startService(world, launch)
await service.ready()

/** The shell blocks of a page, or of one section of it, in order. */
async function readBlocks(page: string, section?: string): Promise<string[]> {
  const text = await readFile(join(CHECKOUT, page), 'utf8')
  const part = section === undefined ? text : text.split(`\n## ${section}\n`)[1]?.split('\n## ')[0]
  assert.ok(part, `${page} has a section ${section}`)
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

/** The default limits, which the guides must work with: this service has higher ones, so that nobody waits for a minute. */
const MAX_CALLS_A_MINUTE = { partner: 60, distributor: 120 }
/** Nobody copies a longer guide within a minute. */
const MAX_BLOCKS_A_MINUTE = 20

/** The account of each call so far. */
const listCallers = (): string[] =>
  service
    .output()
    .split('\n')
    .flatMap((line) => /"event":"http\.request".*"accountId":"(\w+)"/.exec(line)?.[1] ?? [])

/** Fails if calls that somebody makes within a minute are more than the default limits allow. */
function assertWithinLimits(callers: readonly string[]): void {
  for (const [account, its] of Map.groupBy(callers, (caller) => caller)) {
    const limit = MAX_CALLS_A_MINUTE[account.startsWith('prt_') ? 'partner' : 'distributor']
    assert.ok(its.length <= limit, `${account} makes ${its.length} calls within a minute`)
  }
}

/** Runs blocks in one shell, as if copied one by one; ends at the first line that fails. */
async function runBlocks(blocks: readonly string[]): Promise<{ code: number; printed: string }> {
  const script = blocks.map((block, index) => `echo 'block ${index + 1}'\n${block}`).join('\n')
  const before = listCallers().length
  let firstHalf = blocks.length > MAX_BLOCKS_A_MINUTE ? undefined : before
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: CHECKOUT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PLUMBLINE_DATA_DIR: launch.dataDir },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes(`block ${Math.ceil(blocks.length / 2)}\n`)) firstHalf ??= listCallers().length
    })
  }
  const [code] = await once(child, 'close')
  const callers = listCallers()
  assert.ok(callers.length > before, 'its calls are in the access log')
  assertWithinLimits(callers.slice(before, firstHalf))
  assertWithinLimits(callers.slice(firstHalf))
  return { code, printed }
}

const COMPLETED = /"id": "run_[0-9a-z]{26}",\n[^{}]*"status": "completed",\n[^{}]*"score": \d+/
const HEARD = /customer\.created +evt_[0-9a-z]{26} {2}signature valid {2}answered 200/

/** Pages with their minimum number of blocks, and the expected output. */
const GUIDES: [page: string, section: string | undefined, min: number, outcome: RegExp][] = [
  ['docs/start.md', undefined, 3, COMPLETED],
  ['docs/guide/partner.md', undefined, 10, COMPLETED],
  ['docs/guide/distributor.md', undefined, 8, COMPLETED],
  ['docs/guide/webhooks.md', undefined, 4, HEARD],
  ['README.md', 'From a key to a first result', 1, COMPLETED],
]

for (const [page, section, min, outcome] of GUIDES) {
  test(`the shell lines of ${page} work unchanged, with the documented output`, async () => {
    const blocks = await readBlocks(page, section)
    assert.ok(blocks.length >= min, `${page} has ${blocks.length} shell blocks`)
    const { code, printed } = await runBlocks(blocks)
    assert.equal(code, 0, printed)
    assert.ok(printed.includes(`block ${blocks.length}\n`))
    assert.match(printed, outcome)
    // A response on one line is for programs, and these are read by people.
    assert.doesNotMatch(printed, /^\{"/m)
  })
}

test('a failing line in a guide fails the test', async () => {
  const [setUp = ''] = await readBlocks('docs/guide/partner.md')
  const { code, printed } = await runBlocks([setUp, "call -d '{}' $API/customers", 'echo never'])
  assert.notEqual(code, 0)
  assert.match(printed, /MISSING_FIELD/)
  assert.doesNotMatch(printed, /^never$/m)
})
