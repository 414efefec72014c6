import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import {
  derivePasswordHash,
  type HashRecipe,
  isSameHash,
  newRecipe,
  recipeOf,
} from '../../../shared/crypto/password-hash.ts'
import { Problem } from '../../../shared/problem.ts'
import { deleteCredentials } from '../credentials/store.ts'
import { deleteOpenSteps, listPasswordsByEmail, updatePasswordUsed, upsertPassword } from './store.ts'
import { createWaitingLine } from './waiting-line.ts'

/** Each derivation takes 64 MiB and a thread, so this process runs two at once and lets few others wait. */
const line = createWaitingLine({ atOnce: 2, maxWaiting: 20 })
const RETRY_S = 5

/** One person may have accounts with this many partners and distributors. */
const MAX_ACCOUNTS = 20

/** How many different salts one sign-in may cost: people of one address share theirs, unless they come from version 0.1. */
const MAX_RECIPES = 3

async function deriveInLine(password: string, recipe: HashRecipe): Promise<string> {
  const derived = line.run(() => derivePasswordHash(password, recipe))
  if (derived) return await derived
  throw new Problem('RATE_LIMITED', {
    message: `Many people are signing in right now: try again in ${RETRY_S} seconds.`,
    headers: { 'Retry-After': String(RETRY_S) },
  })
}

/** The parts of `App` that passwords are compared and derived with. */
type PasswordContext = Pick<App, 'db' | 'passwordCost'>

/** A person whose password was correct, with the hash that it was compared with. */
export interface PasswordOwner {
  personId: string
  hash: string
}

/**
 * The people with this email address and password, the one who signed in last first. Takes as long for an unknown
 * address as for a known one. Throws RATE_LIMITED if too many others wait.
 */
export async function listPeopleByPassword(
  { db, passwordCost }: PasswordContext,
  email: string,
  password: string,
): Promise<PasswordOwner[]> {
  const stored = await listPasswordsByEmail(db, email, MAX_ACCOUNTS)
  const recipes = [...new Set(stored.map(({ hash }) => recipeOf(hash)))].slice(0, MAX_RECIPES)
  const derived: string[] = []
  // Without a password to compare with, deriving one takes as long.
  if (recipes.length === 0) recipes.push(newRecipe(passwordCost))
  for (const recipe of recipes) derived.push(await deriveInLine(password, recipe))
  return stored.filter(({ hash }) => derived.some((candidate) => isSameHash(candidate, hash)))
}

/**
 * The hash of a new password for an email address, to be stored by `savePassword`: apart from it, because no transaction
 * may stay open meanwhile. Throws RATE_LIMITED if too many others wait.
 */
export async function createPasswordHash(
  { db, passwordCost }: PasswordContext,
  email: string,
  password: string,
): Promise<string> {
  // With one salt for all accounts of an address, a sign-in derives once and its time reveals nothing of their number.
  const [known] = await listPasswordsByEmail(db, email, 1)
  return await deriveInLine(password, known ? recipeOf(known.hash) : newRecipe(passwordCost))
}

/** Sets the person's password in the caller's transaction. Sign-ins that were begun with an earlier one end. */
export async function savePassword(tx: Connection, personId: string, hash: string, at: Date): Promise<void> {
  await upsertPassword(tx, personId, hash, at)
  await deleteOpenSteps(tx, personId)
}

/** Removes the person's password in the caller's transaction. Sign-ins that were begun with it end. */
export async function deletePassword(tx: Connection, personId: string): Promise<void> {
  await deleteCredentials(tx, personId, ['password'])
  await deleteOpenSteps(tx, personId)
}

/** Records that a person has signed in with the password. Throws SIGN_IN_REQUIRED if they have another one by now. */
export async function recordPasswordUse(tx: Connection, { personId, hash }: PasswordOwner, at: Date): Promise<void> {
  if (!(await updatePasswordUsed(tx, personId, hash, at))) throw new Problem('SIGN_IN_REQUIRED')
}
