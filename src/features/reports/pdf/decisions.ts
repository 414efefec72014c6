import { decisionsOf, EXCEPTIONS_LEAD, EXCEPTIONS_TITLE, hasExceptions } from '../exceptions.ts'
import type { ReportInput } from '../input.ts'
import { listText, plural } from '../rules.ts'
import { decisionText } from '../words.ts'
import { drawHeading } from './opening.ts'
import type { Sheet } from './sheet.ts'
import { STYLES } from './type.ts'

/** What the organisation decided to live with or to do in another way; nothing where it decided nothing. */
export function drawDecisions(sheet: Sheet, { result }: ReportInput): void {
  if (!hasExceptions(result)) return
  sheet.newPage()
  sheet.part('Sect', () => {
    drawHeading(sheet, EXCEPTIONS_TITLE)
    sheet.write(EXCEPTIONS_LEAD, STYLES.lead)
    for (const { title, says, entries } of decisionsOf(result)) {
      drawTitle(sheet, title)
      sheet.write(says, STYLES.rowSoft)
      sheet.skip(6)
      for (const { row, exception, came } of entries) {
        sheet.room(70)
        sheet.rule()
        sheet.skip(6)
        sheet.write(`${row.id}: ${row.statement}`, STYLES.rowTitle)
        sheet.write(decisionText(exception), STYLES.row)
        sheet.write(came, STYLES.smallSoft)
        sheet.skip(6)
      }
    }
    const { setAside = [], notFound = [] } = result.emergencyAccounts ?? {}
    if (!result.emergencyAccounts) return
    drawTitle(sheet, 'Emergency accounts')
    const names = setAside.length > 0 ? ` (${listText(setAside)})` : ''
    sheet.write(`Set aside: ${plural(setAside.length, 'declared emergency account')}${names}.`, STYLES.row)
    if (notFound.length === 0) return
    sheet.write(`Declared, but no account of the tenant that can sign in: ${listText(notFound)}.`, STYLES.row)
  })
}

function drawTitle(sheet: Sheet, title: string): void {
  sheet.skip(16)
  sheet.room(90)
  sheet.write(title, STYLES.subheading, { tag: 'H3' })
  sheet.skip(2)
}
