import type { App } from '../../../app.ts'
import { readLocale } from '../../../shared/dates/locales.ts'
import { Problem } from '../../../shared/problem.ts'
import { getOwnAccount } from '../../accounts/service.ts'
import { listOwnRuns } from '../../assessments/service.ts'
import { IMAGE_TYPES, readLogoFile } from '../../brands/logos/rules.ts'
import { reencodeLogo } from '../../brands/logos/service.ts'
import { type Brand, readColour, readContact, requireName, requireTimeZone } from '../../brands/rules.ts'
import type { Logo } from '../../brands/schema.ts'
import { authenticateSession } from '../../people/sessions/service.ts'
import type { ReportInput } from '../content/input.ts'
import { renderReportPage } from '../html/service.ts'
import { reportPolicy } from '../html/style.ts'
import { getReport } from '../service.ts'
import type { PreviewForm } from './schema.ts'

/**
 * The newest report of a signed-in person's partner in a look that is not stored, or a sample if it has none, with its
 * Content-Security-Policy. Throws SIGN_IN_REQUIRED without a session, NOT_FOUND for people of a distributor, and INVALID_FIELD
 * for a value that is not accepted.
 */
export async function renderBrandPreview(
  app: App,
  session: string | undefined,
  form: PreviewForm,
): Promise<{ page: Buffer; policy: string }> {
  const { actor } = await authenticateSession(app, session)
  if (!actor) throw new Problem('NOT_FOUND')
  const brand = readForm(form)
  const { runs } = await listOwnRuns(app, actor, { status: 'completed', limit: 1 })
  const [newest] = runs
  const found = newest && (await getReport(app, actor.partnerId, newest.id, { withRequester: true }))
  const report: ReportInput = found && 'report' in found ? found.report : await makeSample()
  const partnerName = brand.name ?? (await getOwnAccount(app, actor)).company
  return {
    page: await renderReportPage(app, { report: { ...report, brand, partnerName } }, { owner: actor.partnerId }),
    policy: reportPolicy(brand, { 'frame-ancestors': "'self'" }),
  }
}

/** Loaded only for partners without a run, because it evaluates one: with all checks, which only readers need otherwise. */
async function makeSample(): Promise<ReportInput> {
  const { sampleReport } = await import('./sample.ts')
  return sampleReport()
}

function readForm(form: PreviewForm): Brand {
  const { name = '', colour = '', timeZone = '', locale, logoType, logoData = '' } = form
  const { contactEmail = '', contactPhone = '', contactWebsite = '' } = form
  const contact = readContact({ email: contactEmail, phone: contactPhone, website: contactWebsite })
  const type = IMAGE_TYPES.find((each) => each === logoType)
  const known = readLocale(locale)
  return {
    ...(name.trim() !== '' && { name: requireName(name) }),
    ...(colour !== '' && { colour: readColour(colour) }),
    ...(timeZone !== '' && { timeZone: requireTimeZone(timeZone) }),
    ...(known && { locale: known }),
    ...(contact && { contact }),
    ...(type && logoData !== '' && { logo: readLogoFile({ type, data: logoData }) }),
  }
}

/** The logo as it would be stored, without storing it. INVALID_FIELD with the reason for a file that is rejected. */
export async function checkLogo(app: App, partnerId: string, file: Logo): Promise<Logo> {
  const { type, bytes } = await reencodeLogo(app, partnerId, readLogoFile(file).bytes)
  return { type, data: bytes.toString('base64') }
}
