import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type LiveMessage, PORTAL_CHANNEL } from '../../shared/portal/messages.ts'
import { createConnector } from './client.ts'
import type { Connection } from './database.ts'

const RECONNECT_MS = 1_000

/** How often a listener checks that its connection still exists, and how long it waits for the answer. */
const ASK_MS = 10_000

/** Notifies open pages of the portal, when the transaction commits. */
export async function notifyPortal(tx: Connection, messages: readonly LiveMessage[]): Promise<void> {
  const texts = messages.map((message) => JSON.stringify(message))
  if (texts.length > 0) {
    await sql`select count(pg_notify(${PORTAL_CHANNEL}, text)) from unnest(${texts}::text[]) as text`.execute(tx)
  }
}

/** An expression that notifies open pages of the portal when its statement is committed. */
export const notification = (message: LiveMessage): RawBuilder<unknown> =>
  sql`pg_notify(${PORTAL_CHANNEL}, ${JSON.stringify(message)})`

/**
 * Listens to a notification channel on a connection of its own, and reconnects when that breaks. Notifications sent
 * meanwhile are lost. `onOpen` is called each time it starts to listen, `onLose` each time it may start to miss
 * notifications.
 */
export function listen(
  databaseUrl: string,
  channel: string,
  {
    onMessage,
    onOpen,
    onLose,
    askMs = ASK_MS,
  }: { onMessage: (payload: string) => void; onOpen: () => void; onLose?: () => void; askMs?: number },
): { close(): Promise<void> } {
  const { Client, connectionString } = createConnector(databaseUrl)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const open = async (): Promise<void> => {
    const opened = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: askMs,
    })
    client = opened
    let isLost = false
    const lose = (): void => {
      if (isLost) return
      isLost = true
      clearInterval(asking)
      onLose?.()
      void opened.end().catch(() => {})
      if (!closed) timer = setTimeout(() => void open(), RECONNECT_MS)
    }
    // A network that loses packets silently would leave the listener waiting for hours.
    const asking = setInterval(() => void opened.query('select 1').catch(lose), askMs)
    asking.unref()
    opened.on('error', lose)
    opened.on('end', lose)
    opened.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await opened.connect()
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      onOpen()
    } catch {
      lose()
    }
  }

  void open()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
