import type { App } from '../../../app.ts'
import { readLocale } from '../../../shared/dates/locales.ts'
import type { FramedPage } from '../../../shared/html/framed-page.ts'
import { Problem } from '../../../shared/problem.ts'
import { getOwnAccount } from '../../accounts/service.ts'
import { IMAGE_TYPES, readLogoFile } from '../../brands/logos/rules.ts'
import { reencodeLogo } from '../../brands/logos/service.ts'
import { type Brand, readColour, readContact, requireName, requireTimeZone } from '../../brands/rules.ts'
import type { Logo } from '../../brands/schema.ts'
import { renderSampleConsent } from '../../customers/consent/sign-in/sample/service.ts'
import { renderSampleMail } from '../../mail/writing/sample/service.ts'
import { authenticateSession } from '../../people/sessions/service.ts'
import { renderSampleVisit } from '../../questionnaires/visits/sample/service.ts'
import { renderSampleReport } from '../../reports/sample/service.ts'
import type { PreviewForm } from './schema.ts'

/**
 * What customers of a signed-in person's partner see, in a look that is not stored. Throws SIGN_IN_REQUIRED without a session,
 * NOT_FOUND for people of a distributor, and INVALID_FIELD for a value that is not accepted.
 */
export async function renderBrandPreview(
  app: App,
  session: string | undefined,
  form: PreviewForm,
): Promise<FramedPage> {
  const { actor } = await authenticateSession(app, session)
  if (!actor) throw new Problem('NOT_FOUND')
  const { company } = await getOwnAccount(app, actor)
  const sender = { brand: readForm(form), company }
  const at = app.now()
  switch (form.page) {
    case 'email':
      return renderSampleMail(sender, at)
    case 'questionnaire':
      return renderSampleVisit(sender, at)
    case 'approval':
      return renderSampleConsent(sender)
    default:
      return await renderSampleReport(app, actor, sender)
  }
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
