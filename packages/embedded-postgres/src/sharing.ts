import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readJson } from './private-files.ts'

/**
 * Several processes may use one server, and the one that started it must not stop it while others use it. Each user
 * holds an advisory lock in shared mode for as long as it uses the server; the process that stops the server takes the
 * same lock exclusively first. PostgreSQL releases the lock of a process that was killed.
 */

/** A running server that stays up until `leave`, provided that its owner ends it with `stopWhenUnused`. */
export interface JoinedDatabase {
  /** Connection string with password. */
  url: string
  leave(): Promise<void>
}

const USERS_LOCK = `hashtextextended('plumbline database users', 0)`
const POLL_MS = 50

/** Joins the server that runs on this data folder. Undefined if there is none, or if it is about to stop. */
export async function joinRunningDatabase(dataDir: string): Promise<JoinedDatabase | undefined> {
  const url = await readAddress(dataDir)
  if (url === undefined) return undefined
  const client = await connectWithLock(url, 'pg_try_advisory_lock_shared').catch(() => undefined)
  if (client === undefined) return undefined
  // A server that stops ends the owner's connection, and with it the lock, before it ends ours. The owner removes the address first.
  if ((await readAddress(dataDir)) === url) return { url, leave: () => client.end() }
  await client.end().catch(() => {})
  return undefined
}

async function readAddress(dataDir: string): Promise<string | undefined> {
  const content: unknown = await readJson(join(dataDir, 'database.json')).catch(() => undefined)
  const { url }: { url?: unknown } = Object(content)
  return typeof url === 'string' ? url : undefined
}

/**
 * Waits until no other process has joined the server, and prevents later ones from joining. The returned client has the
 * lock until it ends. Throws if the server cannot be reached.
 */
export async function excludeUsers(url: string): Promise<pg.Client> {
  for (;;) {
    // Polls instead of waiting for the lock: a waiting exclusive lock would refuse new users, while others may stay for
    // minutes.
    const client = await connectWithLock(url, 'pg_try_advisory_lock')
    if (client !== undefined) return client
    await sleep(POLL_MS)
  }
}

/** Returns the connection that has the lock; undefined if another session has it in a conflicting mode. */
async function connectWithLock(url: string, tryLock: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  let isLocked = false
  try {
    await client.connect()
    const { rows } = await client.query<{ locked: boolean }>(`select ${tryLock}(${USERS_LOCK}) as locked`)
    isLocked = rows[0]?.locked === true
    return isLocked ? client : undefined
  } finally {
    if (!isLocked) await client.end().catch(() => {})
  }
}
