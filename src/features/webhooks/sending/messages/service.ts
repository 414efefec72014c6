import type { App } from '../../../../app.ts'
import { fields, text } from '../../../../shared/json.ts'
import { findContact } from '../../../accounts/service.ts'
import { findCustomerName } from '../../../customers/service.ts'
import { type MessageContext, toMessage } from '../../channels/message.ts'
import { type ChannelFormat, pauseOf } from '../../channels/rules.ts'
import { toSlack } from '../../channels/slack.ts'
import { toTeams } from '../../channels/teams.ts'
import { findChannel } from '../../endpoints/service.ts'
import { TEST_TYPE } from '../../rules.ts'
import { updateResumeAt } from './store.ts'

/** The body of the call that shows an event in a channel. Names are read now: a replay has the present ones. */
export async function composeMessage(
  app: App,
  format: ChannelFormat,
  { endpointId, eventType, body }: { endpointId: string; eventType: string; body: Buffer },
): Promise<Buffer> {
  const event = fields(JSON.parse(body.toString('utf8')))
  const data = fields(event.data)
  const message = toMessage(
    eventType === TEST_TYPE ? 'test' : eventType,
    data,
    await findContext(app, endpointId, data),
  )
  return Buffer.from(JSON.stringify(format === 'teams' ? toTeams(message) : toSlack(message)))
}

async function findContext(app: App, endpointId: string, data: Record<string, unknown>): Promise<MessageContext> {
  const { kind, minSeverity } = await findChannel(app, endpointId)
  const [partnerId, customerId] = [text(data.partnerId), text(data.customerId)]
  const isOfCustomer = partnerId !== undefined && customerId !== undefined
  const partner = kind === 'distributor' && partnerId !== undefined ? await findContact(app, partnerId) : undefined
  return {
    appUrl: app.appUrl,
    minSeverity,
    customerName: isOfCustomer ? await findCustomerName(app, partnerId, customerId) : undefined,
    partnerName: partner?.company,
  }
}

/** Makes a channel wait before its next message: for the pace of the chats, or for as long as the receiver asks. */
export async function pauseChannel(app: App, endpointId: string, retryAfter: number | undefined): Promise<void> {
  await updateResumeAt(app.db, endpointId, pauseOf(retryAfter))
}
