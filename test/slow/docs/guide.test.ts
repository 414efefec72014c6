import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CHECKOUT, newDataDir, startService } from '../../start/processes.ts'

const world = { after }
// The default limits: the guides must work with them.
const launch = {
  dataDir: await newDataDir(world),
  env: { PLUMBLINE_PARTNER_RATE: '60', PLUMBLINE_DISTRIBUTOR_RATE: '120' },
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

/** Nobody copies a long guide within a minute, in which one key may make 60 calls. */
const PAUSE = { inGuidesOver: 20, seconds: 61 }

/** Runs blocks in one shell, as if copied one by one; ends at the first line that fails. */
async function runBlocks(blocks: readonly string[]): Promise<{ code: number; said: string }> {
  const pausedBefore = blocks.length > PAUSE.inGuidesOver ? Math.floor(blocks.length / 2) : undefined
  const pauseBefore = (index: number) => (index === pausedBefore ? `sleep ${PAUSE.seconds}\n` : '')
  const script = blocks.map((block, index) => `${pauseBefore(index)}echo 'block ${index + 1}'\n${block}`).join('\n')
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: CHECKOUT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PLUMBLINE_DATA_DIR: launch.dataDir },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

const COMPLETED = /"id":"run_[0-9a-z]{26}".*"status":"completed".*"score":\d+/
const HEARD = /customer\.created +evt_[0-9a-z]{26} {2}signature valid {2}answered 200/

/** Pages with their minimum number of blocks, and the expected output. */
const GUIDES: [page: string, section: string | undefined, least: number, outcome: RegExp][] = [
  ['docs/start.md', undefined, 3, COMPLETED],
  ['docs/guide/partner.md', undefined, 10, COMPLETED],
  ['docs/guide/distributor.md', undefined, 8, COMPLETED],
  ['docs/guide/webhooks.md', undefined, 4, HEARD],
  ['README.md', 'From a key to a first result', 1, COMPLETED],
]

for (const [page, section, least, outcome] of GUIDES) {
  test(`the shell lines of ${page} work unchanged, with the documented output`, async () => {
    const blocks = await readBlocks(page, section)
    assert.ok(blocks.length >= least, `${page} has ${blocks.length} shell blocks`)
    const { code, said } = await runBlocks(blocks)
    assert.equal(code, 0, said)
    assert.ok(said.includes(`block ${blocks.length}\n`))
    assert.match(said, outcome)
  })
}

test('a failing line in a guide fails the test', async () => {
  const [setUp = ''] = await readBlocks('docs/guide/partner.md')
  const { code, said } = await runBlocks([setUp, "call -d '{}' $API/customers", 'echo never'])
  assert.notEqual(code, 0)
  assert.match(said, /MISSING_FIELD/)
  assert.doesNotMatch(said, /^never$/m)
})
