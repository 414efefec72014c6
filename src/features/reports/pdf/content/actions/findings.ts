import type { Priority } from '../../../../../engine/results/priorities.ts'
import { type FindingTitle, findingsOnce } from '../../../content/editions/action-findings.ts'
import type { Once } from '../../../content/once.ts'
import { affectedCount, namesText } from '../../../content/rows/named-alike.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { toPlainText } from '../../../content/words/plain-text.ts'
import type { Words } from '../../../content/words/references.ts'
import { ROW } from '../../../content/words/rows.ts'
import type { Canvas } from '../../kit/canvas.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'
import { linksIn, plainText } from './references.ts'
import { COLUMN } from './remedy.ts'

/** Findings about which the same was found; empty texts are left out. */
export interface DrawnFindings {
  titles: readonly DrawnTitle[]
  found: Words
  affected: Words
}

interface DrawnTitle {
  words: Words
  note: string
}

/** In the order in which they are drawn, because a sentence appears only once. */
export function findingTexts(findings: readonly Priority[], number: number, { once }: { once: Once }): DrawnFindings[] {
  return findingsOnce(once, findings, number).map(({ findings: titles, found, names, sameNames }) => ({
    titles: titles.map((title) => ({ words: titleWords(title), note: title.note })),
    found,
    affected: names ? [namesOnPaper(names, once)] : sameNames,
  }))
}

function titleWords({ id, answered, statement, described }: FindingTitle): Words {
  const name = answered === '' ? id : `${id} ${answered}`
  return statement === '' ? [`${name}, `, ...described] : [`${name}: ${statement}`]
}

/** As many names as anybody reads on paper; the page has all of them. */
const NAMES_SHOWN = 12

/** The first names and, once, where more of them are. */
function namesOnPaper(affected: NonNullable<Priority['affected']>, once: Once): string {
  const names = ACTION_WORDS.affectedNames(affectedCount(affected), namesText(plain(affected), NAMES_SHOWN))
  const more = affected.items.length > NAMES_SHOWN ? once.fresh(ROW.moreNames, ACTION_WORDS.title) : ''
  return more === '' ? names : `${names}. ${more}`
}

const plain = ({ items, total }: NonNullable<Priority['affected']>) => ({ items: items.map(toPlainText), total })

const TITLE: Style = { ...STYLES.row, weight: 'medium' }
/** Points below findings. */
const GAP = 4

const heightOf = (canvas: Canvas, words: Words, style: Style): number =>
  canvas.heightOf(plainText(words), style, COLUMN.width)

const titleHeight = (canvas: Canvas, { words, note }: DrawnTitle): number =>
  heightOf(canvas, words, TITLE) + heightOf(canvas, [note], STYLES.rowSoft)

/** Points. */
export const findingsHeight = (canvas: Canvas, { titles, found, affected }: DrawnFindings): number =>
  titles.reduce((sum, title) => sum + titleHeight(canvas, title), 0) +
  heightOf(canvas, found, STYLES.rowSoft) +
  heightOf(canvas, affected, STYLES.smallSoft) +
  GAP

export function drawFindings(canvas: Canvas, all: readonly DrawnFindings[]): void {
  for (const { titles, found, affected } of all) {
    const beginning = canvas.beginningOf(plainText(found), STYLES.rowSoft, COLUMN.width)
    for (const [index, title] of titles.entries()) {
      // No title is alone on its page: the next stands with it, and the last with the text.
      const [, next, ...others] = titles.slice(index)
      const together = titleHeight(canvas, title) + (next ? titleHeight(canvas, next) : 0)
      canvas.room(together + (others.length === 0 ? beginning : 0))
      drawWords(canvas, title.words, TITLE)
      drawWords(canvas, [title.note], STYLES.rowSoft)
    }
    drawWords(canvas, found, STYLES.rowSoft)
    drawWords(canvas, affected, STYLES.smallSoft)
    canvas.skip(GAP)
  }
}

const drawWords = (canvas: Canvas, words: Words, style: Style): void =>
  canvas.write(plainText(words), style, { ...COLUMN, links: linksIn(words) })
