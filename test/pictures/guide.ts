import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { startBrowser } from '../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../harness/shown-page.ts'
import type { TenantReport } from '../reports/tenant-reports.ts'
import { drawPages } from './pdf-pages.ts'

const FOLDER = join(import.meta.dirname, '../../docs/guide/pictures')
const SAMPLE = { tenant: 'typical-answered', framework: 'essential-eight' }

/** Writes the pictures of the report that the guides show: the first screen of the page, and the first page of the PDF. */
export async function drawGuidePictures(reports: readonly TenantReport[]): Promise<void> {
  const sample = reports.find(({ tenant, framework }) => tenant === SAMPLE.tenant && framework === SAMPLE.framework)
  if (!sample) throw new Error(`no report of ${SAMPLE.tenant}`)
  const report = { ...sample.report, edition: 'owner' as const }
  await using surfer = await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page } = await surfer.open({ viewport: { width: 1100, height: 800 }, colorScheme: 'light' })
  const show = await preparePage(page)
  await show({ html: renderReport(report) })
  await save('report.png', await page.screenshot(), 1100)
  const [first] = await drawPages(await renderPdf(report))
  if (first) await save('report-pdf.png', first, 700)
}

/** Few colours make small files. */
async function save(name: string, png: Uint8Array, width: number): Promise<void> {
  const small = sharp(png).resize({ width, withoutEnlargement: true }).png({ palette: true, colours: 128 })
  await writeFile(join(FOLDER, name), await small.toBuffer())
}
