import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Effort } from '../../../../engine/model/remedy.ts'
import { timeText } from '../../../../shared/datetime.ts'
import type { ReportInput } from '../../content/input.ts'
import { VERDICTS } from '../../content/requirements.ts'
import { capitalize, levelText, VERDICT_WORDS, verdictMeaning } from '../../content/rules.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { FULL } from '../../content/words/full.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawPill } from '../kit/pills.ts'
import { STYLES } from '../kit/typesetter.ts'
import { VERDICT_LOOKS } from './looks.ts'

/** Points. Parts that stay on one page, so that the last page has more than a few lines. */
const ABOUT = 200
const VERDICT_LINE = 22
const REFERENCE = 250

/** How the report came about, and what its words mean. */
export function drawAbout(canvas: Canvas, input: ReportInput): void {
  const { result, maturityTarget, productName } = input
  const { levelMeanings = [] } = findFramework(result.product) ?? {}
  canvas.part('Sect', () => {
    drawHeading(canvas, FULL.about, ABOUT)
    canvas.write(`${FULL.method} ${FULL.times(canvas.timeZone)}`, STYLES.body)
    if (canvas.lacksGlyphs) {
      canvas.skip(4)
      canvas.write(FULL.lacksGlyphs, STYLES.body)
    }
    if (maturityTarget !== result.target) {
      canvas.skip(4)
      canvas.write(FULL.otherTarget(levelText(maturityTarget), productName, levelText(result.target)), STYLES.body)
    }
    canvas.skip(12)
    drawRunFacts(canvas, input)
    canvas.skip(16)
    // What follows is either all on this page or all on the next.
    canvas.room(30 + VERDICTS.length * VERDICT_LINE + (levelMeanings.length > 0 ? 50 + levelMeanings.length * 18 : 0))
    drawVerdicts(canvas, input)
    if (levelMeanings.length === 0) return
    canvas.skip(14)
    canvas.write(FULL.levels, STYLES.subheading, { tag: 'H3' })
    canvas.skip(6)
    for (const [index, meaning] of levelMeanings.entries()) drawTerm(canvas, `Level ${index + 1}`, meaning)
  })
}

/** The run, what the efforts mean, and nothing else; all on one page. */
export function drawReference(canvas: Canvas, input: ReportInput): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, FULL.about, REFERENCE)
    canvas.write(FULL.times(canvas.timeZone), STYLES.body)
    if (canvas.lacksGlyphs) canvas.write(FULL.lacksGlyphs, STYLES.body)
    canvas.skip(10)
    drawRunFacts(canvas, input)
    canvas.skip(14)
    canvas.write(FULL.efforts, STYLES.subheading, { tag: 'H3' })
    canvas.skip(5)
    for (const effort of EFFORTS) drawTerm(canvas, EFFORT_WORDS[effort], `${capitalize(EFFORT_MEANINGS[effort])}.`)
  })
}

function drawRunFacts(canvas: Canvas, input: ReportInput): void {
  for (const [term, value] of [
    ['Run', input.runId],
    ['Tenant', input.tenantId],
    ['Framework', `${input.productName}, version ${input.result.framework.version}`],
    ['Requested', timeText(input.createdAt, canvas.timeZone)],
    ['Completed', timeText(input.completedAt, canvas.timeZone)],
  ] as const)
    drawTerm(canvas, term, value)
}

const EFFORTS: readonly Effort[] = ['minutes', 'hours', 'days', 'project']

function drawVerdicts(canvas: Canvas, { result }: ReportInput): void {
  const { scoring } = findFramework(result.product) ?? {}
  canvas.write(FULL.verdicts, STYLES.subheading, { tag: 'H3' })
  canvas.skip(6)
  for (const verdict of VERDICTS) {
    canvas.room(30)
    const { y } = canvas
    drawPill(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], LEFT, y)
    canvas.y = y + 1
    canvas.write(verdictMeaning(verdict, scoring), STYLES.row, { x: LEFT + 148, width: WIDTH - 148 })
    canvas.y = Math.max(canvas.y + 6, y + 21)
  }
}

function drawTerm(canvas: Canvas, term: string, value: string): void {
  canvas.room(18)
  canvas.put(term, STYLES.rowSoft, { y: canvas.y, width: 90 })
  canvas.write(value, STYLES.row, { x: LEFT + 92, width: WIDTH - 92 })
  canvas.skip(4)
}
