import type { Reads } from '../../endpoints.ts'
import type { Tone } from '../../parts/tone.ts'

export type ShareLink = Reads['/partner/customers/:id/report-links']['links'][number]
export type Edition = NonNullable<ShareLink['edition']>

export const EDITION_WORDS: Readonly<Record<Edition, string>> = {
  owner: 'For the owner',
  technical: 'Technical',
  full: 'Full',
}

/** Whether a link works, in one word. */
export function stateOf(
  { revokedAt, expiresAt }: Pick<ShareLink, 'revokedAt' | 'expiresAt'>,
  now: Date,
): { tone: Tone | 'dim'; words: string; isWorking: boolean } {
  if (revokedAt !== undefined) return { tone: 'dim', words: 'Revoked', isWorking: false }
  if (new Date(expiresAt) <= now) return { tone: 'dim', words: 'Ended', isWorking: false }
  return { tone: 'good', words: 'Works', isWorking: true }
}
