import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { renderReport } from '../../../src/features/reports/html/page.ts'
import { renderPdf } from '../../../src/features/reports/pdf/content/document.ts'
import { toFileTask } from '../../../src/platform/isolation/file-task.ts'
import { createIsolatedPool } from '../../../src/platform/isolation/isolated-pool.ts'
import { createLog } from '../../../src/platform/log.ts'
import { buildThreadBundle, createThreadBundle } from '../../../src/runtime/threads/bundle.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = join(ROOT, 'src')
const cache = join(ROOT, 'node_modules/.cache')
await mkdir(cache, { recursive: true })
const root = await mkdtemp(join(cache, 'threads-test-'))
after(() => rm(root, { recursive: true }))

test('documents from bundled modules have the same bytes as those from sources', async () => {
  const place = { sources: SOURCES, folder: join(root, 'service') }
  await buildThreadBundle(place)
  const loaded: string[] = []
  const findModules = createThreadBundle(place)
  const isolated = createIsolatedPool({
    log: createLog('silent'),
    findModules: () => {
      const find = findModules()
      return (path) => {
        const found = find(path)
        loaded.push(found)
        return found
      }
    },
  })
  const [{ report: sample } = assert.fail('expected a sample report')] = await tenantReports()
  // Fonts of other scripts are read from their packages.
  const report = { ...sample, customerName: 'דוד, شركة, 東京 and 서울' }
  const run = (path: string, input: unknown): Promise<Buffer> =>
    isolated.run(toFileTask(new URL(`../../../src/features/reports/${path}`, import.meta.url)), input, { owner: 'one' })
  assert.deepEqual(await run('pdf/render-thread.ts', report), await renderPdf(report))
  assert.equal((await run('html/render-thread.ts', { report })).toString(), renderReport(report))
  assert.equal((await run('formats/xlsx/render-thread.ts', report)).subarray(0, 2).toString(), 'PK')
  await isolated.close()
  assert.equal(loaded.length, 3)
  for (const path of loaded) assert.ok(path.startsWith(place.folder), path)
})

test('a bundle is not used if a source has changed, and modules outside it never come from it', async () => {
  const place = { sources: join(root, 'sources'), folder: join(root, 'own') }
  await mkdir(place.sources)
  const source = join(place.sources, 'add-thread.ts')
  const part = join(place.sources, 'part.ts')
  await writeFile(part, 'export const one: number = 1\n')
  await writeFile(source, "import { one } from './part.ts'\nexport default (two: number): number => one + two\n")
  const find = () => createThreadBundle(place)()
  assert.equal(find()(source), source)
  // The build refuses sources that are newer than its start.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const built = await buildThreadBundle(place)
  const copy = find()(source)
  assert.equal(copy, join(built, 'add-thread.mjs'))
  assert.equal((await import(copy)).default(2), 3)
  assert.equal(find()(part), part)
  await writeFile(part, 'export const one: number = 2\n')
  assert.equal(find()(source), source)
  await new Promise((resolve) => setTimeout(resolve, 20))
  // A build that was killed, and one of a process that still runs.
  const [killed, running] = [spawnSync('true').pid, process.ppid].map((pid) => join(place.folder, `${pid}.new`))
  assert.ok(killed && running)
  for (const unfinished of [killed, running]) await mkdir(unfinished)
  await writeFile(`${killed}.json`, '{')
  await buildThreadBundle(place)
  assert.ok((await stat(running)).isDirectory())
  for (const left of [killed, `${killed}.json`]) await assert.rejects(stat(left), { code: 'ENOENT' }, left)
  assert.equal((await import(find()(source))).default(2), 4)
  assert.ok((await stat(built)).isDirectory(), 'threads of a running process may still load the bundle before')
})
