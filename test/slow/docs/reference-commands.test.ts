import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { renderReference } from '../../../src/http/docs/reference/pages.ts'
import { startApi } from '../../harness/api.ts'

const api = await startApi()
const folder = await mkdtemp(join(tmpdir(), 'plumbline reference '))
after(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
await writeFile(join(folder, 'ca.crt'), api.ca)

const description = (await api.client('').get('/openapi.json')).body
const { pages } = renderReference(description, { apiUrl: `${api.baseUrl}/api`, hasOwnAuthority: true })
const keys = { partner: (await api.as('acme', 'starter')).key, distributor: (await api.distributor('meridian')).key }

for (const name of ['partner', 'distributor'] as const) {
  test(`the commands in the ${name} reference run in a shell, and the service accepts each`, async () => {
    const blocks = [...pages]
      .filter(([path]) => path.startsWith(`api/${name}/`))
      .flatMap(([, page]) => [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block))
    assert.ok(blocks.length > 30, `${blocks.length} commands`)
    const setUp = `curl() { command curl -sS -o answer -w '%{http_code} ' "$@"; head -c 300 answer; echo; }\n`
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', setUp + blocks.join('\n')], {
      cwd: folder,
      env: { PATH: process.env.PATH, PLUMBLINE_KEY: keys[name] },
    })
    const answers = stdout.trim().split(/\n(?=\d{3} )/)
    assert.equal(answers.length, blocks.length)
    for (const [index, answer] of answers.entries()) {
      // The ids of the examples belong to nobody, and an earlier command has changed the plan.
      const isUnderstood =
        /^2\d\d /.test(answer) ||
        /^(404|409) .*"code":"(NOT_FOUND|MAX_KEYS|LAST_KEY)"/.test(answer) ||
        /^400 .*"message":"The subscription is already on /.test(answer)
      assert.ok(isUnderstood, `${blocks[index]}\n${answer}`)
      assert.doesNotMatch(answer, /There is no \//)
    }
  })
}
