import { readFile } from 'node:fs/promises'
import { deserialize } from 'node:v8'
import pino from 'pino'
import type { Edition } from '../../src/features/reports/content/edition.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { toFileTask } from '../../src/platform/isolation/file-task.ts'
import { createIsolatedPool, type IsolatedTask } from '../../src/platform/isolation/isolated-pool.ts'
import { createThreadBundle } from '../../src/runtime/threads/bundle.ts'

/** Renders a report again and again as a service does, and prints how much processor time that took. */

/** In milliseconds, of the whole process: with the start of its thread, garbage collection and compilation. */
export interface ReportTimes {
  firstPdfMs: number
  laterPdfMs: number
  ownerPdfMs: number
  pageMs: number
}

const PDFS = 5
const WARM_UP_PAGES = 10
const PAGES = 20

const REPORTS = '../../src/features/reports'
const PDF = toFileTask(new URL(`${REPORTS}/pdf/render-thread.ts`, import.meta.url))
const PAGE = toFileTask(new URL(`${REPORTS}/html/render-thread.ts`, import.meta.url))

const pool = createIsolatedPool({ log: pino({ level: 'error' }), findModules: createThreadBundle() })
const report: ReportInput = deserialize(await readFile(process.argv[2] ?? ''))
const inEdition = (edition: Edition): ReportInput => ({ ...report, edition })

const firstPdfMs = await measure(PDF, inEdition('full'), 1)
const laterPdfMs = await measure(PDF, inEdition('full'), PDFS)
const ownerPdfMs = await measure(PDF, inEdition('owner'), PDFS)
await measure(PAGE, { report: inEdition('full') }, WARM_UP_PAGES)
const pageMs = await measure(PAGE, { report: inEdition('full') }, PAGES)
await pool.close()
const times: ReportTimes = { firstPdfMs, laterPdfMs, ownerPdfMs, pageMs }
console.log(JSON.stringify(times))
process.exit()

/** The mean of some repetitions. */
async function measure(task: IsolatedTask<Buffer>, input: unknown, count: number): Promise<number> {
  const before = process.cpuUsage()
  for (let repeat = 0; repeat < count; repeat++) await pool.run(task, input, { owner: 'bench' })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}
