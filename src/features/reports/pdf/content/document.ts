import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import { dayText, timeText } from '../../../../shared/datetime.ts'
import type { ReportInput } from '../../content/input.ts'
import { VERDICTS } from '../../content/requirements.ts'
import { groupNoun, levelText, VERDICT_WORDS, verdictMeaning } from '../../content/rules.ts'
import { Canvas, LEFT, PAGE, WIDTH } from '../kit/canvas.ts'
import { drawPill } from '../kit/charts.ts'
import { accentOf } from '../kit/colors.ts'
import { drawHeading } from '../kit/heading.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawCover } from './cover.ts'
import { drawExceptions } from './exceptions-section.ts'
import { VERDICT_LOOKS } from './looks.ts'
import { drawGroup } from './requirements-section.ts'
import { drawScores } from './score-section.ts'
import { drawFirstThings, drawSummary } from './summary-section.ts'
import { drawTrendAndChanges } from './trend-section.ts'
import { drawUnknowns } from './unknowns-section.ts'

/** The report of a completed run as a PDF; the same input gives the same bytes. */
export async function renderPdf(input: ReportInput): Promise<Buffer> {
  const { customerName, partnerName, productName, result } = input
  const canvas = new Canvas({
    title: `${productName} assessment of ${customerName}`,
    author: partnerName,
    subject: `Security assessment against ${productName} ${result.framework.version}, completed ${dayText(input.completedAt)}`,
    at: new Date(input.completedAt),
    accent: accentOf(input.brand.colour),
  })
  drawCover(canvas, input)
  drawSummary(canvas, input)
  drawFirstThings(canvas, input)
  await canvas.breathe()
  drawScores(canvas, input)
  drawTrendAndChanges(canvas, input)
  drawUnknowns(canvas, input)
  drawExceptions(canvas, input)
  canvas.newPage()
  const many = groupNoun(result.product, 2)
  drawHeading(canvas, `${many.charAt(0).toUpperCase()}${many.slice(1)} in detail`)
  canvas.skip(4)
  for (const group of result.groups) {
    drawGroup(canvas, group, result)
    await canvas.breathe()
  }
  drawAbout(canvas, input)
  return await canvas.finish((page, pages) => drawHeaderAndFooter(canvas, input, page, pages))
}

function drawHeaderAndFooter(
  canvas: Canvas,
  { customerName, partnerName, productName }: ReportInput,
  page: number,
  pages: number,
): void {
  if (page === 1) return
  const half = { width: WIDTH * 0.62 }
  canvas.put(`${customerName} · ${productName}`, STYLES.smallSoft, { ...half, y: 40 })
  const right = { x: LEFT + half.width, width: WIDTH - half.width, align: 'right' } as const
  canvas.put(partnerName, { ...STYLES.smallBold, ink: canvas.accent.text }, { ...right, y: 40 })
  canvas.shape((doc) => doc.rect(LEFT, 56, WIDTH, 1.4).fill(canvas.accent.fill))
  const y = PAGE.height - 46
  canvas.put(`Confidential. Prepared by ${partnerName} for ${customerName}.`, STYLES.smallSoft, {
    width: WIDTH - 90,
    y,
  })
  canvas.put(`Page ${page} of ${pages}`, STYLES.smallSoft, { x: LEFT + WIDTH - 80, width: 80, align: 'right', y })
}

function drawAbout(canvas: Canvas, input: ReportInput): void {
  const { result, maturityTarget, productName } = input
  const { scoring, levelMeanings = [] } = findFramework(result.product) ?? {}
  canvas.newPage()
  canvas.part('Sect', () => {
    drawHeading(canvas, 'About this report')
    canvas.write(
      'The tenant was read once, without changing anything in it, and what it answered was evaluated requirement by requirement. People were asked about what a tenant cannot show. The report describes the state at that time.',
      STYLES.body,
    )
    if (canvas.lacksGlyphs) {
      canvas.skip(4)
      canvas.write(
        'Some names have characters that the font of this document lacks; they are replaced by a replacement character. The web page of this report and its other formats show them.',
        STYLES.body,
      )
    }
    if (maturityTarget !== result.target) {
      canvas.skip(4)
      canvas.write(
        `A target of level ${levelText(maturityTarget)} was requested. ${productName} ends at level ${levelText(result.target)} and was evaluated against that.`,
        STYLES.body,
      )
    }
    canvas.skip(12)
    for (const [term, value] of [
      ['Run', input.runId],
      ['Tenant', input.tenantId],
      ['Framework', `${productName}, version ${result.framework.version}`],
      ['Requested', timeText(input.createdAt, input.brand.timeZone)],
      ['Completed', timeText(input.completedAt, input.brand.timeZone)],
    ] as const)
      drawTerm(canvas, term, value)
    canvas.skip(16)
    canvas.write('What the verdicts mean', STYLES.subheading, { tag: 'H3' })
    canvas.skip(6)
    for (const verdict of VERDICTS) {
      canvas.room(30)
      const { y } = canvas
      drawPill(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], LEFT, y)
      canvas.y = y + 1
      canvas.write(verdictMeaning(verdict, scoring), STYLES.row, { x: LEFT + 148, width: WIDTH - 148 })
      canvas.y = Math.max(canvas.y + 6, y + 21)
    }
    if (levelMeanings.length === 0) return
    canvas.skip(14)
    canvas.room(90)
    canvas.write('What the levels mean', STYLES.subheading, { tag: 'H3' })
    canvas.skip(6)
    for (const [index, meaning] of levelMeanings.entries()) drawTerm(canvas, `Level ${index + 1}`, meaning)
  })
}

function drawTerm(canvas: Canvas, term: string, value: string): void {
  canvas.room(18)
  canvas.put(term, STYLES.rowSoft, { y: canvas.y, width: 90 })
  canvas.write(value, STYLES.row, { x: LEFT + 92, width: WIDTH - 92 })
  canvas.skip(4)
}
