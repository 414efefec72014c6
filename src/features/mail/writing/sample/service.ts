import { ESSENTIAL_EIGHT } from '../../../../engine/frameworks/essential-eight/essential-eight.ts'
import { type FramedPage, IN_OWN_FRAME } from '../../../../shared/html/framed-page.ts'
import { logoSource } from '../../../../shared/html/partner-look.ts'
import { pagePolicy } from '../../../../shared/security-headers.ts'
import type { Brand } from '../../../brands/rules.ts'
import { questionsOf } from '../../../questionnaires/answers/rules.ts'
import { dueAt, minutesToAnswer } from '../../../questionnaires/invitations/rules.ts'
import { LOGO_CID } from '../../templates/letter.ts'
import { writeQuestionnaireInvitation } from '../../templates/questionnaire.ts'
import { toSender } from '../sender.ts'

/** Mails have a style on each element. */
const MAIL_STYLE = { 'style-src': "'unsafe-inline'" }

/** An email to an invented customer, in a look that is not stored. The logo, an attachment of a real one, is part of the page. */
export function renderSampleMail({ brand, company }: { brand: Brand; company: string }, at: Date): FramedPage {
  const sender = toSender(brand, company)
  const open = questionsOf(ESSENTIAL_EIGHT).size
  const { html } = writeQuestionnaireInvitation({
    customerName: 'Sample customer',
    partnerName: sender.name,
    url: 'https://link.example/',
    sender,
    style: brand,
    questionnaires: [
      { productName: ESSENTIAL_EIGHT.name, dueAt: dueAt(at), open, minutes: minutesToAnswer(ESSENTIAL_EIGHT, open) },
    ],
  })
  const { logo } = brand
  return {
    page: logo
      ? html.replace(`"cid:${LOGO_CID}"`, () => `"data:${logo.type};base64,${logo.bytes.toString('base64')}"`)
      : html,
    policy: pagePolicy('', { ...MAIL_STYLE, ...logoSource(brand), ...IN_OWN_FRAME }),
  }
}
