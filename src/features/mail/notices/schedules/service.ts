import type { App } from '../../../../app.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import { findCustomerName } from '../../../customers/service.ts'
import type { NoticeOf } from '../../../notices/schema.ts'
import type { NewMail } from '../../outbox/rules.ts'
import { writeScheduleLimitReached, writeSchedulePaused } from '../../templates/schedule.ts'
import { composeForTopic, type TopicReader } from '../topics/service.ts'

/** Nothing if the customer of the schedule is gone. */
export async function composeSchedulePaused(
  app: App,
  { partnerId, customerId, scheduleId, product, reason }: NoticeOf<'schedule-paused'>,
  at: Date,
): Promise<NewMail[]> {
  const customerName = customerId === undefined ? undefined : await findCustomerName(app, partnerId, customerId)
  if (customerId !== undefined && customerName === undefined) return []
  const productName = findFramework(product)?.name ?? product
  const write = (reader: TopicReader) =>
    writeSchedulePaused({ customerName, productName, scheduleId, reason, at, ...reader })
  const mail = { topic: 'schedules', kind: 'schedule-paused', write } as const
  return await composeForTopic(app, partnerId, { ...mail, ...(customerId !== undefined && { customerId }) })
}

export async function composeScheduleLimitReached(
  app: App,
  { partnerId, month }: NoticeOf<'schedule-limit-reached'>,
): Promise<NewMail[]> {
  const write = (reader: TopicReader) => writeScheduleLimitReached({ month, ...reader })
  return await composeForTopic(app, partnerId, { topic: 'schedules', kind: 'schedule-limit-reached', write })
}
