import type { App } from '../../../app.ts'
import { isSameAddress, wantsNotice } from '../../people/notifications/rules.ts'
import type { NewMail } from '../outbox/rules.ts'
import { queueMails } from '../sending/service.ts'
import { type DigestWeek, dueWeek } from '../writing/digests/rules.ts'
import { composeDigest, type Digest } from '../writing/digests/service.ts'
import { claimWeek, type DueReader, insertMentions, listDueReaders, listTimeZones, updateUnwritten } from './store.ts'

const BATCH = 500

/**
 * Queues the digests of everybody for whom it is Monday morning. Marks the week of a person and queues their email in
 * one transaction: one email a week at most, however many workers call this, and none is lost if one of them dies.
 */
export async function queueWeeklyDigests(app: App): Promise<void> {
  const failures: unknown[] = []
  for (const zone of await listTimeZones(app.db)) {
    await carryOn(failures, async () => {
      const week = dueWeek(app.now(), zone ?? 'UTC')
      if (week) await queueDigestsOf(app, zone, week, failures)
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} digests could not be queued`)
}

/** An account whose news cannot be read must not delay others. */
async function carryOn(failures: unknown[], queue: () => Promise<void>): Promise<void> {
  try {
    await queue()
  } catch (error) {
    failures.push(error)
  }
}

async function queueDigestsOf(app: App, zone: string | null, week: DigestWeek, failures: unknown[]): Promise<void> {
  const timeZone = zone ?? 'UTC'
  // Colleagues get the same news, so it is read once for each account.
  const digests = new Map<string, Digest | undefined>()
  let afterId = ''
  for (;;) {
    const readers = await listDueReaders(app.db, { timeZone: zone, ...week }, afterId, BATCH)
    for (const reader of readers) {
      afterId = reader.id
      if (!isWanted(reader)) continue
      await carryOn(failures, async () => {
        const accountId = reader.partnerId ?? reader.distributorId ?? ''
        if (!digests.has(accountId)) {
          const subject = { accountId, company: reader.company, timeZone, week }
          digests.set(accountId, await composeDigest(app, app.db, subject))
        }
        await queueDigest(app, reader, week.monday, digests.get(accountId))
      })
    }
    if (readers.length < BATCH) return
  }
}

const isWanted = ({ email, contact, role, choice }: DueReader): boolean =>
  wantsNotice('weekly-digest', { role, isContact: isSameAddress(email, contact), choice }).isWanted

async function queueDigest(app: App, reader: DueReader, monday: string, digest: Digest | undefined): Promise<void> {
  const { id: personId, email, partnerId, distributorId } = reader
  await app.db.transaction().execute(async (tx) => {
    if (!(await claimWeek(tx, personId, monday)) || !digest) return
    const at = app.now()
    const mail: NewMail = {
      kind: 'weekly-digest',
      to: email,
      owner: { partnerId, distributorId },
      aboutId: personId,
      content: digest.content,
    }
    await queueMails({ ...app, now: () => at }, tx, [mail])
    const { customerIds } = digest
    // A customer was deleted after the news was read: the email is written again when it is sent.
    if ((await insertMentions(tx, { personId, at, customerIds })) < customerIds.length)
      await updateUnwritten(tx, personId, at)
  })
}
