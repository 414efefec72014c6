import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EDITIONS, type Edition, isEdition } from '../../src/features/reports/content/edition.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf, renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { html, type Markup, toHtml, trusted } from '../../src/shared/html/html.ts'
import { startBrowser } from '../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../harness/shown-page.ts'
import { combinedReports, tenantReports } from '../reports/tenant-reports.ts'
import { drawGuidePictures } from './guide.ts'
import { mails, quarterlySheets } from './other-documents.ts'
import { drawPages } from './pdf-pages.ts'

/**
 * Writes pictures of reports to a folder that git ignores, for people to look at: the first screen of every sample
 * tenant by every framework and by all together, wide and narrow, light and dark; every page of their PDFs in all
 * editions; quarterly sheets; and a mail of each kind. The first screen is the same in all editions. Words after the
 * command select pictures: `npm run pictures -- weak owner` writes only those whose names contain all of the words.
 * `npm run pictures -- guide` writes the pictures of the guides instead.
 */
const FOLDER = join(import.meta.dirname, '../../pictures')
const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } } as const
/** Drawing a whole page takes long on a busy machine. */
const PATIENCE_MS = 300_000
const SCHEMES = ['light', 'dark'] as const

const STYLE = `body { margin: 2rem; font: 1rem/1.4 system-ui, sans-serif; background: #cfd6d9; }
h2 { margin: 2rem 0 0.5rem; } .sheet { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; } figcaption { font-size: 0.8rem; } img { border: 1px solid #90989c; max-width: 100%; }
.wide img { width: 38rem; } .narrow img { width: 15rem; } .page img { width: 24rem; }`

interface Picture {
  title: string
  file: string
  width: number
}

/** A document to draw; `all` stands for the report by all frameworks. */
interface Document {
  name: string
  edition?: Edition
  page: () => string
  pdf?: () => Promise<Buffer>
}

const words = process.argv.slice(2)
const reports = await tenantReports()
if (words[0] === 'guide') {
  await drawGuidePictures(reports)
  process.exit()
}
const all: Document[] = [
  ...reports.flatMap(({ tenant, framework, report }) =>
    EDITIONS.map((edition): Document => {
      const input = { ...report, edition }
      const name = [framework, tenant, edition].join(' ')
      return { name, edition, page: () => renderReport(input), pdf: () => renderPdf(input) }
    }),
  ),
  ...combinedReports(reports).flatMap(({ tenant, report }) =>
    EDITIONS.map((edition): Document => {
      const input = { ...report, edition }
      const name = ['all', tenant, edition].join(' ')
      return { name, edition, page: () => renderCombinedReport(input), pdf: () => renderCombinedPdf(input) }
    }),
  ),
  ...quarterlySheets(reports),
  ...mails(),
]
const chosen = all.filter(({ name }) => words.every((word) => name.split(' ').includes(word)))
await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const screens = await drawScreens(chosen.filter(({ edition = 'full' }) => edition === 'full' || words.some(isEdition)))
const sheets = await drawSheets(chosen)
await writeFile(join(FOLDER, 'index.html'), toHtml(renderIndex(screens, sheets)))
process.stdout.write(`${join(FOLDER, 'index.html')}\n`)

/** The first screen and the whole page of each document in every size and colour scheme. */
async function drawScreens(documents: readonly Document[]): Promise<Map<string, Picture[]>> {
  const found = new Map<string, Picture[]>()
  await using surfer = await startBrowser({ baseUrl: SHOWN_ORIGIN })
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const { page, context } = await surfer.open({ viewport, colorScheme })
      const show = await preparePage(page)
      for (const { name, page: render } of documents) {
        await show({ html: render() })
        const title = `${name}, ${size}, ${colorScheme}`
        const file = `${title.replaceAll(/[ ,]+/g, '-')}.png`
        await page.screenshot({ path: join(FOLDER, file), timeout: PATIENCE_MS })
        const pictures = found.get(`${size}, ${colorScheme}`) ?? []
        found.set(`${size}, ${colorScheme}`, [...pictures, { title, file, width: viewport.width }])
        const whole = join(FOLDER, file.replace('.png', '-whole.png'))
        await page.screenshot({ path: whole, fullPage: true, timeout: PATIENCE_MS })
      }
      await context.close()
    }
  }
  return found
}

/** Every page of the PDF of each report. */
async function drawSheets(documents: readonly Document[]): Promise<Map<string, Picture[]>> {
  const found = new Map<string, Picture[]>()
  for (const { name, pdf } of documents) {
    if (!pdf) continue
    const pages = await drawPages(await pdf())
    const pictures = pages.map((bytes, index) => {
      const title = `${name}, page ${index + 1} of ${pages.length}`
      return { title, file: `${name.replaceAll(' ', '-')}-page-${String(index + 1).padStart(2, '0')}.png`, bytes }
    })
    for (const { file, bytes } of pictures) await writeFile(join(FOLDER, file), bytes)
    found.set(
      name,
      pictures.map(({ title, file }) => ({ title, file, width: 595 })),
    )
  }
  return found
}

function renderIndex(screens: ReadonlyMap<string, Picture[]>, sheets: ReadonlyMap<string, Picture[]>): Markup {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of reports</title><style>${trusted(STYLE)}</style>
<h1>Pictures of reports</h1>
${[...screens].map(([title, pictures]) => renderSheet(`First screens, ${title}`, title.startsWith('wide') ? 'wide' : 'narrow', pictures))}
${[...sheets].map(([title, pictures]) => renderSheet(`PDF, ${title}`, 'page', pictures))}
`
}

function renderSheet(title: string, kind: string, pictures: readonly Picture[]): Markup {
  return html`<h2>${title}</h2><div class="sheet ${kind}">${pictures.map(
    ({ title: caption, file }) =>
      html`<figure><a href="${file}"><img src="${file}" alt="${caption}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`,
  )}</div>`
}
