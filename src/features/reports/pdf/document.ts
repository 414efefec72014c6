import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { dayText, timeText } from '../../../shared/datetime.ts'
import type { ReportInput } from '../input.ts'
import { groupNoun, levelText, VERDICT_WORDS, verdictMeaning } from '../rules.ts'
import { VERDICTS } from '../words.ts'
import { pill } from './charts.ts'
import { drawCover } from './cover.ts'
import { drawDecisions } from './decisions.ts'
import { drawGroup } from './detail.ts'
import { accentOf, VERDICT_LOOKS } from './ink.ts'
import { drawFirstThings, drawHeading, drawMeaning } from './opening.ts'
import { LEFT, PAGE, Sheet, WIDTH } from './sheet.ts'
import { drawKnown, drawProgress, drawScores } from './standing.ts'
import { STYLES } from './type.ts'

/** The report of a completed run as a PDF; the same input gives the same bytes. */
export async function renderPdf(input: ReportInput): Promise<Buffer> {
  const { customerName, partnerName, productName, result } = input
  const sheet = new Sheet({
    title: `${productName} assessment of ${customerName}`,
    author: partnerName,
    subject: `Security assessment against ${productName} ${result.framework.version}, completed ${dayText(input.completedAt)}`,
    at: new Date(input.completedAt),
    accent: accentOf(input.brand.colour),
  })
  drawCover(sheet, input)
  drawMeaning(sheet, input)
  drawFirstThings(sheet, input)
  await sheet.breathe()
  drawScores(sheet, input)
  drawProgress(sheet, input)
  drawKnown(sheet, input)
  drawDecisions(sheet, input)
  sheet.newPage()
  const many = groupNoun(result.product, 2)
  drawHeading(sheet, `${many.charAt(0).toUpperCase()}${many.slice(1)} in detail`)
  sheet.skip(4)
  for (const group of result.groups) {
    drawGroup(sheet, group, result)
    await sheet.breathe()
  }
  drawAbout(sheet, input)
  return await sheet.finish((page, pages) => drawFurniture(sheet, input, page, pages))
}

function drawFurniture(
  sheet: Sheet,
  { customerName, partnerName, productName }: ReportInput,
  page: number,
  pages: number,
): void {
  if (page === 1) return
  const half = { width: WIDTH * 0.62 }
  sheet.put(`${customerName} · ${productName}`, STYLES.smallSoft, { ...half, y: 40 })
  const right = { x: LEFT + half.width, width: WIDTH - half.width, align: 'right' } as const
  sheet.put(partnerName, { ...STYLES.smallBold, ink: sheet.accent.text }, { ...right, y: 40 })
  sheet.shape((doc) => doc.rect(LEFT, 56, WIDTH, 1.4).fill(sheet.accent.fill))
  const y = PAGE.height - 46
  sheet.put(`Confidential. Prepared by ${partnerName} for ${customerName}.`, STYLES.smallSoft, { width: WIDTH - 90, y })
  sheet.put(`Page ${page} of ${pages}`, STYLES.smallSoft, { x: LEFT + WIDTH - 80, width: 80, align: 'right', y })
}

function drawAbout(sheet: Sheet, input: ReportInput): void {
  const { result, maturityTarget, productName } = input
  const { scoring, levelMeanings = [] } = findFramework(result.product) ?? {}
  sheet.newPage()
  sheet.part('Sect', () => {
    drawHeading(sheet, 'About this report')
    sheet.write(
      'The tenant was read once, without changing anything in it, and what it answered was judged requirement by requirement. What a tenant cannot show was asked of people. The report tells how things stood at that moment. All times are UTC.',
      STYLES.body,
    )
    if (sheet.lacksLetters) {
      sheet.skip(4)
      sheet.write(
        'Names hold characters that this document has no letters for; a replacement character stands in their place. The page of this report and its other formats show them.',
        STYLES.body,
      )
    }
    if (maturityTarget !== result.target) {
      sheet.skip(4)
      sheet.write(
        `A target of level ${levelText(maturityTarget)} was asked for. ${productName} ends at level ${levelText(result.target)}, and was judged there.`,
        STYLES.body,
      )
    }
    sheet.skip(12)
    for (const [term, value] of [
      ['Run', input.runId],
      ['Tenant', input.tenantId],
      ['Framework', `${productName}, version ${result.framework.version}`],
      ['Requested', timeText(input.createdAt)],
      ['Completed', timeText(input.completedAt)],
    ] as const)
      drawTerm(sheet, term, value)
    sheet.skip(16)
    sheet.write('What the verdicts mean', STYLES.subheading, { tag: 'H3' })
    sheet.skip(6)
    for (const verdict of VERDICTS) {
      sheet.room(30)
      const { y } = sheet
      pill(sheet, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], LEFT, y)
      sheet.y = y + 1
      sheet.write(verdictMeaning(verdict, scoring), STYLES.row, { x: LEFT + 148, width: WIDTH - 148 })
      sheet.y = Math.max(sheet.y + 6, y + 21)
    }
    if (levelMeanings.length === 0) return
    sheet.skip(14)
    sheet.room(90)
    sheet.write('What the levels mean', STYLES.subheading, { tag: 'H3' })
    sheet.skip(6)
    for (const [index, meaning] of levelMeanings.entries()) drawTerm(sheet, `Level ${index + 1}`, meaning)
  })
}

function drawTerm(sheet: Sheet, term: string, value: string): void {
  sheet.room(18)
  sheet.put(term, STYLES.rowSoft, { y: sheet.y, width: 90 })
  sheet.write(value, STYLES.row, { x: LEFT + 92, width: WIDTH - 92 })
  sheet.skip(4)
}
