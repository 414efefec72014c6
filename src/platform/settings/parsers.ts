import { readFileSync } from 'node:fs'
import { parseTrustedPeers } from '../client-address.ts'
import { serversOf } from '../database/servers.ts'
import { parseNetwork } from '../outbound/address-guard.ts'

/** Parsers of settings: each returns the value, or throws an error whose message continues the sentence "NAME …". */

export const asText = (text: string): string => text

const asList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const asSeconds = (text: string): number[] => {
  const values = asList(text).map(Number)
  if (values.length === 0 || values.some((value) => !Number.isInteger(value) || value < 1 || value > 604_800)) {
    throw new Error('must be whole numbers of seconds from 1 to 604800, separated by commas')
  }
  return values
}

export const asNetworks = (text: string) =>
  asList(text).map((part) => {
    try {
      return parseNetwork(part)
    } catch {
      throw new Error(`must be ranges of addresses, as in 10.0.0.0/8, separated by commas: ${part} is not one`)
    }
  })

export const asPeers = (text: string): string[] => {
  const peers = asList(text)
  parseTrustedPeers(peers)
  return peers
}

export function asUrl(...protocols: string[]): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(
        `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
    }
    return text.replace(/\/+$/, '')
  }
}

/** A connection string of PostgreSQL, which may name several servers, separated by commas. */
export function asDatabaseUrl(text: string): string {
  for (const server of serversOf(text)) asUrl('postgres:', 'postgresql:')(server)
  return text
}

export function asFile(text: string): string {
  try {
    return readFileSync(text, 'utf8')
  } catch (error) {
    throw new Error(`must name a file that can be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

const SENDER = /^(?:[^<>"\p{Cc}\p{Bidi_Control}]*<([^<>\s@]+@[^<>\s@]+)>|[^<>\s@]+@[^<>\s@]+)$/u

export function asSender(text: string): string {
  if (!SENDER.test(text)) throw new Error('must be an address, as in Security <security@example.com>')
  return text
}

export function oneOf<const T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  }
}

export const asInteger =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`)
    }
    return value
  }

const MIN_SECRET_CHARACTERS = 32

export function asSecretKey(text: string): string {
  if (text.length < MIN_SECRET_CHARACTERS) throw new Error(`must have at least ${MIN_SECRET_CHARACTERS} characters`)
  return text
}

export function asSecretKeys(text: string): string[] {
  const keys = asList(text)
  if (keys.some((key) => key.length < MIN_SECRET_CHARACTERS))
    throw new Error(`must be keys of at least ${MIN_SECRET_CHARACTERS} characters, separated by commas`)
  return keys
}

export function asStripeKey(text: string): string {
  if (!/^[sr]k_(test|live)_\w+$/.test(text)) {
    throw new Error('must be a secret or restricted key of Stripe, which begins with sk_ or rk_')
  }
  return text
}

/** At most two: the current one, and while it is replaced the next. */
export function asWebhookSecrets(text: string): string[] {
  const secrets = asList(text)
  if (secrets.length > 2 || secrets.some((secret) => !/^whsec_\w+$/.test(secret))) {
    throw new Error('must be one signing secret of Stripe, which begins with whsec_, or two separated by a comma')
  }
  return secrets
}
