import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { codeOf } from '../../shared/error-code.ts'
import { createConnector } from './client.ts'
import type { Database } from './database.ts'
import { describeUrl } from './servers.ts'
import { SERVICE_ROLE } from './service-role.ts'

/** Wrong password, role may not sign in, or no such role. */
const NOT_ADMITTED = new Set(['28P01', '28000'])

const SCRAM_ROUNDS = 4096

/**
 * The URL with which the service signs in to the embedded database as its restricted role. The password is derived from
 * the owner's, so every process that may migrate can compute it, and it is not stored. It does not reveal the owner's
 * password.
 */
export function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(SERVICE_ROLE).digest('base64url')
  url.username = SERVICE_ROLE
  return url.href
}

/** Whether this user can sign in. Throws if the server cannot be reached. */
export async function canSignIn(url: string): Promise<boolean> {
  const { Client, connectionString } = createConnector(url)
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (NOT_ADMITTED.has(codeOf(error))) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Lets the user of `serviceUrl` work as the service. The owner calls it after the migrations. The service's own role gets the
 * password of the URL unless that already works; any other user becomes a member of the role. Throws the error of the
 * database (42501 if the owner may not manage roles).
 */
export async function admitService(owner: Database, serviceUrl: string): Promise<void> {
  const { user: name, password: secret } = describeUrl(serviceUrl)
  if (name !== SERVICE_ROLE) {
    const { rows } = await sql<{ member: boolean }>`
      select pg_has_role(rolname, ${SERVICE_ROLE}, 'member') as member from pg_roles where rolname = ${name}`.execute(
      owner,
    )
    if (rows[0]?.member === false) await sql`grant ${sql.id(SERVICE_ROLE)} to ${sql.id(name)}`.execute(owner)
    return
  }
  if (await canSignIn(serviceUrl)) return
  try {
    await sql`alter role ${sql.id(SERVICE_ROLE)} login password ${sql.lit(scramVerifier(secret))}`.execute(owner)
  } catch (error) {
    // If two processes do this at once, PostgreSQL rejects one.
    if (!(await canSignIn(serviceUrl))) throw error
  }
}

/** The form in which PostgreSQL stores a password (RFC 5803), so that the password never appears in a statement or log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest()
  const parts = [stored, keyed('Server Key')].map((part) => part.toString('base64'))
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${parts.join(':')}`
}
