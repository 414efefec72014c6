import {
  decisionsOf,
  decisionText,
  EXCEPTIONS_LEAD,
  EXCEPTIONS_TITLE,
  hasExceptions,
} from '../../content/exceptions.ts'
import type { ReportInput } from '../../content/input.ts'
import { listText, plural } from '../../content/rules.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/heading.ts'
import { STYLES } from '../kit/typesetter.ts'

/** Accepted risks and compensating controls, if there are any. */
export function drawExceptions(canvas: Canvas, { result }: ReportInput): void {
  if (!hasExceptions(result)) return
  canvas.part('Sect', () => {
    drawHeading(canvas, EXCEPTIONS_TITLE)
    canvas.write(EXCEPTIONS_LEAD, STYLES.lead)
    for (const { title, says, entries } of decisionsOf(result)) {
      drawTitle(canvas, title)
      canvas.write(says, STYLES.rowSoft)
      canvas.skip(6)
      for (const { row, exception, came } of entries) {
        canvas.room(70)
        canvas.rule()
        canvas.skip(6)
        canvas.write(row.id, STYLES.rowTitle)
        canvas.write(decisionText(exception, canvas.timeZone), STYLES.row)
        canvas.write(came, STYLES.smallSoft)
        canvas.skip(6)
      }
    }
    const { setAside = [], notFound = [] } = result.emergencyAccounts ?? {}
    if (!result.emergencyAccounts) return
    drawTitle(canvas, 'Emergency accounts')
    const names = setAside.length > 0 ? ` (${listText(setAside)})` : ''
    canvas.write(`Set aside: ${plural(setAside.length, 'declared emergency account')}${names}.`, STYLES.row)
    if (notFound.length === 0) return
    canvas.write(`Declared, but no account of the tenant that can sign in: ${listText(notFound)}.`, STYLES.row)
  })
  canvas.skip(26)
}

function drawTitle(canvas: Canvas, title: string): void {
  canvas.skip(16)
  canvas.room(90)
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
}
