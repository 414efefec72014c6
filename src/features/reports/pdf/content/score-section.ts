import { explanation } from '../../content/executive-summary.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { askedGroups, capitalize, groupNoun, levelText, percentText } from '../../content/rules.ts'
import { addsText, pointsByGroup, scoreLead, scoreNote } from '../../content/score-explanation.ts'
import { COLUMNS, FULL } from '../../content/words/full.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawTable, tableHeight } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'

/** What the result means in words, and how the score is calculated, line by line. The chart is on the first page. */
export function drawScores(canvas: Canvas, { result }: ReportInput, { title, fresh }: Place): void {
  const one = groupNoun(result.product, 1)
  canvas.part('Sect', () => {
    drawHeading(canvas, title(FULL.meaning))
    for (const sentence of explanation(result)) {
      canvas.write(fresh(sentence), STYLES.body)
      canvas.skip(3)
    }
    canvas.skip(12)
    canvas.room(tableHeight(Math.min(askedGroups(result).length, 8)) + 90)
    canvas.write(FULL.score, STYLES.subheading, { tag: 'H3' })
    canvas.skip(2)
    canvas.write(fresh(`${scoreLead(result)} ${scoreNote(result)}`), STYLES.rowSoft)
    canvas.skip(6)
    drawScoreTable(canvas, result, one)
  })
  canvas.skip(26)
}

function drawScoreTable(canvas: Canvas, result: ReportInput['result'], one: string): void {
  const { score, scoreCeiling, maturityAchieved, coverage } = result
  const points = pointsByGroup(result)
  const right = (title: string, share: number) => ({ title, share, align: 'right' }) as const
  const columns = [
    { title: capitalize(one), share: points ? 0.38 : 0.5 },
    right(COLUMNS.inPlace, 0.125),
    right(COLUMNS.couldBe, 0.125),
    ...(points ? [right(COLUMNS.adds, 0.12)] : []),
    right(COLUMNS.level, 0.1),
    right(COLUMNS.known, 0.15),
  ]
  const rows = askedGroups(result).map((group) => [
    group.name,
    String(Math.round(group.score)),
    String(Math.round(group.scoreCeiling)),
    ...(points ? [addsText(points.get(group.id))] : []),
    levelText(group.maturityAchieved),
    COLUMNS.knownOf(group.settled, group.inScope),
  ])
  const sum = [
    COLUMNS.overall,
    String(score),
    String(scoreCeiling),
    ...(points ? [String(score)] : []),
    levelText(maturityAchieved),
    percentText(coverage),
  ]
  drawTable(canvas, columns, rows, { sum })
}
