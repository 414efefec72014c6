import type { App } from '../../../../app.ts'
import { MINUTE_MS } from '../../../../shared/dates/time-units.ts'
import type { NoticeOf } from '../../../notices/schema.ts'
import { findNamedInvitation, listInvitees } from '../../../questionnaires/invitations/service.ts'
import { findCodeRecipient } from '../../../questionnaires/visits/service.ts'
import type { NewMail } from '../../outbox/rules.ts'
import {
  subjectOfCode,
  subjectOfInvitation,
  subjectOfReminder,
  writeQuestionnaireAnswered,
} from '../../templates/questionnaire.ts'
import { composeForTopic, type TopicReader } from '../topics/service.ts'

/** One email for each recipient who may answer, or for the one that the notice names. */
export async function composeInvitation(
  app: App,
  { invitationId, recipientId }: NoticeOf<'questionnaire-invited'>,
): Promise<NewMail[]> {
  const invitees = await listInvitees(app, invitationId, recipientId)
  // A colleague was asked by somebody who is still on the page and has chosen everything at once.
  const waitMs = recipientId === undefined ? waitOf(app) : 0
  return invitees.map((invitee) => ({
    ...toMail('questionnaire-invitation', invitationId, invitee, subjectOfInvitation(invitee)),
    waitMs,
  }))
}

/** One email for each recipient who may answer. */
export async function composeReminder(
  app: App,
  { invitationId }: NoticeOf<'questionnaire-reminded'>,
): Promise<NewMail[]> {
  const invitees = await listInvitees(app, invitationId)
  return invitees.map((invitee) => ({
    ...toMail('questionnaire-reminder', invitationId, invitee, subjectOfReminder(invitee)),
    waitMs: waitOf(app),
  }))
}

/** How long an email waits for others to the same person about the same customer. */
const waitOf = ({ limits }: App): number => limits.invitationWaitMinutes * MINUTE_MS

/** The email to a recipient whose code is created when the email is written. */
export async function composeCode(
  app: App,
  { invitationId, recipientId }: NoticeOf<'code-requested'>,
): Promise<NewMail[]> {
  const recipient = await findCodeRecipient(app, recipientId)
  return recipient ? [toMail('questionnaire-code', invitationId, recipient, subjectOfCode(recipient))] : []
}

/** An email to a person at the customer; its text is written when it is released. */
const toMail = (
  kind: NewMail['kind'],
  invitationId: string,
  { email, partnerId, customerId }: { email: string; partnerId: string; customerId: string },
  subject: string,
): NewMail => ({
  kind,
  to: email,
  owner: { partnerId, distributorId: null },
  customerId,
  aboutId: invitationId,
  content: { subject },
})

/** To people of the partner who want mails about answers. */
export async function composeAnswered(
  app: App,
  { invitationId, answered, of }: NoticeOf<'questionnaire-answered'>,
  at: Date,
): Promise<NewMail[]> {
  const invitation = await findNamedInvitation(app, invitationId)
  if (!invitation) return []
  const { partnerId, customerId, customerName, productName } = invitation
  const write = ({ settingsUrl }: TopicReader) =>
    writeQuestionnaireAnswered({ customerName, productName, answered, of, at, settingsUrl })
  const mail = { topic: 'questionnaires', kind: 'questionnaire-answered', customerId, write } as const
  return await composeForTopic(app, partnerId, mail)
}
