import type { RecordedException } from '../../../../engine/model/exception.ts'
import { decisionsOf, decisionText, hasExceptions } from '../../content/exceptions.ts'
import type { ReportInput } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { listText } from '../../content/rules.ts'
import { DECISIONS } from '../../content/words/every-edition.ts'
import type { Canvas } from '../kit/canvas.ts'
import { drawHeading } from '../kit/layout/heading.ts'
import { STYLES } from '../kit/typesetter.ts'

/** Accepted risks and compensating controls, if there are any. */
export function drawExceptions(canvas: Canvas, { result }: ReportInput, { once, title: titleOf, fresh }: Place): void {
  if (!hasExceptions(result)) return
  canvas.part('Sect', () => {
    drawHeading(canvas, titleOf(DECISIONS.title))
    canvas.write(fresh(DECISIONS.lead), STYLES.lead)
    for (const { title, says, entries } of decisionsOf(result)) {
      drawTitle(canvas, title)
      canvas.write(fresh(says), STYLES.rowSoft)
      canvas.skip(6)
      for (const { row, exception, came } of entries) drawEntry(canvas, row.id, exception, came)
    }
    const { emergencyAccounts } = result
    // The accounts are those of the tenant, whatever it is assessed against.
    const isNew = once.fresh(`${DECISIONS.emergency} ${JSON.stringify(emergencyAccounts)}`, DECISIONS.emergency) !== ''
    if (!emergencyAccounts || !isNew) return
    const { setAside, notFound } = emergencyAccounts
    drawTitle(canvas, DECISIONS.emergency)
    const names = setAside.length > 0 ? ` (${listText(setAside)})` : ''
    canvas.write(`${DECISIONS.setAside(setAside.length)}${names}.`, STYLES.row)
    if (notFound.length > 0) canvas.write(`${DECISIONS.notFound} ${listText(notFound)}.`, STYLES.row)
  })
  canvas.skip(26)
}

function drawEntry(canvas: Canvas, id: string, exception: RecordedException, came: string): void {
  canvas.room(70)
  canvas.rule()
  canvas.skip(6)
  canvas.write(id, STYLES.rowTitle)
  canvas.write(decisionText(exception, canvas.times), STYLES.row)
  canvas.write(came, STYLES.smallSoft)
  canvas.skip(6)
}

function drawTitle(canvas: Canvas, title: string): void {
  canvas.skip(16)
  canvas.room(90)
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(2)
}
