import pg from 'pg'
import { serversOf } from './servers.ts'
import { isDatabaseAway } from './trouble.ts'

/** How long a server may take to answer whether it accepts changes. */
const PROBE_MS = 3_000

/** Finds the server that accepts changes among several, and remembers it until it fails. */
interface PrimaryFinder {
  /** Its connection string. Throws SQLSTATE 25006 if all that respond are standbys, otherwise the error of a connection. */
  find(): Promise<string>
  /** Asks all of them again before the next connection. */
  forget(): void
}

function createPrimaryFinder(servers: readonly string[]): PrimaryFinder {
  let found: Promise<string> | undefined
  return {
    find() {
      found ??= findPrimary(servers).catch((error: unknown) => {
        found = undefined
        throw error
      })
      return found
    },
    forget() {
      found = undefined
    },
  }
}

async function findPrimary(servers: readonly string[]): Promise<string> {
  try {
    return await Promise.any(servers.map(probe))
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw errors.find((each) => each instanceof ReadOnlyServer) ?? errors[0]
  }
}

/** The server is a standby, or all that respond are: a database that accepts no changes. */
export class ReadOnlyServer extends Error {
  readonly code = '25006'
  constructor() {
    super('no server of the connection string accepts changes')
  }
}

async function probe(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await requirePrimary(client)
    return server
  } finally {
    void client.end().catch(() => {})
  }
}

/** Throws SQLSTATE 25006 if the server is a standby or accepts no changes. */
async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer()
}

/** How connections to a database are made. */
export interface Connector {
  /** For the driver's pool, and for single connections. */
  Client: typeof pg.Client
  /** For one server the string itself; for several the first one's, whose address the client replaces. */
  connectionString: string
  /** Fails on a connection to a read-only server if another server may accept changes. */
  check(client: pg.ClientBase): Promise<void>
  /** To be called when a statement fails because of the database. */
  onTrouble(error: unknown): void
}

/**
 * Connects to the server that accepts changes if the connection string names several; the driver supports only one.
 * After a switchover new connections go to the new primary.
 */
export function createConnector(url: string): Connector {
  const servers = serversOf(url)
  const [first = url] = servers
  if (servers.length < 2)
    return { Client: pg.Client, connectionString: first, check: async () => {}, onTrouble: () => {} }
  const finder = createPrimaryFinder(servers)

  class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
    override connect(callback?: (...result: never[]) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToPrimary()
      if (callback === undefined) return connected
      connected.then(
        () => Reflect.apply(callback, undefined, [null, this]),
        (error: unknown) => Reflect.apply(callback, undefined, [error]),
      )
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const { hostname, port } = new URL(await finder.find())
      Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) })
      try {
        return await super.connect()
      } catch (error) {
        finder.forget()
        throw error
      }
    }
  }

  return {
    Client: PrimaryClient,
    connectionString: first,
    async check(client) {
      try {
        await requirePrimary(client)
      } catch (error) {
        finder.forget()
        throw error
      }
    },
    onTrouble(error) {
      if (isDatabaseAway(error)) finder.forget()
    },
  }
}
