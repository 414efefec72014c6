import { InvalidArgumentError } from 'commander'
import { CommandFailure } from './command-failure.ts'

/** The option that every command with output has. */
export interface JsonOption {
  json?: boolean
}

const MAX_NAME_CHARACTERS = 200
const MAX_EMAIL_CHARACTERS = 254
const CONTROL = /\p{Cc}/u
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses a non-negative whole number; commander reports the error together with the name of the option. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** The trimmed name of a person or company. Throws CommandFailure if it is empty, too long or has control characters. */
export function readName(option: string, text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > MAX_NAME_CHARACTERS || CONTROL.test(name)) {
    throw new CommandFailure(`${option} must have 1 to ${MAX_NAME_CHARACTERS} characters and no control characters.`)
  }
  return name
}

/** The trimmed email address. Throws CommandFailure if it is not one. */
export function readEmail(option: string, text: string): string {
  const email = text.trim()
  if (email.length > MAX_EMAIL_CHARACTERS || !EMAIL.test(email) || CONTROL.test(email)) {
    throw new CommandFailure(`${option} must be an email address.`)
  }
  return email
}

/** The tenant id in `--tenant`. Throws CommandFailure if it is not a GUID. */
export function readTenantId(text: string): string {
  if (!GUID.test(text)) throw new CommandFailure('--tenant must be the tenant id, a GUID in the form 8-4-4-4-12.')
  return text
}

/** The date and time of an option. Throws CommandFailure if it is not one. */
export function readTime(option: string, text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new CommandFailure(`${option} must be a time, as in 2026-01-31T12:00:00Z.`)
  return time
}
