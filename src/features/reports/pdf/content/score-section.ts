import { percentText } from '../../../../shared/text/numbers.ts'
import { explanation } from '../../content/executive-summary.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { reviewsOf } from '../../content/rows/reviews.ts'
import { askedGroups, capitalize, groupLevelText, groupNoun, resultLevelText } from '../../content/rules.ts'
import { addsText, pointsByGroup, scoreLead, scoreNote } from '../../content/score-explanation.ts'
import { MEANING_WORDS } from '../../content/words/every-edition.ts'
import { COLUMNS, FULL, MEANING } from '../../content/words/full.ts'
import { listText } from '../../content/words/language.ts'
import { type Canvas, WIDTH } from '../kit/canvas.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { type Column, drawTable, heightOfTable } from '../kit/layout/table.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'
import { linksToRows } from './requirements/places.ts'

/** What the result means in words, and how the score is calculated, line by line. The chart is on the first page. */
export function drawScores(canvas: Canvas, { result }: ReportInput, { title, fresh }: Place): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, title(FULL.meaning))
    for (const sentence of explanation(result)) {
      canvas.write(fresh(sentence), STYLES.body)
      canvas.skip(3)
    }
    for (const { sentence, rows } of reviewsOf(result)) {
      const ids = [...new Set(rows.map(({ id }) => id))]
      const text = `${MEANING.listed(fresh(sentence) || sentence)} ${listText(ids)}.`
      canvas.write(text, STYLES.body, { links: linksToRows(text, ids) })
      canvas.skip(3)
    }
    canvas.skip(12)
    const { columns, rows, sum } = scoreTable(result)
    const lead = fresh(`${scoreLead(result)} ${scoreNote(result)}`)
    const heights = [lineHeight(STYLES.subheading), canvas.heightOf(lead, STYLES.rowSoft, WIDTH)]
    const above = heights.reduce((total, height) => total + height, 8)
    canvas.room(above + heightOfTable(canvas, columns, rows, { sum, above, isWhole: false }))
    canvas.write(FULL.score, STYLES.subheading, { tag: 'H3' })
    canvas.skip(2)
    canvas.write(lead, STYLES.rowSoft)
    canvas.skip(6)
    drawTable(canvas, columns, rows, { sum, above })
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
