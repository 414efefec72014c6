import type { Parts } from '../../content/combined.ts'
import { reserveForKnown } from '../../content/editions/elsewhere.ts'
import { outsideNote } from '../../content/figures/levels.ts'
import type { ReportInput } from '../../content/input.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { allAnsweredText, haveOwnGivers } from '../../content/rows/answered-by.ts'
import { sourcesText } from '../../content/rows/evidence-quality.ts'
import { capitalize, groupNoun } from '../../content/rules.ts'
import { knownTitle } from '../../content/unknowns.ts'
import { OVERVIEW } from '../../content/words/controls.ts'
import { FULL } from '../../content/words/full.ts'
import { numberIn } from '../../content/words/gains.ts'
import { type Canvas, WIDTH } from '../kit/canvas.ts'
import { drawHeading, headingHeight } from '../kit/layout/heading.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'
import { drawAbout } from './about-section.ts'
import { drawActions } from './actions/section.ts'
import { drawExceptions } from './exceptions-section.ts'
import { drawOverview, type OverviewTitle, withNote } from './overview-section.ts'
import { drawGroup } from './requirements/group.ts'
import { drawScores } from './score-section.ts'
import { drawTrendAndChanges } from './trend-section.ts'
import { drawUnknowns } from './unknowns-section.ts'

/** Everything, for auditors. */
export async function drawFull(canvas: Canvas, { parts, actions }: Parts): Promise<void> {
  const once = new Once()
  const places = placesOf(parts, once)
  canvas.newPage()
  // What to do takes many pages: a reader who wants to understand the result finds the meaning before them.
  for (const [part, place] of places) drawScores(canvas, part, place)
  drawActions(canvas, actions, { parts, once, findings: 'ids', numberOf: numberIn(actions) })
  await canvas.breathe()
  const numbers = Map.groupBy(
    actions.flatMap(({ findings }, index) => findings.map(({ id }) => [id, index + 1] as const)),
    ([id]) => id,
  )
  const numbersOf = new Map([...numbers].map(([id, its]) => [id, its.map(([, number]) => number)]))
  reserveForKnown(
    once,
    parts.map(({ result }) => result),
    ({ id }) => id,
  )
  for (const [part, place] of places) {
    const { result } = part
    drawTrendAndChanges(canvas, part, place)
    drawUnknowns(canvas, part, place)
    drawExceptions(canvas, part, place)
    drawOverview(canvas, result, withNote(canvas, detailTitle(canvas, part, place), place.fresh(outsideNote(result))))
    const known = place.title(knownTitle(result))
    const rows = {
      result,
      once,
      times: canvas.times,
      haveOwnGivers: haveOwnGivers(result, canvas.times),
      actions: numbersOf,
      known,
      described: new Map(),
    }
    for (const group of result.groups) {
      drawGroup(canvas, group, rows)
      await canvas.breathe()
    }
  }
  drawAbout(canvas, parts, actions.length > 0)
}

/** The title of all requirements, with the sentences that hold for each of them, and that of the overview. */
function detailTitle(canvas: Canvas, { result }: ReportInput, { title, fresh }: Place): OverviewTitle {
  const words = title(FULL.inDetail(capitalize(groupNoun(result.product, 2))))
  const sources = fresh(`${sourcesText(result)} ${allAnsweredText(result, canvas.times)}`.trim())
  const space = { above: 14, below: 6 }
  const heights = [
    headingHeight(canvas, words),
    canvas.heightOf(sources, STYLES.rowSoft, WIDTH),
    lineHeight(STYLES.subheading),
  ]
  return {
    name: title(OVERVIEW.title),
    height: heights.reduce((sum, height) => sum + height, space.above + space.below),
    draw: () => {
      drawHeading(canvas, words, 0)
      canvas.write(sources, STYLES.rowSoft)
      canvas.skip(space.above)
      canvas.write(OVERVIEW.title, STYLES.subheading, { tag: 'H3' })
      canvas.skip(space.below)
    },
    tag: 'H4',
  }
}
