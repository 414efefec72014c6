import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Published } from '../../../../engine/model/framework.ts'
import { timeText } from '../../../../shared/dates/datetime.ts'
import type { ReportInput } from '../../content/input.ts'
import { VERDICTS } from '../../content/requirements.ts'
import { capitalize, EFFORTS, levelText, VERDICT_WORDS, verdictMeanings } from '../../content/rules.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS, RUN_TERMS } from '../../content/words/every-edition.ts'
import { FULL, ROW } from '../../content/words/full.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { STYLES } from '../kit/typesetter.ts'

/** Points. Parts that stay on one page, so that the last page has more than a few lines. */
const ABOUT = 130
const REFERENCE = 128
const RUN = 145

/** How the report came about, and what its words mean. */
export function drawAbout(canvas: Canvas, parts: readonly ReportInput[]): void {
  const levels = parts.flatMap(({ result }) => findFramework(result.product)?.levelMeanings ?? [])
  canvas.part('Sect', () => {
    // Everything is on one page if it fits: a last page with only a few lines would look like a mistake.
    const reference = verdictsHeight(canvas, parts) + (levels.length > 0 ? 50 + termsHeight(canvas, levels) : 0)
    const whole = ABOUT + parts.length * RUN + reference
    drawHeading(canvas, FULL.about, whole < PAGE_ROOM - 40 ? whole : ABOUT)
    canvas.write(`${FULL.method} ${FULL.times(canvas.times.timeZone ?? 'UTC')}`, STYLES.body)
    if (canvas.lacksGlyphs) {
      canvas.skip(4)
      canvas.write(FULL.lacksGlyphs, STYLES.body)
    }
    for (const { maturityTarget, productName, result } of parts) {
      if (maturityTarget === result.target) continue
      canvas.skip(4)
      canvas.write(FULL.otherTarget(levelText(maturityTarget), productName, levelText(result.target)), STYLES.body)
    }
    canvas.skip(12)
    drawRuns(canvas, parts)
    canvas.skip(16)
    // What follows is either all on this page or all on the next.
    canvas.room(30 + reference)
    drawVerdicts(canvas, parts)
    if (levels.length === 0) return
    canvas.skip(14)
    canvas.write(FULL.levels, STYLES.subheading, { tag: 'H3' })
    canvas.skip(6)
    for (const [index, meaning] of levels.entries()) drawTerm(canvas, ROW.levelNumber(index + 1), meaning)
  })
}

/** The runs, what the efforts mean, and nothing else; all on one page. */
export function drawReference(canvas: Canvas, parts: readonly ReportInput[]): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, FULL.about, REFERENCE + parts.length * RUN)
    canvas.write(FULL.times(canvas.times.timeZone ?? 'UTC'), STYLES.body)
    if (canvas.lacksGlyphs) canvas.write(FULL.lacksGlyphs, STYLES.body)
    canvas.skip(10)
    drawRuns(canvas, parts)
    canvas.skip(14)
    canvas.room(110)
    canvas.write(FULL.efforts, STYLES.subheading, { tag: 'H3' })
    canvas.skip(5)
    for (const effort of EFFORTS) drawTerm(canvas, EFFORT_WORDS[effort], `${capitalize(EFFORT_MEANINGS[effort])}.`)
  })
}

function drawRuns(canvas: Canvas, parts: readonly ReportInput[]): void {
  for (const part of parts) {
    if (parts.length > 1) {
      canvas.skip(6)
      canvas.room(110)
      canvas.write(part.productName, STYLES.label, { tag: 'H3' })
    }
    drawRunFacts(canvas, part)
  }
}

function drawRunFacts(canvas: Canvas, input: ReportInput): void {
  const published = findFramework(input.result.product)?.published
  for (const [term, value] of [
    [RUN_TERMS.run, input.runId],
    [RUN_TERMS.tenant, input.tenantId],
    [RUN_TERMS.framework, RUN_TERMS.version(input.productName, input.result.framework.version)],
    ...(published ? [[RUN_TERMS.published, publishedText(published)] as const] : []),
    [RUN_TERMS.requested, timeText(input.createdAt, canvas.times)],
    [RUN_TERMS.completed, timeText(input.completedAt, canvas.times)],
  ] as const)
    drawTerm(canvas, term, value)
}

const publishedText = ({ documents, levels }: Published): string =>
  [documents.map(({ title }) => title).join('; '), levels].filter(Boolean).join('. ')

const MEANING = { width: WIDTH - 148, space: 6, min: 21 } as const

const verdictsHeight = (canvas: Canvas, parts: readonly ReportInput[]): number =>
  VERDICTS.map((verdict) => canvas.heightOf(verdictMeanings(verdict, parts), STYLES.row, MEANING.width) + MEANING.space)
    .map((height) => Math.max(height + 1, MEANING.min))
    .reduce((sum, height) => sum + height, 0)

function drawVerdicts(canvas: Canvas, parts: readonly ReportInput[]): void {
  canvas.write(FULL.verdicts, STYLES.subheading, { tag: 'H3' })
  canvas.skip(6)
  for (const verdict of VERDICTS) {
    canvas.room(30)
    const { y } = canvas
    drawPill(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], LEFT, y)
    canvas.y = y + 1
    canvas.write(verdictMeanings(verdict, parts), STYLES.row, { x: LEFT + 148, width: MEANING.width })
    canvas.y = Math.max(canvas.y + MEANING.space, y + MEANING.min)
  }
}

const TERM = { width: WIDTH - 92, space: 4 } as const

const termsHeight = (canvas: Canvas, values: readonly string[]): number =>
  values.reduce((sum, value) => sum + canvas.heightOf(value, STYLES.row, TERM.width) + TERM.space, 0)

function drawTerm(canvas: Canvas, term: string, value: string): void {
  canvas.room(18)
  canvas.put(term, STYLES.rowSoft, { y: canvas.y, width: 90 })
  canvas.write(value, STYLES.row, { x: LEFT + 92, width: TERM.width })
  canvas.skip(TERM.space)
}
