import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { findContact } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf, type PeopleAccount, type PersonActor } from '../rules.ts'
import { isSameAddress, TOPICS, type Topic, topicsOf, wantsNotice } from './rules.ts'
import type { NotificationChange, OwnNotifications } from './schema.ts'
import { listChoicesOfAccount, listChoicesOfPerson, lockChoices, upsertChoices } from './store.ts'

/** Somebody who gets emails of a topic. */
export interface Recipient {
  email: string
  /** Whether they sign in, and so can choose. */
  isPerson: boolean
}

/** Everybody who gets the emails of a topic; `contact` is the email address of the account. */
export async function listRecipients(
  db: Connection,
  account: Pick<PeopleAccount, 'kind' | 'id'>,
  contact: string,
  topic: Topic,
): Promise<Recipient[]> {
  const people = await listChoicesOfAccount(db, account, topic)
  const wanted = people.filter(
    ({ email, role, choice }) =>
      wantsNotice(topic, { role, isContact: isSameAddress(email, contact), choice }).isWanted,
  )
  const isNobody = !people.some(({ email }) => isSameAddress(email, contact))
  return [
    ...(isNobody && TOPICS[topic].toContact ? [{ email: contact, isPerson: false }] : []),
    ...wanted.map(({ email }) => ({ email, isPerson: true })),
  ]
}

/** Which emails the signed-in person gets. */
export async function getOwnNotifications(app: App, session: PersonSession): Promise<OwnNotifications> {
  return await findNotifications(app, app.db, session)
}

async function findNotifications(app: App, db: Connection, session: PersonSession): Promise<OwnNotifications> {
  const { personId, role, account, email } = session
  const contact = await findContact({ ...app, db }, account.id)
  const isContact = contact !== undefined && isSameAddress(contact.email, email)
  const choices = new Map((await listChoicesOfPerson(db, personId)).map(({ topic, isWanted }) => [topic, isWanted]))
  return {
    topics: topicsOf(account.kind, { role, isContact }).map((topic) => ({
      topic,
      ...wantsNotice(topic, { role, isContact, choice: choices.get(topic) ?? null }),
    })),
  }
}

/**
 * Stores what the signed-in person has chosen, and returns all of it. INVALID_FIELD for a topic that they do not have, or that is
 * always sent and was switched off.
 */
export async function setOwnNotifications(
  app: App,
  { session, author }: PersonActor,
  { topics }: NotificationChange,
): Promise<OwnNotifications> {
  const { personId } = session
  return await app.db.transaction().execute(async (tx) => {
    await lockChoices(tx, personId)
    const { topics: before } = await findNotifications(app, tx, session)
    const asked = new Map(topics.map(({ topic, isWanted }) => [topic, isWanted]))
    for (const [topic, isWanted] of asked) requireChoice(before, topic, isWanted)
    const changed = before.filter(({ topic, isWanted }) => (asked.get(topic) ?? isWanted) !== isWanted)
    if (changed.length === 0) return { topics: before }
    await upsertChoices(
      tx,
      personId,
      changed.map(({ topic, isWanted }) => ({ topic, isWanted: !isWanted })),
    )
    await recordChanges(tx, author, app.now(), [
      {
        action: 'notifications.changed',
        subject: personId,
        owner: ownerOf(session),
        before: Object.fromEntries(changed.map(({ topic, isWanted }) => [topic, isWanted])),
        after: Object.fromEntries(changed.map(({ topic, isWanted }) => [topic, !isWanted])),
      },
    ])
    return await findNotifications(app, tx, session)
  })
}

function requireChoice(own: OwnNotifications['topics'], topic: Topic, isWanted: boolean): void {
  const found = own.find((each) => each.topic === topic)
  const message = !found
    ? `Your account and role get no emails about ${topic}.`
    : found.isAlways && !isWanted
      ? `Emails about ${topic} cannot be turned off: they are about access or money.`
      : undefined
  if (message === undefined) return
  throw new Problem('INVALID_FIELD', { message, details: [{ field: 'topics', code: 'INVALID_FIELD', message }] })
}
