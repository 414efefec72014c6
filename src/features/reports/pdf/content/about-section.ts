import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Published } from '../../../../engine/model/framework.ts'
import { timeText } from '../../../../shared/dates/datetime.ts'
import type { ReportInput } from '../../content/input.ts'
import { VERDICTS } from '../../content/requirements.ts'
import { capitalize, EFFORTS, levelText, listText, VERDICT_WORDS, verdictMeanings } from '../../content/rules.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS, RUN_TERMS } from '../../content/words/every-edition.ts'
import { FULL, ROW } from '../../content/words/full.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { drawTable } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'

/** Points. Parts that stay on one page, so that the last page has more than a few lines. */
const ABOUT = 130
const REFERENCE = 128
const RUN = 145

/** Several runs are a table, below the tenant. */
const runsHeight = (parts: readonly ReportInput[]): number => (parts.length > 1 ? 70 + parts.length * 62 : RUN)

/** The height of `drawReference`. */
export const referenceHeight = (parts: readonly ReportInput[], hasEfforts: boolean): number =>
  runsHeight(parts) + (hasEfforts ? REFERENCE : 0)

/** How the report came about, and what its words mean. */
export function drawAbout(canvas: Canvas, parts: readonly ReportInput[]): void {
  const levels = parts.flatMap(({ result }) => findFramework(result.product)?.levelMeanings ?? [])
  canvas.part('Sect', () => {
    // Everything is on one page if it fits: a last page with only a few lines would look like a mistake.
    const reference = verdictsHeight(canvas, parts) + (levels.length > 0 ? 50 + termsHeight(canvas, levels) : 0)
    const runs = ABOUT + runsHeight(parts)
    const whole = runs + reference
    // Where it does not fit, its beginning fills a page that would be nearly empty without it.
    const isWhole = whole < PAGE_ROOM - 40 && canvas.left < Math.max(PAGE_ROOM / 2, runs)
    drawHeading(canvas, FULL.about, isWhole ? whole : runs)
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

/** The runs, what the efforts mean if there are any, and nothing else; all on one page. */
export function drawReference(canvas: Canvas, parts: readonly ReportInput[], hasEfforts: boolean): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, FULL.about, referenceHeight(parts, hasEfforts))
    canvas.write(FULL.times(canvas.times.timeZone ?? 'UTC'), STYLES.body)
    if (canvas.lacksGlyphs) canvas.write(FULL.lacksGlyphs, STYLES.body)
    canvas.skip(10)
    drawRuns(canvas, parts)
    if (!hasEfforts) return
    canvas.skip(14)
    canvas.room(110)
    canvas.write(FULL.efforts, STYLES.subheading, { tag: 'H3' })
    canvas.skip(5)
    for (const effort of EFFORTS) drawTerm(canvas, EFFORT_WORDS[effort], `${capitalize(EFFORT_MEANINGS[effort])}.`)
  })
}

function drawRuns(canvas: Canvas, parts: readonly ReportInput[]): void {
  const { tenant, framework, published, run, requested, completed } = RUN_TERMS
  const lines = parts.map((part) => ({
    [framework]: RUN_TERMS.version(part.productName, part.result.framework.version),
    [published]: publishedText(findFramework(part.result.product)?.published),
    [run]: part.runId,
    [requested]: timeText(part.createdAt, canvas.times),
    [completed]: timeText(part.completedAt, canvas.times),
  }))
  drawTerm(canvas, tenant, listText([...new Set(parts.map(({ tenantId }) => tenantId))]))
  const [only, ...more] = lines
  if (only && more.length === 0) {
    for (const [term, value] of Object.entries(only)) if (value !== '') drawTerm(canvas, term, value)
    return
  }
  canvas.skip(4)
  const columns = [
    { title: framework, share: 0.3 },
    { title: run, share: 0.34 },
    { title: requested, share: 0.18 },
    { title: completed, share: 0.18 },
  ]
  drawTable(
    canvas,
    columns,
    lines.map((line) => columns.map(({ title }) => line[title] ?? '')),
  )
  canvas.skip(8)
  for (const [index, { productName }] of parts.entries()) {
    const text = lines[index]?.[published] ?? ''
    if (text !== '') canvas.write(`${productName}: ${text}`, STYLES.rowSoft)
    canvas.skip(2)
  }
}

const publishedText = (published: Published | undefined): string =>
  [published?.documents.map(({ title }) => title).join('; '), published?.levels].filter(Boolean).join('. ')

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
