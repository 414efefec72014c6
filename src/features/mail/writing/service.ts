import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { MailAttachment } from '../../../platform/mailer.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import { findAccount, findContact } from '../../accounts/service.ts'
import { findShownBrand, findTimeStyle } from '../../brands/service.ts'
import { createMailedLink } from '../../customers/consent/requests/service.ts'
import { createActivationLinkIn, startActivationLink } from '../../partners/activation/service.ts'
import { createPersonLink, startPersonLink } from '../../people/invitations/service.ts'
import { LINK_MINUTES } from '../../people/recovery/rules.ts'
import { createRecoveryLink, startRecoveryLink } from '../../people/recovery/service.ts'
import { createInvitationLink } from '../../questionnaires/invitations/service.ts'
import { CODE_MINUTES } from '../../questionnaires/visits/rules.ts'
import { createCode } from '../../questionnaires/visits/service.ts'
import { createReportDigest, type ReportDigest } from '../../reports/service.ts'
import { getStatementFile } from '../../settlement/service.ts'
import type { MailContent } from '../outbox/rules.ts'
import type { MailRow } from '../outbox/store.ts'
import { writeActivation } from '../templates/activation.ts'
import { writeApprovalRequest } from '../templates/approval.ts'
import { writeReportDigest } from '../templates/digest.ts'
import { type LetterSender, LOGO_CID, showsLogo } from '../templates/letter.ts'
import { writePasswordRecovery } from '../templates/password-recovery.ts'
import { writePersonInvitation } from '../templates/person-invitation.ts'
import {
  type QuestionnaireNews,
  writeQuestionnaireCode,
  writeQuestionnaireInvitation,
  writeQuestionnaireReminder,
} from '../templates/questionnaire.ts'
import { writeReportReady } from '../templates/report-ready.ts'
import { composeDigestAgain } from './digests/service.ts'
import { toSender } from './sender.ts'
import { listAboutIdsOfParts } from './store.ts'

type Writer = (app: App, tx: Connection, mail: MailRow) => Promise<MailContent | undefined>

/** Mails with a link or a code that is created when they are released, so that it does not expire while they wait. */
const WRITERS: Readonly<Record<string, Writer>> = {
  activation: writeActivationMail,
  'approval-request': writeApprovalMail,
  'report-ready': writeReportMail,
  'questionnaire-invitation': (app, tx, mail) => writeQuestionnaireMail(app, tx, mail, writeQuestionnaireInvitation),
  'questionnaire-reminder': (app, tx, mail) => writeQuestionnaireMail(app, tx, mail, writeQuestionnaireReminder),
  'questionnaire-code': writeCodeMail,
  'person-invitation': writePersonMail,
  'password-recovery': writeRecoveryMail,
  'weekly-digest': writeWeeklyDigestMail,
}

/** The text of a released mail; undefined if it no longer applies. */
export async function writeReleased(app: App, tx: Connection, mail: MailRow): Promise<MailContent | undefined> {
  if (mail.text !== null && mail.html !== null) return { subject: mail.subject, text: mail.text, html: mail.html }
  return await WRITERS[mail.kind]?.(app, tx, mail)
}

async function writeActivationMail(app: App, tx: Connection, mail: MailRow): Promise<MailContent | undefined> {
  const { partner_id: partnerId } = mail
  if (partnerId === null) return undefined
  // Use the caller's transaction: a second connection could be one too many when all are in use.
  const within = { ...app, db: tx }
  const partner = await findContact(within, partnerId)
  const url = await createActivationLinkIn(app, tx, partnerId)
  if (!partner || url === undefined) return undefined
  const { distributorId } = (await findAccount(within, partnerId)).owner
  const inviter = distributorId === null ? undefined : await findContact(within, distributorId)
  return writeActivation({ company: partner.company, inviter: inviter?.company, url })
}

async function writeApprovalMail(
  app: App,
  tx: Connection,
  { partner_id: partnerId, customer_id: customerId, recipient }: MailRow,
): Promise<MailContent | undefined> {
  if (partnerId === null || customerId === null) return undefined
  const link = await createMailedLink(app, tx, { partnerId, customerId, recipient })
  if (!link) return undefined
  const sender = await findSender(tx, partnerId, link.partnerName)
  // An administrator approves a company, so the email has its name.
  return writeApprovalRequest({
    ...link,
    sender: { ...sender, name: plainName(link.partnerName) },
    style: await findTimeStyle(tx, partnerId),
  })
}

async function writeReportMail(
  app: App,
  tx: Connection,
  { recipient, partner_id: partnerId, about_id: runId }: MailRow,
): Promise<MailContent | undefined> {
  const digest = runId === null ? undefined : await createReportDigest(app, tx, runId, recipient)
  if (!digest) return undefined
  const { sender } = await senderOf(tx, partnerId, digest.partnerName)
  return writeReportReady({ ...digest, ...(sender && { sender, partnerName: sender.name }) })
}

async function writeQuestionnaireMail(
  app: App,
  tx: Connection,
  { id, partner_id: partnerId, recipient, about_id: invitationId }: MailRow,
  write: (news: QuestionnaireNews) => MailContent,
): Promise<MailContent | undefined> {
  if (partnerId === null || invitationId === null) return undefined
  const invitationIds = [invitationId, ...(await listAboutIdsOfParts(tx, id))]
  const invitee = await createInvitationLink(app, tx, invitationIds, recipient)
  if (!invitee) return undefined
  const sender = await findSender(tx, partnerId, invitee.partnerName)
  return write({ ...invitee, partnerName: sender.name, sender, style: await findTimeStyle(tx, partnerId) })
}

async function writeCodeMail(
  app: App,
  tx: Connection,
  { recipient, partner_id: partnerId, about_id: invitationId }: MailRow,
): Promise<MailContent | undefined> {
  const issued = invitationId === null ? undefined : await createCode(app, tx, invitationId, recipient)
  if (!issued) return undefined
  return writeQuestionnaireCode({
    ...issued,
    minutes: CODE_MINUTES,
    ...(await senderOf(tx, partnerId, issued.partnerName)),
  })
}

async function writePersonMail(app: App, tx: Connection, { about_id: id }: MailRow): Promise<MailContent | undefined> {
  const invited = id === null ? undefined : await createPersonLink(app, tx, id)
  return invited && writePersonInvitation(invited)
}

async function writeRecoveryMail(
  app: App,
  tx: Connection,
  { about_id: personId }: MailRow,
): Promise<MailContent | undefined> {
  const link = personId === null ? undefined : await createRecoveryLink(app, tx, personId)
  return link && writePasswordRecovery({ ...link, minutes: LINK_MINUTES })
}

/** Written again: a customer that it named was deleted. */
async function writeWeeklyDigestMail(
  app: App,
  tx: Connection,
  { about_id: personId, created_at }: MailRow,
): Promise<MailContent | undefined> {
  return personId === null ? undefined : await composeDigestAgain(app, tx, personId, created_at)
}

/** The text of a digest, from those of its runs that still exist, with a new link to each; undefined if none does. */
export async function writeDigest(
  app: App,
  tx: Connection,
  { id, recipient, partner_id: partnerId }: Pick<MailRow, 'id' | 'recipient' | 'partner_id'>,
): Promise<MailContent | undefined> {
  const reports: ReportDigest[] = []
  for (const runId of await listAboutIdsOfParts(tx, id)) {
    const report = await createReportDigest(app, tx, runId, recipient)
    if (report) reports.push(report)
  }
  const [first] = reports
  if (!first) return undefined
  return writeReportDigest(reports, (await senderOf(tx, partnerId, first.partnerName)).sender)
}

const findSender = async (tx: Connection, partnerId: string, company: string): Promise<LetterSender> =>
  toSender(await findShownBrand(tx, partnerId), company)

const senderOf = async (
  tx: Connection,
  partnerId: string | null,
  company: string,
): Promise<{ sender?: LetterSender }> =>
  partnerId === null ? {} : { sender: await findSender(tx, partnerId, company) }

/** The files of an email, made when it is sent: the PDF of a statement, and the logo that its text shows. */
export async function composeAttachments(
  app: App,
  { kind, partner_id, distributor_id, about_id }: MailRow,
  { html }: MailContent,
): Promise<MailAttachment[]> {
  if (partner_id !== null && showsLogo(html)) {
    const { logo } = await findShownBrand(app.db, partner_id)
    const name = `logo.${logo?.type === 'image/png' ? 'png' : 'jpg'}`
    return logo ? [{ name, contentType: logo.type, body: logo.bytes, contentId: LOGO_CID }] : []
  }
  if (kind !== 'settlement-statement' || distributor_id === null || about_id === null) return []
  const { name, contentType, body } = await getStatementFile(app, distributor_id, about_id, 'pdf')
  return [{ name, contentType, body: Buffer.from(body) }]
}

/** Starts the validity period of the link in an email that has just been sent. */
export async function startLinks(tx: Connection, { kind, partner_id, about_id }: MailRow, sentAt: Date): Promise<void> {
  if (kind === 'activation' && partner_id !== null) await startActivationLink(tx, partner_id, sentAt)
  if (kind === 'person-invitation' && about_id !== null) await startPersonLink(tx, about_id, sentAt)
  if (kind === 'password-recovery' && about_id !== null) await startRecoveryLink(tx, about_id, sentAt)
}
