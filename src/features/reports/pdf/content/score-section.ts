import { percentText } from '../../../../shared/text/numbers.ts'
import { explanation } from '../../content/executive-summary.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { reviewsOf } from '../../content/rows/reviews.ts'
import { askedGroups, capitalize, groupLevelText, groupNoun, resultLevelText } from '../../content/rules.ts'
import { addsText, pointsByGroup, scoreLead, scoreNote } from '../../content/score-explanation.ts'
import { timesListed } from '../../content/unknowns.ts'
import { MEANING_WORDS } from '../../content/words/every-edition.ts'
import { COLUMNS, FULL, MEANING } from '../../content/words/full.ts'
import { listText } from '../../content/words/language.ts'
import { type Canvas, PAGE_ROOM } from '../kit/canvas.ts'
import { paragraph, space, stack } from '../kit/layout/blocks.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { type Column, drawTable, heightOfTable } from '../kit/layout/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { linksToRows } from './requirements/places.ts'

/** Points between the meaning in words and the score. */
const SPACE = 12

/** What the result means in words, and how the score is calculated, line by line. The chart is on the first page. */
export function drawScores(canvas: Canvas, { result }: ReportInput, { title, fresh }: Place): void {
  canvas.part('Sect', () => {
    const sentences = explanation(result).map((sentence) => paragraph(canvas, fresh(sentence), STYLES.body))
    const reviews = reviewsOf(result).map(({ sentence, rows }) => {
      const ids = [...new Set(rows.map(({ id }) => id))]
      const listed = timesListed(rows).map(({ row, times }) => `${row.id}${times}`)
      const text = `${MEANING.listed(fresh(sentence) || sentence)} ${listText(listed)}.`
      return paragraph(canvas, text, STYLES.body, { links: linksToRows(text, ids, listed) })
    })
    const meaning = [...sentences, ...reviews].flatMap((block) => [block, space(canvas, 3)])
    const { columns, rows, sum } = scoreTable(result)
    const above = stack([
      paragraph(canvas, FULL.score, STYLES.subheading, { tag: 'H3' }),
      space(canvas, 2),
      paragraph(canvas, fresh(`${scoreLead(result)} ${scoreNote(result)}`), STYLES.rowSoft),
      space(canvas, 6),
    ])
    const end = { sum, above: above.height } as const
    const tableHeight = (): number => above.height + heightOfTable(canvas, columns, rows, { ...end, isWhole: false })
    // The sentences stay with the table, unless that leaves more than a third of the page empty.
    const whole = stack(meaning).height + SPACE + tableHeight()
    drawHeading(canvas, title(FULL.meaning), canvas.left <= PAGE_ROOM / 3 ? whole : undefined)
    for (const { draw } of meaning) draw()
    canvas.skip(SPACE)
    canvas.room(tableHeight())
    above.draw()
    drawTable(canvas, columns, rows, end)
  })
  canvas.skip(26)
}

function scoreTable(result: ReportInput['result']): { columns: Column[]; rows: string[][]; sum: string[] } {
  const one = groupNoun(result.product, 1)
  const { score, scoreCeiling, coverage } = result
  const points = pointsByGroup(result)
  const right = (title: string, share: number) => ({ title, share, align: 'right' }) as const
  const columns = [
    { title: capitalize(one), share: points ? 0.38 : 0.5 },
    right(COLUMNS.score, 0.125),
    right(COLUMNS.couldBe, 0.125),
    ...(points ? [right(COLUMNS.adds, 0.12)] : []),
    { ...right(COLUMNS.level, 0.1), empty: MEANING_WORDS.unknown },
    right(COLUMNS.known, 0.15),
  ]
  const rows = askedGroups(result).map((group) => [
    group.name,
    String(Math.round(group.score)),
    String(Math.round(group.scoreCeiling)),
    ...(points ? [addsText(points.get(group.id))] : []),
    groupLevelText(group, result),
    COLUMNS.knownOf(group.settled, group.inScope),
  ])
  const sum = [
    COLUMNS.overall,
    String(score),
    String(scoreCeiling),
    ...(points ? [String(score)] : []),
    resultLevelText(result),
    percentText(coverage),
  ]
  return { columns, rows, sum }
}
