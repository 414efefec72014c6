import { styleText } from 'node:util'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import { shareText } from '../../engine/evaluation/outcome.ts'
import type { Basis } from '../../engine/model/evidence-kind.ts'
import type { AssessmentResult, GroupResult } from '../../engine/model/result.ts'
import type { Severity } from '../../engine/model/verdict.ts'
import { actionsOf } from '../../engine/results/actions.ts'
import { type Priority, priorities } from '../../engine/results/priorities.ts'
import {
  consentNote,
  countAccepted,
  countCompensated,
  countKnown,
  groupLevelText,
  groupNoun,
  levelText,
  plural,
  resultLevelText,
  SEVERITIES,
  SEVERITY_WORDS,
} from '../../features/reports/content/rules.ts'
import { percentText } from '../../shared/text/numbers.ts'

export interface TableOptions {
  /** Columns of the terminal; below 24 the lines are laid out for 24. */
  width: number
  /** Whether to add colour, which only repeats what the text says. */
  colour: boolean
  /** Display name of the product; its id without one. */
  productName?: string
}

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

const NARROWEST = 24
const FIRST_THINGS = 10
const SEVERITY_STYLES: Readonly<Record<Severity, Style>> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
}

/** A result as plain lines for a terminal, none wider than the width; ends without a line break. */
export function formatResult(result: AssessmentResult, options: TableOptions): string {
  const width = Math.max(NARROWEST, Math.floor(options.width))
  const paint: Paint = (style, text) => (options.colour ? styleText(style, text, { validateStream: false }) : text)
  const title = `${options.productName ?? result.product} ${result.framework.version}, target level ${levelText(result.target)}`
  return [
    ...wrap(title, width).map((line) => paint('bold', line)),
    paint('dim', '─'.repeat(width)),
    ...figureLines(result, width, paint),
    '',
    ...groupLines(result, width, paint),
    '',
    ...priorityLines(result, width, paint),
    '',
    ...unknownLines(result, width),
    ...wrap(consentNote(result), width),
    ...contradictionLines(result, width),
    ...exceptionLines(result, width),
    ...emergencyLines(result, width),
    ...evidenceLines(result, width, paint),
  ].join('\n')
}

function figureLines(result: AssessmentResult, width: number, paint: Paint): string[] {
  const { score, scoreCeiling, target, coverage, findings } = result
  const { inScope, unknown } = countKnown(result)
  const counts = SEVERITIES.map((severity) => `${result[severity]} ${severity}`).join(', ')
  const could = scoreCeiling > score ? `, up to ${scoreCeiling} with what is unknown` : ''
  const level = resultLevelText(result)
  const bar = drawBar(score, scoreCeiling, Math.min(40, width - 10))
  return [
    ...labelled('Score', `${score} of 100${could}`, width),
    `          ${paint('cyan', bar)}`,
    ...labelled('Maturity', `${level === '' ? 'not known' : `level ${level}`}, target ${levelText(target)}`, width),
    ...labelled('Known', `${percentText(coverage)} of ${plural(inScope, 'check')}, ${unknown} unknown`, width),
    ...labelled('Findings', findings === 0 ? 'none' : `${findings}: ${counts}`, width),
  ]
}

function labelled(label: string, value: string, width: number): string[] {
  return wrap(value, width - 10).map((line, index) => `${index === 0 ? label.padEnd(10) : ' '.repeat(10)}${line}`)
}

/** Full blocks for the score, light ones for what is unknown, dots for what is missing. */
function drawBar(got: number, could: number, cells: number): string {
  const full = Math.round((Math.min(100, Math.max(0, got)) / 100) * cells)
  const open = Math.max(0, Math.round((Math.min(100, could) / 100) * cells) - full)
  return '█'.repeat(full) + '░'.repeat(open) + '·'.repeat(cells - full - open)
}

interface Column {
  title: string
  cell: (group: GroupResult) => string
}

function groupLines(result: AssessmentResult, width: number, paint: Paint): string[] {
  const columns: Column[] = [
    { title: 'Score', cell: (group) => String(Math.round(group.score)) },
    { title: 'Level', cell: (group) => groupLevelText(group, result) || '–' },
    { title: 'Could be', cell: (group) => String(Math.round(group.scoreCeiling)) },
    { title: 'Known', cell: (group) => `${group.settled} of ${group.inScope}` },
  ]
  const noun = groupNoun(result.product, 1)
  const heading = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const longest = Math.max(heading.length, ...result.groups.map((group) => stringWidth(clean(group.name))))
  // Names get up to half of the width; columns that do not fit beside them are left out, from the right.
  const sized = columns.map((column) => ({
    ...column,
    size: Math.max(column.title.length, ...result.groups.map((group) => column.cell(group).length)) + 2,
  }))
  const nameSize = Math.min(longest, Math.floor(width / 2))
  const shown = sized.filter(
    (_, index) => nameSize + sized.slice(0, index + 1).reduce((sum, column) => sum + column.size, 0) <= width,
  )
  const room = width - shown.reduce((sum, column) => sum + column.size, 0)
  const names = Math.min(longest, room)
  const barCells = Math.min(20, room - names - 2)
  const line = (name: string, bar: string, cells: readonly string[]): string =>
    [fit(name, names), bar === '' ? '' : `  ${bar}`, ...cells].join('')
  const titles = shown.map((column) => column.title.padStart(column.size))
  const withBars = barCells >= 8
  return [
    paint('bold', line(heading, withBars ? ' '.repeat(barCells) : '', titles)),
    ...result.groups.map((group) =>
      line(
        group.name,
        withBars ? drawBar(group.score, group.scoreCeiling, barCells) : '',
        shown.map((column) => column.cell(group).padStart(column.size)),
      ),
    ),
  ]
}

function priorityLines(result: AssessmentResult, width: number, paint: Paint): string[] {
  const first = priorities(result, FIRST_THINGS)
  if (first.length === 0) return wrap('Nothing to fix in what is known.', width)
  const rest = result.findings - first.length
  const titles = titlesByFinding(result)
  return [
    paint('bold', 'What to do first'),
    ...first.flatMap((item, index) => priorityLine({ item, index, titles: titles.get(item.id) ?? [] }, width, paint)),
    ...(rest > 0 ? wrap(`And ${plural(rest, 'more finding')}.`, width) : []),
  ]
}

/** The actions that a finding needs, as the reports call them: they suit whichever products a tenant has. */
function titlesByFinding(result: AssessmentResult): Map<string, string[]> {
  const titles = new Map<string, string[]>()
  for (const { title, findings } of actionsOf(result)) {
    for (const { id } of findings) titles.set(id, [...(titles.get(id) ?? []), title])
  }
  return titles
}

const MAX_TITLES = 3

interface ListedFinding {
  item: Priority
  index: number
  titles: readonly string[]
}

function priorityLine({ item, index, titles }: ListedFinding, width: number, paint: Paint): string[] {
  const number = `${index + 1}.`.padStart(3)
  const severity = SEVERITY_WORDS[item.severity]
  const share = item.coverage ? `, ${shareText(item.coverage)}` : ''
  const mark = item.contradiction ? ', contradicts the answer' : ''
  const more = titles.length - MAX_TITLES
  const shown = titles.length > 0 ? titles.slice(0, MAX_TITLES).join('; ') : item.remedy
  const what = more > 0 ? `${shown}; and ${plural(more, 'more change')}` : shown
  const lines = wrap(`${severity} ${item.id}${share}${mark}: ${what}`, width - 4)
  return lines.map((line, at) => {
    const worded =
      at === 0 && line.startsWith(severity)
        ? paint(SEVERITY_STYLES[item.severity], severity) + line.slice(severity.length)
        : line
    return `${at === 0 ? number : '   '} ${worded}`
  })
}

function unknownLines(result: AssessmentResult, width: number): string[] {
  const { unknown, unknownBy } = countKnown(result)
  if (unknown === 0) return wrap('Every check of the target is known.', width)
  const why = [
    unknownBy.no_visibility > 0 && `${unknownBy.no_visibility} could not be read`,
    unknownBy.not_licensed > 0 && `${unknownBy.not_licensed} without a licence`,
    unknownBy.not_assessed > 0 && `${unknownBy.not_assessed} waiting for an answer`,
  ].filter((part) => part !== false)
  return wrap(`${plural(unknown, 'check')} unknown, not counted as findings: ${why.join(', ')}.`, width)
}

/** Names the requirements at the target where the tenant overruled an answer. */
function contradictionLines({ requirements, target }: AssessmentResult, width: number): string[] {
  const overruled = requirements.filter(({ contradiction, levels }) => contradiction && levels.includes(target))
  const ids = [...new Set(overruled.map(({ id }) => id))]
  return ids.length === 0 ? [] : wrap(`The tenant contradicts the answers: ${ids.join(', ')}.`, width)
}

/** No lines if there are no exceptions. */
function exceptionLines(result: AssessmentResult, width: number): string[] {
  const [compensated, accepted] = [countCompensated(result), countAccepted(result)]
  const parts = [
    compensated > 0 && `${plural(compensated, 'requirement')} met by a compensating control`,
    accepted > 0 && `${plural(accepted, 'accepted risk')}, not counted as findings`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? wrap(`Exceptions: ${parts.join('; ')}.`, width) : []
}

/** No lines if no emergency accounts were declared. */
function emergencyLines({ emergencyAccounts }: AssessmentResult, width: number): string[] {
  if (!emergencyAccounts) return []
  const { setAside, notFound } = emergencyAccounts
  return [
    ...(setAside.length > 0 ? wrap(`Emergency accounts excluded: ${setAside.join(', ')}.`, width) : []),
    ...(notFound.length > 0 ? wrap(`Emergency accounts that do not exist: ${notFound.join(', ')}.`, width) : []),
  ]
}

const BASES: readonly (readonly [basis: Basis, label: string])[] = [
  ['seen', 'Seen'],
  ['contrary', 'Contrary'],
  ['absent', 'Absent'],
  ['blind', 'Blind'],
  ['reported', 'Reported'],
]

/** What each requirement at the target rests on; a requirement without a check or an answer rests on nothing. */
function evidenceLines({ requirements, target }: AssessmentResult, width: number, paint: Paint): string[] {
  const rows = requirements.filter(({ levels }) => levels.includes(target))
  const lines = BASES.flatMap(([basis, label]) => {
    const ids = new Set(rows.filter((row) => row.basis === basis).map(({ id }) => id))
    return ids.size > 0 ? labelled(label, `${ids.size}: ${[...ids].join(', ')}`, width) : []
  })
  return lines.length > 0 ? ['', paint('bold', 'What the verdicts rest on'), ...lines] : []
}

/** Without control and formatting characters: text from a tenant must not control the terminal. */
const clean = (text: string): string => text.replace(/\p{C}+/gu, ' ')

/** Exactly `size` columns: padded, or cut with an ellipsis. */
function fit(text: string, size: number): string {
  const whole = clean(text)
  const isCut = stringWidth(whole) > size
  const [start = ''] = isCut
    ? wrapAnsi(whole, size - 1, { hard: true, wordWrap: false, trim: false }).split('\n')
    : [whole]
  const shown = isCut ? `${start}…` : start
  return shown + ' '.repeat(Math.max(0, size - stringWidth(shown)))
}

/** Lines of at most `width` columns, broken between words, and within a word only if it is longer than a line. */
const wrap = (text: string, width: number): string[] => {
  const words = clean(text).split(/\s+/).filter(Boolean).join(' ')
  return words === '' ? [] : wrapAnsi(words, width, { hard: true }).split('\n')
}
