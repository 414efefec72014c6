import type { App } from '../../../../app.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import { findContact } from '../../../accounts/service.ts'
import { findCustomerName } from '../../../customers/service.ts'
import type { NoticeOf } from '../../../notices/schema.ts'
import type { NewMail } from '../../outbox/rules.ts'
import { writeScheduleLimitReached, writeSchedulePaused } from '../../templates/schedule.ts'

/** Nothing if the customer of the schedule is gone. */
export async function composeSchedulePaused(
  app: App,
  { partnerId, customerId, scheduleId, product, reason }: NoticeOf<'schedule-paused'>,
  at: Date,
): Promise<NewMail[]> {
  const partner = await findContact(app, partnerId)
  const customerName = customerId === undefined ? undefined : await findCustomerName(app, partnerId, customerId)
  if (!partner || (customerId !== undefined && customerName === undefined)) return []
  const productName = findFramework(product)?.name ?? product
  const content = writeSchedulePaused({ company: partner.company, customerName, productName, scheduleId, reason, at })
  const owner = { partnerId, distributorId: null }
  return [
    { kind: 'schedule-paused', to: partner.email, owner, ...(customerId !== undefined && { customerId }), content },
  ]
}

export async function composeScheduleLimitReached(
  app: App,
  { partnerId, month }: NoticeOf<'schedule-limit-reached'>,
): Promise<NewMail[]> {
  const partner = await findContact(app, partnerId)
  if (!partner) return []
  const content = writeScheduleLimitReached({ company: partner.company, month })
  return [{ kind: 'schedule-limit-reached', to: partner.email, owner: { partnerId, distributorId: null }, content }]
}
