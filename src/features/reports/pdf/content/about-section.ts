import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Published } from '../../../../engine/model/framework.ts'
import { timeText } from '../../../../shared/dates/datetime.ts'
import { type LevelsShown, levelsOf } from '../../content/figures/levels.ts'
import type { ReportInput } from '../../content/input.ts'
import { VERDICTS } from '../../content/requirements.ts'
import {
  levelText,
  listText,
  requesterText,
  SEVERITIES,
  severityMeanings,
  severitySteps,
  VERDICT_WORDS,
  verdictMeanings,
} from '../../content/rules.ts'
import { RUN_TERMS, SEVERITY_WORDS } from '../../content/words/every-edition.ts'
import { FULL, LEVELS } from '../../content/words/full.ts'
import { type Canvas, LEFT, type TextBox, WIDTH } from '../kit/canvas.ts'
import type { Look } from '../kit/colors.ts'
import { type Block, drawLastSections, LAST_PAGE, pageStarts, paragraph, space, stack } from '../kit/layout/blocks.ts'
import { drawHeading, headingHeight } from '../kit/layout/heading.ts'
import { drawTable, heightOfTable } from '../kit/layout/table.ts'
import { SEVERITY_LOOKS, VERDICT_LOOKS } from '../kit/looks.ts'
import { drawPill } from '../kit/pills.ts'
import { STYLES } from '../kit/typesetter.ts'

/** How the report came about, and what its words mean. */
export function drawAbout(canvas: Canvas, parts: readonly ReportInput[], hasActions: boolean): void {
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
    space(canvas, 10),
  ]
  const verdicts = VERDICTS.map((verdict) =>
    pillMeaning(canvas, VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict], verdictMeanings(verdict, parts), VERDICT_MARKS),
  )
  // People look words up: the verdicts are not divided.
  const verdictList = stack([space(canvas, 14), subtitle(canvas, FULL.verdicts), ...verdicts])
  const above = stack([...beginning, ...runs(canvas, parts, { isForAuditors: true })])
  const compact = stack([...beginning, runAndLevels(canvas, parts)])
  const [levels, terms] = [levelsBelow(canvas, parts), severitiesBelow(canvas, parts, hasActions)]
  const arrangements = [
    [above, ...levels, verdictList, ...terms],
    [compact, verdictList, ...terms],
    // Without what follows them, the levels would be alone on the last page.
    ...(terms.length > 0 ? [[above, verdictList, ...levels, ...terms]] : []),
  ]
  // The first with the fewest pages; of those, one with enough on its last page, and without the long list of verdicts at the
  // top of a page, because the page before it would be half empty.
  const cost = (blocks: readonly Block[]): number => {
    const starts = pageStarts(blocks, canvas.left, LAST_PAGE)
    const last = starts.at(-1)
    const isShort = last !== undefined && stack(blocks.slice(last)).height < LAST_PAGE
    return 4 * starts.length + 2 * Number(isShort) + Number(starts.includes(blocks.indexOf(verdictList)))
  }
  const [best = []] = arrangements.toSorted((one, other) => cost(one) - cost(other))
  drawLastSections(canvas, [best])
}

/** What the levels of each framework mean. */
const levelsBelow = (canvas: Canvas, parts: readonly ReportInput[]): Block[] =>
  levelsOf(parts).map((levels, index) =>
    levelBlock(canvas, levels, index === 0 ? [space(canvas, 14), subtitle(canvas, LEVELS.title)] : [space(canvas, 6)]),
  )

/** The run of a single framework, and beside it what its levels mean; of several, below each other. */
function runAndLevels(canvas: Canvas, parts: readonly ReportInput[]): Block {
  const [levels, ...others] = levelsOf(parts)
  const isBeside = levels && others.length === 0
  const run = stack(runs(canvas, parts, { place: isBeside ? RUN_COLUMN : WHOLE, isForAuditors: true }))
  if (!isBeside) return stack([run, ...levelsBelow(canvas, parts)])
  const { x, width } = LEVELS_COLUMN
  const name = subtitle(canvas, LEVELS.title, { x, width })
  return beside(canvas, run, levelBlock(canvas, levels, [name], LEVELS_COLUMN))
}

/** What the levels of one framework mean, below its title; never divided. */
function levelBlock(
  canvas: Canvas,
  { framework, lead, meanings }: LevelsShown,
  above: readonly Block[],
  column = WHOLE,
): Block {
  const { x, width } = column
  const name = framework === '' ? [] : [paragraph(canvas, framework, STYLES.smallBold, { tag: 'H4' }), space(canvas, 2)]
  const title = [...above, ...name, paragraph(canvas, lead, STYLES.rowSoft, { x, width }), space(canvas, 4)]
  return stack([...title, ...meanings.map(([level, meaning]) => term(canvas, level, meaning, column))])
}

/** The runs, and what severities mean if there are any. */
export const referenceBlocks = (canvas: Canvas, parts: readonly ReportInput[], hasActions: boolean): Block[] => [
  stack([
    title(canvas),
    paragraph(canvas, timesText(canvas), STYLES.body),
    ...glyphsNote(canvas),
    space(canvas, 10),
    ...runs(canvas, parts),
  ]),
  ...severitiesBelow(canvas, parts, hasActions),
]

/** What the severities of actions mean. */
const severitiesBelow = (canvas: Canvas, parts: readonly ReportInput[], hasActions: boolean): Block[] =>
  hasActions ? [stack([space(canvas, 14), severities(canvas, parts)])] : []

/** Points: the levels stand beside a single run. */
const LEVELS_COLUMN: Terms = { x: LEFT + 278, width: WIDTH - 278, terms: 44 }
const RUN_COLUMN: Terms = { x: LEFT, width: 266, terms: 70 }

/** What makes a finding severe. */
function severities(canvas: Canvas, parts: readonly ReportInput[]): Block {
  const meanings = SEVERITIES.map((severity) =>
    pillMeaning(
      canvas,
      SEVERITY_LOOKS[severity],
      SEVERITY_WORDS[severity],
      severityMeanings(severity, parts),
      SEVERITY_MARKS,
    ),
  )
  const steps = paragraph(canvas, severitySteps(parts), STYLES.rowSoft)
  return stack([subtitle(canvas, FULL.severities), ...meanings, steps])
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
  { place = WHOLE, isForAuditors = false }: { place?: Terms; isForAuditors?: boolean } = {},
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

/** Points: the width of marks, and of their rows the least height and what is below them. */
const VERDICT_MARKS = { width: 148, min: 21, below: 5 } as const
const SEVERITY_MARKS = { width: 76, min: 18, below: 3 } as const

/** A verdict or severity, and what it means. */
function pillMeaning(
  canvas: Canvas,
  look: Look,
  words: string,
  meaning: string,
  marks: typeof VERDICT_MARKS | typeof SEVERITY_MARKS,
): Block {
  const place = { x: LEFT + marks.width, width: WIDTH - marks.width }
  const height = Math.max(canvas.heightOf(meaning, STYLES.row, place.width) + 1 + marks.below, marks.min)
  const draw = (): void => {
    const { y } = canvas
    drawPill(canvas, look, words, LEFT, y)
    canvas.y = y + 1
    canvas.write(meaning, STYLES.row, place)
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
