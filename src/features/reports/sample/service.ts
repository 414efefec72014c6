import type { App } from '../../../app.ts'
import type { Actor } from '../../../shared/actor.ts'
import { type FramedPage, IN_OWN_FRAME } from '../../../shared/html/framed-page.ts'
import { listOwnRuns } from '../../assessments/service.ts'
import type { Brand } from '../../brands/rules.ts'
import type { ReportInput } from '../content/input.ts'
import { renderReportPage } from '../html/service.ts'
import { reportPolicy } from '../html/style.ts'
import { getReport } from '../service.ts'

/** The newest report of a partner in a look that is not stored, or a sample if it has none. */
export async function renderSampleReport(
  app: App,
  actor: Actor,
  { brand, company }: { brand: Brand; company: string },
): Promise<FramedPage> {
  const { runs } = await listOwnRuns(app, actor, { status: 'completed', limit: 1 })
  const [newest] = runs
  const found = newest && (await getReport(app, actor.partnerId, newest.id, { withRequester: true }))
  const report: ReportInput = found && 'report' in found ? found.report : await makeSample()
  const partnerName = brand.name ?? company
  return {
    page: await renderReportPage(app, { report: { ...report, brand, partnerName } }, { owner: actor.partnerId }),
    policy: reportPolicy(brand, IN_OWN_FRAME),
  }
}

/** Loaded only for partners without a run, because it evaluates one: with all checks, which only readers need otherwise. */
async function makeSample(): Promise<ReportInput> {
  const { sampleReport } = await import('./sample.ts')
  return sampleReport()
}
