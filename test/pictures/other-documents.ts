import type { AssessmentResult } from '../../src/engine/model/result.ts'
import type { AssessedPoint, Sheet } from '../../src/features/reports/quarterly/content/input.ts'
import { composeSheet } from '../../src/features/reports/quarterly/content/sheet.ts'
import { renderSheetPage } from '../../src/features/reports/quarterly/html/page.ts'
import { renderSheetPdf } from '../../src/features/reports/quarterly/pdf/document.ts'
import { LETTERS_TO_ACCOUNTS, lettersToCustomers } from '../mail/sample-letters.ts'
import { changed, pointAt, sampleSheetInput } from '../reports/sample-sheet.ts'
import type { TenantReport } from '../reports/tenant-reports.ts'

/** Documents besides reports. */
interface OtherDocument {
  name: string
  page: () => string
  pdf?: () => Promise<Buffer>
}

/** The tenants at the beginning and at the end of a quarter; a first assessment has no beginning. */
const QUARTERS: readonly (readonly [name: string, before: string | undefined, now: string])[] = [
  ['unknown', undefined, 'strong'],
  ['first', undefined, 'weak-answered'],
  ['better', 'weak-answered', 'typical-answered'],
  ['perfect', 'typical-answered', 'strong-answered'],
]

/** Quarterly sheets by one framework and by all of them. */
export function quarterlySheets(reports: readonly TenantReport[]): OtherDocument[] {
  return QUARTERS.flatMap(([name, before, now]) => {
    const its = reports.filter(({ tenant }) => tenant === now)
    return [its.slice(0, 1), its].map((chosen): OtherDocument => {
      const sheet = sheetOf(chosen, (framework) =>
        reports.find((report) => report.tenant === before && report.framework === framework),
      )
      const title = `quarterly ${name} ${chosen.length === 1 ? 'one' : 'all'}`
      return { name: title, page: () => renderSheetPage(sheet), pdf: () => renderSheetPdf([sheet]) }
    })
  })
}

const ACCEPTED = 'ISM-1504'

/** With one risk that a person has accepted, which leaves its framework without a level. */
function withAcceptedRisk(result: AssessmentResult): AssessmentResult {
  const row = result.requirements.find(({ id }) => id === ACCEPTED)
  if (row?.verdict !== 'effective') return result
  const score = result.score - 1
  return changed(
    result,
    { [ACCEPTED]: { verdict: 'ineffective', accepted: true } },
    { score, scoreCeiling: score, maturityAchieved: 0 },
  )
}

/** What ends soon: the accepted risk, or what no finding contradicts. */
const exceptionOf = (now: readonly TenantReport[]) =>
  now.some(({ report: { result } }) => withAcceptedRisk(result) !== result)
    ? ({ kind: 'accepted-risk', requirement: ACCEPTED } as const)
    : ({ kind: 'emergency-account', object: 'breakglass' } as const)

function sheetOf(now: readonly TenantReport[], before: (framework: string) => TenantReport | undefined): Sheet {
  const input = sampleSheetInput({
    customerName: now[0]?.report.customerName ?? '',
    courses: now.map(({ framework, report }) => {
      const earlier = before(framework)
      const start: AssessedPoint | undefined = earlier && pointAt('2026-06-20', earlier.report.result)
      const end = pointAt('2026-09-12', withAcceptedRisk(report.result))
      const points = [...(start ? [start.point] : []), end.point]
      return { productName: report.productName, ...(start && { start }), end, points, isCurrent: true }
    }),
    ending: [{ ...exceptionOf(now), expiresAt: '2026-11-20T00:00:00.000Z' }],
  })
  const contact = { email: 'help@northwind.example', phone: '+61 2 5550 1234' }
  return { ...input, brand: { contact }, content: composeSheet(input) }
}

/** A mail of each kind. */
export function mails(): OtherDocument[] {
  const sender = { name: 'Northwind IT', colour: '#0c5a63', hasLogo: false }
  const letters = Object.entries({ ...lettersToCustomers(sender), ...LETTERS_TO_ACCOUNTS })
  return letters.map(([name, { html }]) => ({ name: `mail ${name}`, page: () => html }))
}
