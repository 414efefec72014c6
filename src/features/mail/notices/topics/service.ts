import type { App } from '../../../../app.ts'
import { isId } from '../../../../shared/ids.ts'
import { findContact } from '../../../accounts/service.ts'
import type { Topic } from '../../../people/notifications/rules.ts'
import { listRecipients } from '../../../people/notifications/service.ts'
import { type MailContent, type NewMail, settingsUrlOf } from '../../outbox/rules.ts'

/** What a mail of a topic needs to be written for one reader. */
export interface TopicReader {
  company: string
  /** Where they choose which mails they get; undefined for the address of an account with which nobody signs in. */
  settingsUrl: string | undefined
}

/** A mail of a topic, before it is known who gets it. */
interface TopicMail extends Pick<NewMail, 'kind' | 'customerId' | 'aboutId'> {
  topic: Topic
  write: (reader: TopicReader) => MailContent
}

/** One email for each recipient of the topic; none if the account is gone. Only the account itself sees them. */
export async function composeForTopic(
  app: App,
  accountId: string,
  { topic, write, ...mail }: TopicMail,
): Promise<NewMail[]> {
  const account = await findContact(app, accountId)
  if (!account) return []
  const isPartner = isId('prt', accountId)
  const owner = { partnerId: isPartner ? accountId : null, distributorId: isPartner ? null : accountId }
  const recipients = await listRecipients(app.db, peopleOf(accountId), account.email, topic)
  const { company } = account
  return recipients.map(({ email, isPerson }) => ({
    ...mail,
    to: email,
    owner,
    content: write({ company, settingsUrl: isPerson ? settingsUrlOf(app) : undefined }),
  }))
}

/** Whether anybody gets mails of a topic. */
export async function isWanted(app: App, accountId: string, topic: Topic): Promise<boolean> {
  const account = await findContact(app, accountId)
  return account !== undefined && (await listRecipients(app.db, peopleOf(accountId), account.email, topic)).length > 0
}

const peopleOf = (id: string) => ({ kind: isId('prt', id) ? ('partner' as const) : ('distributor' as const), id })
