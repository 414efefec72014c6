import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The parameters of scrypt. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** OWASP's password storage cheat sheet: scrypt with N = 2^16, r = 8, p = 2. One derivation takes 64 MiB. */
export const PASSWORD_COST: PasswordCost = { N: 65_536, r: 8, p: 2 }
const MAX_MEMORY_BYTES = 128 * 1024 * 1024
const KEY_BYTES = 32
const SALT_BYTES = 16

/** The form of stored hashes since version 0.1: `scrypt$N$r$p$salt$key`, salt and key in base64url. */
const FORM = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** The part of a stored hash before its key: cost and salt. A password is derived once for all hashes that share it. */
export type HashRecipe = string

/** A recipe with a new salt. */
export const newRecipe = ({ N, r, p }: PasswordCost): HashRecipe =>
  `scrypt$${N}$${r}$${p}$${randomBytes(SALT_BYTES).toString('base64url')}`

/** The recipe of a stored hash. */
export const recipeOf = (hash: string): HashRecipe => hash.slice(0, hash.lastIndexOf('$'))

/** The hash of a password by a recipe. With `PASSWORD_COST` it takes about a quarter of a second of one core and 64 MiB. */
export async function derivePasswordHash(password: string, recipe: HashRecipe): Promise<string> {
  const [, N, r, p, salt] = FORM.exec(`${recipe}$key`) ?? []
  if (salt === undefined) throw new Error('a stored password hash has an unknown form')
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY_BYTES }
  // The same text typed on different systems may have different code points.
  const key = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), KEY_BYTES, cost)
  return `${recipe}$${key.toString('base64url')}`
}

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
