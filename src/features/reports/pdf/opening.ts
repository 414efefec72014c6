import type { Priority } from '../../../engine/evaluation/priorities.ts'
import type { ReportInput } from '../input.ts'
import { explanation, headline } from '../meaning.ts'
import {
  countAccepted,
  countKnown,
  levelText,
  percentText,
  plural,
  reachesTarget,
  SEVERITIES,
  SEVERITY_WORDS,
} from '../rules.ts'
import { effortText, firstThings, gainsToTell, gainText, groupNames } from '../words.ts'
import { bar, pill } from './charts.ts'
import { PANEL, SEVERITY_LOOKS, SOFT } from './ink.ts'
import { LEFT, PAGE_ROOM, type Sheet, WIDTH } from './sheet.ts'
import { lineHeight, STYLES } from './type.ts'

/** A title that is never left alone at the foot of a page. */
export function drawHeading(sheet: Sheet, title: string, roomAfter = 90): void {
  sheet.room(lineHeight(STYLES.heading) + roomAfter)
  sheet.bookmark(title)
  sheet.write(title, STYLES.heading, { tag: 'H2' })
  sheet.skip(8)
}

/** What the result means for the business, in words and in four figures. */
export function drawMeaning(sheet: Sheet, { result, customerName }: ReportInput): void {
  sheet.newPage()
  sheet.part('Sect', () => {
    drawHeading(sheet, 'What this means')
    sheet.write(headline(result, customerName), { size: 14, weight: 'medium', leading: 1.4 })
    sheet.skip(8)
    for (const sentence of explanation(result)) {
      sheet.write(sentence, STYLES.body)
      sheet.skip(4)
    }
    sheet.skip(14)
    drawFigures(sheet, figuresOf(result))
    sheet.skip(22)
    sheet.write('Findings by severity', STYLES.subheading, { tag: 'H3' })
    sheet.skip(8)
    drawSeverities(sheet, result)
  })
}

interface Figure {
  term: string
  value: string
  beside: string
  words: string
  got?: number
  could?: number
}

function figuresOf(result: ReportInput['result']): Figure[] {
  const { score, scoreCeiling, maturityAchieved, target, coverage, findings } = result
  const known = countKnown(result)
  const accepted = countAccepted(result)
  return [
    {
      term: 'Score',
      value: String(score),
      beside: 'of 100',
      words:
        scoreCeiling > score
          ? `Could be up to ${scoreCeiling}, depending on what is still unknown`
          : 'Nothing unknown could raise it',
      got: score,
      could: scoreCeiling,
    },
    {
      term: 'Maturity level',
      value: levelText(maturityAchieved),
      beside: `target ${levelText(target)}`,
      words: reachesTarget(result) ? 'Target reached' : 'Target not reached yet',
      got: target > 0 ? (100 * maturityAchieved) / target : 0,
    },
    {
      term: 'Checks settled',
      value: percentText(coverage),
      beside: `of ${known.inScope}`,
      words: `${known.fromTenant} from the tenant itself, ${known.fromPeople} from answers, ${known.unknown} unknown`,
      got: 100 * coverage,
    },
    {
      term: 'Findings',
      value: String(findings),
      beside: '',
      words:
        findings === 0 && accepted === 0
          ? 'Nothing that was settled fell short of the target'
          : `Requirements of the target that are missing or incomplete${accepted > 0 ? `, without ${plural(accepted, 'accepted risk')}` : ''}`,
    },
  ]
}

const TILE = { gap: 10, pad: 11, height: 108 } as const

function drawFigures(sheet: Sheet, figures: readonly Figure[]): void {
  const top = sheet.y
  const width = (WIDTH - (figures.length - 1) * TILE.gap) / figures.length
  const big = { size: 23, weight: 'bold', leading: 1.25 } as const
  for (const [index, { term, value, beside, words, got, could }] of figures.entries()) {
    const x = LEFT + index * (width + TILE.gap)
    const inner = { x: x + TILE.pad, width: width - 2 * TILE.pad }
    sheet.shape((doc) => doc.roundedRect(x, top, width, TILE.height, 5).fill(PANEL))
    sheet.put(term, STYLES.smallSoft, { ...inner, y: top + 9 })
    sheet.put(value, big, { ...inner, y: top + 21 })
    const after = sheet.widthOf(value, big) + 5
    if (beside !== '')
      sheet.put(beside, STYLES.smallSoft, { x: inner.x + after, width: inner.width - after, y: top + 34.5 })
    if (got !== undefined) bar(sheet, { ...inner, y: top + 54, height: 6 }, got, could)
    sheet.y = top + 65
    sheet.write(words, { size: 7.5, ink: SOFT, leading: 1.35 }, inner)
  }
  sheet.y = top + TILE.height
}

function drawSeverities(sheet: Sheet, result: ReportInput['result']): void {
  const most = Math.max(1, ...SEVERITIES.map((severity) => result[severity]))
  for (const severity of SEVERITIES) {
    const { y } = sheet
    const count = result[severity]
    pill(sheet, SEVERITY_LOOKS[severity], SEVERITY_WORDS[severity], LEFT, y)
    bar(sheet, { x: LEFT + 82, y: y + 3.5, width: WIDTH - 122, height: 8 }, (100 * count) / most)
    sheet.put(String(count), STYLES.label, { x: LEFT + WIDTH - 30, width: 30, align: 'right', y: y + 0.5 })
    sheet.y = y + 22
  }
}

/** The one list of what to do first. */
export function drawFirstThings(sheet: Sheet, { result }: ReportInput): void {
  const { lead, things, rest } = firstThings(result)
  const nameOf = groupNames(result)
  const gains = gainsToTell(result)
  if (things.length > 0) sheet.newPage()
  else sheet.skip(26)
  sheet.part('Sect', () => {
    drawHeading(sheet, 'What to do first')
    sheet.write(lead, STYLES.lead)
    sheet.skip(10)
    sheet.part('L', () => {
      for (const [index, thing] of things.entries()) {
        drawThing(sheet, thing, index + 1, nameOf, gainText(thing, nameOf, gains.get(thing.id)))
      }
    })
    if (rest !== undefined) sheet.write(rest, STYLES.lead)
  })
}

const NUMBER = 32

function drawThing(sheet: Sheet, thing: Priority, place: number, nameOf: (id: string) => string, gain: string): void {
  const { remedy, observed, severity, id, groups } = thing
  const column = { x: LEFT + NUMBER, width: WIDTH - NUMBER }
  const remedyStyle = { size: 10.5, weight: 'bold', leading: 1.42 } as const
  const effort = effortText(thing)
  const height =
    sheet.heightOf(remedy, remedyStyle, column.width) + sheet.heightOf(observed, STYLES.rowSoft, column.width) + 62
  sheet.room(Math.min(height, PAGE_ROOM / 2))
  sheet.part('LI', () => {
    sheet.rule()
    sheet.skip(9)
    const top = sheet.y
    const { fill, onFill } = sheet.accent
    sheet.shape((doc) => doc.circle(LEFT + 10, top + 9, 10).fill(fill))
    const number = { size: 9.5, weight: 'bold', ink: onFill } as const
    sheet.put(String(place), number, { x: LEFT, width: 20, align: 'center', y: top + 2.4, tag: 'Lbl' })
    sheet.write(remedy, remedyStyle, { ...column, tag: 'LBody' })
    sheet.skip(1)
    sheet.write(observed, STYLES.rowSoft, column)
    sheet.skip(3)
    sheet.write(`Gain: ${gain}`, { ...STYLES.rowTitle, ink: sheet.accent.text }, column)
    sheet.skip(4)
    const { y } = sheet
    const end =
      column.x + pill(sheet, SEVERITY_LOOKS[severity], `${SEVERITY_WORDS[severity]} severity`, column.x, y) + 9
    sheet.y = y + 1.9
    const done = effort === undefined ? '' : ` · Effort: ${effort}`
    const where = `${id} · ${groups.map(nameOf).join(', ')}${done}`
    sheet.write(where, STYLES.smallSoft, { x: end, width: LEFT + WIDTH - end })
    sheet.y = Math.max(sheet.y, y + 15) + 8
  })
}
