import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serialize } from 'node:v8'
import { ALLOCATOR, MEMORY_FLAGS } from '../../bin/memory.js'
import { buildThreadBundle } from '../../src/runtime/threads/bundle.ts'
import { tenantReports } from '../../test/reports/tenant-reports.ts'
import { quantile } from '../quantile.ts'
import type { ReportTimes } from './process.ts'

const PROCESS = fileURLToPath(new URL('process.ts', import.meta.url))
const PROCESSES = 7

/** The report with the most actions: of a weak tenant whose people answered every question badly. */
const LARGEST = { framework: 'essential-eight', tenant: 'weak-answered' }

/** Processor time of the largest report: the median of several processes with the settings of a service. */
export async function measureReports(folder: string): Promise<ReportTimes> {
  const { framework, tenant } = LARGEST
  const largest = (await tenantReports()).find((each) => each.framework === framework && each.tenant === tenant)
  if (!largest) throw new Error(`expected a report of ${tenant} by ${framework}`)
  await buildThreadBundle()
  const file = join(folder, 'report')
  await writeFile(file, serialize(largest.report))
  const env = { ...process.env, ...ALLOCATOR, NODE_COMPILE_CACHE: join(folder, 'report-cache') }
  const all: ReportTimes[] = []
  for (let count = 0; count <= PROCESSES; count++) {
    const { stdout } = await promisify(execFile)(process.execPath, [...MEMORY_FLAGS, PROCESS, file], { env })
    // The first process compiles the code, as the first start of an installation does.
    if (count > 0) all.push(JSON.parse(stdout))
  }
  const medianOf = (field: keyof ReportTimes): number =>
    quantile(
      all.map((times) => times[field]),
      0.5,
    )
  return {
    firstPdfMs: medianOf('firstPdfMs'),
    laterPdfMs: medianOf('laterPdfMs'),
    ownerPdfMs: medianOf('ownerPdfMs'),
    pageMs: medianOf('pageMs'),
  }
}
