import pg from 'pg'

const RECONNECT_MS = 1_000

/**
 * Listens to a notification channel on a connection of its own, and reconnects when that breaks. Notifications sent
 * meanwhile are lost: `onOpen` is called each time it starts to listen.
 */
export function listen(
  databaseUrl: string,
  channel: string,
  { onMessage, onOpen }: { onMessage: (payload: string) => void; onOpen: () => void },
): { close(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const open = async (): Promise<void> => {
    const opened = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 5_000 })
    client = opened
    let isLost = false
    const lose = (): void => {
      if (isLost) return
      isLost = true
      void opened.end().catch(() => {})
      if (!closed) timer = setTimeout(() => void open(), RECONNECT_MS)
    }
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
