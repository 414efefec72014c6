import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { findContact } from '../../accounts/service.ts'
import { findChange, type StoredChange } from '../../audit/service.ts'
import { createActivationLinkIn, startActivationLink } from '../../partners/activation/service.ts'
import { createInvitationLink } from '../../questionnaires/invitations/service.ts'
import { findReportDigest, type ReportDigest } from '../../reports/service.ts'
import type { MailContent } from '../outbox/rules.ts'
import type { MailRow } from '../outbox/store.ts'
import { writeActivation } from '../templates/activation.ts'
import {
  type QuestionnaireNews,
  writeQuestionnaireInvitation,
  writeQuestionnaireReminder,
} from '../templates/questionnaire.ts'
import { writeReportDigest } from '../templates/report-digest.ts'
import { listParts } from './store.ts'

type Writer = (app: App, tx: Connection, mail: MailRow, change: StoredChange) => Promise<MailContent | undefined>

/** Mails with a link that is made when they are released, so that its days do not pass while they wait. */
const WRITERS: Readonly<Record<string, Writer>> = {
  activation: writeActivationMail,
  'questionnaire-invitation': (app, tx, mail, change) =>
    writeQuestionnaireMail(app, tx, mail, change, writeQuestionnaireInvitation),
  'questionnaire-reminder': (app, tx, mail, change) =>
    writeQuestionnaireMail(app, tx, mail, change, writeQuestionnaireReminder),
}

/** What a released mail says; undefined where there is nothing to say any more, because things have moved on. */
export async function writeReleased(app: App, tx: Connection, mail: MailRow): Promise<MailContent | undefined> {
  if (mail.text !== null && mail.html !== null) return { subject: mail.subject, text: mail.text, html: mail.html }
  const write = WRITERS[mail.kind]
  // Through the caller's transaction: a second connection could be one too many while all are taken.
  const change = mail.change_id === null ? undefined : await findChange({ ...app, db: tx }, mail.change_id)
  return write && change && (await write(app, tx, mail, change))
}

async function writeActivationMail(
  app: App,
  tx: Connection,
  _mail: MailRow,
  { subject: partnerId, owner }: StoredChange,
): Promise<MailContent | undefined> {
  const within = { ...app, db: tx }
  const partner = await findContact(within, partnerId)
  const url = await createActivationLinkIn(app, tx, partnerId)
  if (!partner || url === undefined) return undefined
  const inviter = owner.distributorId === null ? undefined : await findContact(within, owner.distributorId)
  return writeActivation({ company: partner.company, inviter: inviter?.company, url })
}

async function writeQuestionnaireMail(
  app: App,
  tx: Connection,
  { recipient }: MailRow,
  { subject: invitationId }: StoredChange,
  write: (news: QuestionnaireNews) => MailContent,
): Promise<MailContent | undefined> {
  const invitee = await createInvitationLink(app, tx, invitationId, recipient)
  return invitee && write(invitee)
}

/** What a digest says, from those of its parts whose runs are still there; undefined where none is left. */
export async function writeDigest(app: App, digestId: string): Promise<MailContent | undefined> {
  const reports: ReportDigest[] = []
  for (const { change_id } of await listParts(app.db, digestId)) {
    const change = change_id === null ? undefined : await findChange(app, change_id)
    const report = change && (await findReportDigest(app, change.subject))
    if (report) reports.push(report)
  }
  return reports.length > 0 ? writeReportDigest(reports) : undefined
}

/** What begins when a mail has been sent. */
export async function startLinks(tx: Connection, { kind, partner_id }: MailRow, sentAt: Date): Promise<void> {
  if (kind === 'activation' && partner_id !== null) await startActivationLink(tx, partner_id, sentAt)
}
