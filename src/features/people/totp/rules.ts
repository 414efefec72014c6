import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based codes as RFC 6238 defines them, in the form that every authenticator app has: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000
const DIGITS = 6

/** Codes of one step before and after are accepted, for clocks that differ and people who type. */
const STEPS_AROUND = 1

/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20

const ISSUER = 'Plumbline'

/** RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app is set up with, shown once. */
export interface NewAuthenticator {
  /** Base32, to type. */
  secret: string
  /** otpauth://, for a link or a QR code. */
  uri: string
}

/** The code of a secret in a step of 30 seconds since 1970. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The step whose code this is, if it is later than the last one that was used: a code works once. Undefined if none is. */
export function findStep(secret: Uint8Array, typed: string, now: Date, lastStep: number | null): number | undefined {
  const code = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => current - STEPS_AROUND + index)
  return steps.find(
    (step) => step > (lastStep ?? -1) && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
}

/** A secret as apps take it when it is typed. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address that sets up an authenticator app, by a link on a phone or a QR code. */
export function toSetupUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: ISSUER })
  return `otpauth://totp/${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}?${query}`
}
