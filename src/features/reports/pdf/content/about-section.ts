import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Published } from '../../../../engine/model/framework.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import { timeText } from '../../../../shared/dates/datetime.ts'
import { type LevelsShown, levelsOf } from '../../content/figures/levels.ts'
import type { ReportInput } from '../../content/input.ts'
import { VERDICTS } from '../../content/requirements.ts'
import {
  capitalize,
  EFFORTS,
  levelText,
  listText,
  requesterText,
  VERDICT_WORDS,
  verdictMeanings,
} from '../../content/rules.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS, RUN_TERMS } from '../../content/words/every-edition.ts'
import { FULL, LEVELS } from '../../content/words/full.ts'
import { type Canvas, LEFT, type TextBox, WIDTH } from '../kit/canvas.ts'
import { type Block, drawBlocks, paragraph, space, stack, titledList } from '../kit/layout/blocks.ts'
import { drawHeading, headingHeight } from '../kit/layout/heading.ts'
import { drawTable, heightOfTable } from '../kit/layout/table.ts'
import { VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { STYLES } from '../kit/typesetter.ts'

/** How the report came about, and what its words mean. */
export function drawAbout(canvas: Canvas, parts: readonly ReportInput[]): void {
  const targets = parts.filter(({ maturityTarget, result }) => maturityTarget !== result.target)
  const beginning = [
    title(canvas),
    paragraph(canvas, `${FULL.method} ${timesText(canvas)}`, STYLES.body),
    ...glyphsNote(canvas),
    ...targets.map(({ maturityTarget, productName, result }) =>
      paragraph(
        canvas,
        FULL.otherTarget(levelText(maturityTarget), productName, levelText(result.target)),
        STYLES.body,
      ),
    ),
    space(canvas, 12),
    ...runs(canvas, parts, { isForAuditors: true }),
  ]
  const verdicts = stack([
    space(canvas, 16),
    subtitle(canvas, FULL.verdicts),
    ...VERDICTS.map((verdict) => verdictMeaning(canvas, verdict, verdictMeanings(verdict, parts))),
  ])
  const levelList = levelsOf(parts).flatMap((levels, index) =>
    levelBlocks(canvas, levels, index === 0 ? [space(canvas, 14), subtitle(canvas, LEVELS.title)] : [space(canvas, 6)]),
  )
  // People look words up: what the verdicts mean is never divided, and alone it is enough for a last page.
  canvas.part('Sect', () => drawBlocks(canvas, [stack(beginning), ...levelList, verdicts]))
}

/** What the levels of one framework mean, below its title. */
function levelBlocks(canvas: Canvas, { framework, lead, meanings }: LevelsShown, above: readonly Block[]): Block[] {
  const name = framework === '' ? [] : [paragraph(canvas, framework, STYLES.smallBold, { tag: 'H4' }), space(canvas, 2)]
  const title = stack([...above, ...name, paragraph(canvas, lead, STYLES.rowSoft), space(canvas, 4)])
  return titledList(
    title,
    meanings.map(([level, meaning]) => term(canvas, level, meaning)),
  )
}

/** The height of `drawReference`. */
export const referenceHeight = (canvas: Canvas, parts: readonly ReportInput[], hasEfforts: boolean): number =>
  reference(canvas, parts, hasEfforts).height

/** The runs, what the efforts mean if there are any, and nothing else; all on one page. */
export function drawReference(canvas: Canvas, parts: readonly ReportInput[], hasEfforts: boolean): void {
  canvas.part('Sect', () => drawBlocks(canvas, [reference(canvas, parts, hasEfforts)]))
}

/** Points: the efforts stand beside a single run. */
const EFFORTS_COLUMN: Terms = { x: LEFT + 290, width: WIDTH - 290, terms: 56 }
const RUN_COLUMN: Terms = { x: LEFT, width: 266, terms: 70 }

function reference(canvas: Canvas, parts: readonly ReportInput[], hasEfforts: boolean): Block {
  const isBeside = hasEfforts && parts.length === 1
  const column = isBeside ? EFFORTS_COLUMN : WHOLE
  const efforts = stack([
    subtitle(canvas, FULL.efforts, isBeside ? { x: column.x, width: column.width } : {}),
    ...EFFORTS.map((effort) => term(canvas, EFFORT_WORDS[effort], `${capitalize(EFFORT_MEANINGS[effort])}.`, column)),
  ])
  const run = stack(runs(canvas, parts, { place: isBeside ? RUN_COLUMN : WHOLE }))
  return stack([
    title(canvas),
    paragraph(canvas, timesText(canvas), STYLES.body),
    ...glyphsNote(canvas),
    space(canvas, 10),
    ...(isBeside ? [beside(canvas, run, efforts)] : hasEfforts ? [run, space(canvas, 14), efforts] : [run]),
  ])
}

/** Two pieces side by side. */
const beside = (canvas: Canvas, left: Block, right: Block): Block => ({
  height: Math.max(left.height, right.height),
  draw: () => {
    const top = canvas.y
    left.draw()
    canvas.y = top
    right.draw()
    canvas.y = top + Math.max(left.height, right.height)
  },
})

const timesText = (canvas: Canvas): string => FULL.times(canvas.times.timeZone ?? 'UTC')

const glyphsNote = (canvas: Canvas): Block[] =>
  canvas.lacksGlyphs ? [space(canvas, 4), paragraph(canvas, FULL.lacksGlyphs, STYLES.body)] : []

const title = (canvas: Canvas): Block => ({
  height: headingHeight(canvas, FULL.about),
  draw: () => drawHeading(canvas, FULL.about, 0),
})

const subtitle = (canvas: Canvas, words: string, place: TextBox = {}): Block =>
  stack([paragraph(canvas, words, STYLES.subheading, { ...place, tag: 'H3' }), space(canvas, 6)])

/** The tenant, and the run of each framework: of several, in a table. For auditors also at whose request. */
function runs(
  canvas: Canvas,
  parts: readonly ReportInput[],
  { place = WHOLE, isForAuditors = false }: { place?: Terms; isForAuditors?: boolean },
): Block[] {
  const { tenant, framework, published, run, requested, completed } = RUN_TERMS
  const lines = parts.map(
    (part): Readonly<Record<string, string>> => ({
      [framework]: RUN_TERMS.version(part.productName, part.result.framework.version),
      [published]: publishedText(findFramework(part.result.product)?.published),
      [run]: part.runId,
      [requested]: [timeText(part.createdAt, canvas.times), ...(isForAuditors ? requester(part) : [])].join(', '),
      [completed]: timeText(part.completedAt, canvas.times),
    }),
  )
  const tenants = term(canvas, tenant, listText([...new Set(parts.map(({ tenantId }) => tenantId))]), place)
  const [only, ...more] = lines
  if (only && more.length === 0) {
    const terms = Object.entries(only).filter(([, value]) => value !== '')
    return [tenants, ...terms.map(([name, value]) => term(canvas, name, value, place))]
  }
  const isShared = (name: string): boolean => new Set(lines.map((line) => line[name])).size === 1
  const shared = [requested, completed].filter(isShared)
  const differing = [requested, completed].filter((name) => !isShared(name))
  const columns = [
    { title: framework, share: 0.3 + 0.18 * shared.length },
    { title: run, share: 0.34 },
    ...differing.map((title) => ({ title, share: 0.18 })),
  ]
  const cells = lines.map((line) => columns.map((column) => line[column.title] ?? ''))
  const table: Block = {
    height: heightOfTable(canvas, columns, cells, { isWhole: true }),
    draw: () => drawTable(canvas, columns, cells),
  }
  const documents = parts.flatMap(({ productName }, index) => {
    const text = lines[index]?.[published] ?? ''
    return text === '' ? [] : [paragraph(canvas, `${productName}: ${text}`, STYLES.rowSoft), space(canvas, 2)]
  })
  return [
    tenants,
    ...shared.map((name) => term(canvas, name, only?.[name] ?? '', place)),
    space(canvas, 4),
    table,
    space(canvas, 8),
    ...documents,
  ]
}

function requester(part: ReportInput): string[] {
  const words = requesterText(part)
  return words === undefined ? [] : [`${RUN_TERMS.by} ${words}`]
}

const publishedText = (published: Published | undefined): string =>
  published?.documents.map(({ title: name }) => name).join('; ') ?? ''

/** Points. */
const MEANING = { x: LEFT + 148, width: WIDTH - 148 } as const
const VERDICT = { min: 21, below: 6 } as const

function verdictMeaning(canvas: Canvas, verdict: Verdict, meaning: string): Block {
  const height = Math.max(canvas.heightOf(meaning, STYLES.row, MEANING.width) + 1 + VERDICT.below, VERDICT.min)
  const draw = (): void => {
    const { y } = canvas
    drawPill(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], LEFT, y)
    canvas.y = y + 1
    canvas.write(meaning, STYLES.row, MEANING)
    canvas.y = y + height
  }
  return { height, draw }
}

/** A column of terms and what they mean; all in points. */
interface Terms {
  x: number
  width: number
  /** The width of the terms. */
  terms: number
}

const WHOLE: Terms = { x: LEFT, width: WIDTH, terms: 92 }
const TERM_BELOW = 4

function term(canvas: Canvas, name: string, value: string, { x, width, terms }: Terms = WHOLE): Block {
  const place = { x: x + terms, width: width - terms }
  const height = canvas.heightOf(value, STYLES.row, place.width) + TERM_BELOW
  const draw = (): void => {
    canvas.put(name, STYLES.rowSoft, { x, y: canvas.y, width: terms - 2 })
    canvas.write(value, STYLES.row, place)
    canvas.skip(TERM_BELOW)
  }
  return { height, draw }
}
