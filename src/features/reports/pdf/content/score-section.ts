import type { ReportInput } from '../../content/input.ts'
import { askedGroups, groupNoun, levelText, percentText } from '../../content/rules.ts'
import { addsText, pointsByGroup, scoreLead, scoreNote } from '../../content/score-explanation.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawBar, drawBarKey } from '../kit/charts.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawTable, tableHeight } from '../kit/table.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'

export const BAR_LINE = 21

/** How the score comes about: a chart, and the same numbers line by line. */
export function drawScores(canvas: Canvas, { result }: ReportInput): void {
  const { product } = result
  const groups = askedGroups(result)
  canvas.newPage()
  canvas.part('Sect', () => {
    drawHeading(canvas, 'How the score comes about')
    canvas.write(scoreLead(result), STYLES.lead)
    canvas.skip(12)
    drawBarKey(canvas)
    const one = groupNoun(product, 1)
    const names = 172
    for (const { name, score, scoreCeiling } of groups) {
      canvas.room(BAR_LINE)
      const { y } = canvas
      canvas.put(name, STYLES.row, { y: y + 2, width: names - 8 })
      drawBar(canvas, { x: LEFT + names, y: y + 3, width: WIDTH - names - 40, height: 11 }, score, scoreCeiling)
      canvas.put(String(Math.round(score)), STYLES.rowTitle, {
        x: LEFT + WIDTH - 32,
        width: 32,
        align: 'right',
        y: y + 2,
      })
      canvas.y = y + BAR_LINE
    }
    canvas.skip(16)
    canvas.room(lineHeight(STYLES.subheading) + tableHeight(Math.min(groups.length, 8)))
    canvas.write('The score line by line', STYLES.subheading, { tag: 'H3' })
    canvas.skip(2)
    canvas.write(scoreNote(result), STYLES.rowSoft)
    canvas.skip(6)
    drawScoreTable(canvas, result, one)
  })
}

function drawScoreTable(canvas: Canvas, result: ReportInput['result'], one: string): void {
  const { score, scoreCeiling, maturityAchieved, coverage } = result
  const points = pointsByGroup(result)
  const right = (title: string, share: number) => ({ title, share, align: 'right' }) as const
  const columns = [
    { title: `${one.charAt(0).toUpperCase()}${one.slice(1)}`, share: points ? 0.38 : 0.5 },
    right('In place', 0.125),
    right('Could be', 0.125),
    ...(points ? [right('Adds', 0.12)] : []),
    right('Level', 0.1),
    right('Known', 0.15),
  ]
  const rows = askedGroups(result).map((group) => [
    group.name,
    String(Math.round(group.score)),
    String(Math.round(group.scoreCeiling)),
    ...(points ? [addsText(points.get(group.id))] : []),
    levelText(group.maturityAchieved),
    `${group.settled} of ${group.inScope}`,
  ])
  const sum = [
    'Overall',
    String(score),
    String(scoreCeiling),
    ...(points ? [String(score)] : []),
    levelText(maturityAchieved),
    percentText(coverage),
  ]
  drawTable(canvas, columns, rows, sum)
}
