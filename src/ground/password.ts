import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** OWASP's password storage cheat sheet: scrypt with N = 2^17, r = 8, p = 1 or equivalent; 64 MiB here. */
const COST = { N: 65_536, r: 8, p: 2, maxmem: 128 * 1024 * 1024 }
const KEY_BYTES = 32

export const PASSWORD_LEAST = 12
export const PASSWORD_MOST = 200

/** What is stored of a password: parameters, salt and derived key. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, COST)
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}
