import type { App } from '../../../app.ts'
import { IsolatedFailure, type IsolatedTask } from '../../../platform/isolation/isolated-pool.ts'
import type { Principal } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { checkPicture, fingerprint, invalidLogo, type Logo, sha256 } from './rules.ts'
import { claimLogoCheck, findDistributor, releaseLogoCheck, type UncheckedLogo, updateUncheckedLogo } from './store.ts'

/** Returns the new file, or undefined if the picture cannot be decoded. */
const REENCODE: IsolatedTask<Buffer | undefined> = {
  file: new URL('./reencode-thread.ts', import.meta.url),
  deadlineMs: 15_000,
  parse: (output) => {
    if (output !== undefined && !(output instanceof Uint8Array)) throw new TypeError('expected the bytes of a picture')
    return output && Buffer.from(output.buffer, output.byteOffset, output.byteLength)
  },
}

const AUTHOR: Principal = { kind: 'system', id: 'logo check' }

/** An unfinished check that began longer ago than this has crashed. */
const MAX_CHECK_MS = 5 * 60_000

/**
 * Decodes a picture and encodes it again, in the same type. Only such files are stored as checked. INVALID_FIELD for a picture
 * that is damaged, too large, or breaks the decoder; SERVICE_UNAVAILABLE if too many of the partner's tasks are waiting.
 */
export async function reencodeLogo(app: App, partnerId: string, file: Buffer): Promise<Logo> {
  const picture = checkPicture(file)
  if ('refused' in picture) throw invalidLogo(picture.refused)
  const { type } = picture
  const bytes = await app.isolated
    // A copy: a small Buffer shares its memory with others, which would be sent along.
    .run(REENCODE, { type, bytes: new Uint8Array(picture.bytes) }, { owner: partnerId })
    .catch((error: unknown) => {
      if (!(error instanceof IsolatedFailure)) throw error
      app.log.warn({ event: 'logo.decoder.failed', error, partnerId }, 'a logo broke the decoder')
      return undefined
    })
  if (!bytes) throw invalidLogo('is damaged: its pixels cannot be decoded. Save the picture again')
  return { type, bytes }
}

/** Running checks of this process, by partner. */
const checking = new Map<string, Promise<void>>()

/**
 * Replaces a logo that was stored before logos were checked by our own encoding, or removes it if it cannot be decoded. Only
 * one check runs at a time, and none after an earlier one crashed, so that no picture can crash the process twice.
 */
export async function checkStoredLogo(app: App, partnerId: string, stored: UncheckedLogo): Promise<void> {
  const known = checking.get(partnerId)
  if (known) return await known
  const check = checkOnce(app, partnerId, stored)
  checking.set(partnerId, check)
  try {
    await check
  } finally {
    checking.delete(partnerId)
  }
}

async function checkOnce(app: App, partnerId: string, stored: UncheckedLogo): Promise<void> {
  const at = app.now()
  if (!(await claimLogoCheck(app.db, partnerId, stored.logo, at))) {
    const { logo_check_began_at: began } = stored
    if (began && at.getTime() - began.getTime() > MAX_CHECK_MS) {
      await replaceLogo(app, partnerId, stored, 'an earlier check of it did not end')
    }
    return
  }
  try {
    await replaceLogo(app, partnerId, stored, await reencodeLogo(app, partnerId, stored.logo))
  } catch (error) {
    if (error instanceof Problem && error.code === 'INVALID_FIELD') {
      return await replaceLogo(app, partnerId, stored, error.message)
    }
    await releaseLogoCheck(app.db, partnerId, stored.logo)
    // Too many tasks are waiting: this report has no logo, and the next one tries again.
    if (!(error instanceof Problem)) throw error
  }
}

/** Replaces a stored logo by our encoding, or removes it for a reason, unless it has changed meanwhile. */
async function replaceLogo(app: App, partnerId: string, stored: UncheckedLogo, outcome: Logo | string): Promise<void> {
  const at = app.now()
  const logo = typeof outcome === 'string' ? undefined : outcome
  const isReplaced = await app.db.transaction().execute(async (tx) => {
    const replacement = logo && { ...logo, sha256: sha256(logo.bytes) }
    const row = await updateUncheckedLogo(tx, partnerId, stored.logo, replacement)
    if (!row) return false
    const owner = { partnerId, distributorId: await findDistributor(tx, partnerId) }
    const { colour } = row
    const before = { colour, logo: fingerprint({ type: stored.logo_type, bytes: stored.logo }) }
    const after = { colour, logo: logo ? fingerprint(logo) : null }
    await recordChanges(tx, AUTHOR, at, [{ action: 'brand.updated', subject: partnerId, owner, before, after }])
    return true
  })
  if (isReplaced && !logo)
    app.log.warn({ event: 'logo.removed', partnerId, reason: outcome }, 'a stored logo was removed')
}
