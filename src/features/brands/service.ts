import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Principal } from '../../shared/actor.ts'
import type { TimeStyle } from '../../shared/dates/datetime.ts'
import { readLocale } from '../../shared/dates/locales.ts'
import { recordChanges } from '../audit/service.ts'
import { hasCheckedLogo, readLogoFile, sha256 } from './logos/rules.ts'
import { checkStoredLogo, reencodeLogo } from './logos/service.ts'
import {
  type Brand,
  isSameBrand,
  readColour,
  readContact,
  requireName,
  requireTimeZone,
  toAudit,
  toBrand,
} from './rules.ts'
import type { ReportBrand, ReportBrandChange } from './schema.ts'
import { type BrandRow, findBrandRow, findTimeColumns, lockPartner, upsertBrand } from './store.ts'

/** How the partner's reports look; empty if nothing was chosen. The logo is always a file that we encoded. */
export async function findBrand(app: App, partnerId: string): Promise<Brand> {
  return toBrand(await findCheckedRow(app, partnerId))
}

/** How the partner writes dates and times, in reports and in mails to its customers. */
export async function findTimeStyle(db: Connection, partnerId: string): Promise<TimeStyle> {
  const row = await findTimeColumns(db, partnerId)
  return { timeZone: row?.time_zone ?? undefined, locale: readLocale(row?.locale) }
}

/**
 * The same for pages and mails that people wait for, with or without a transaction of the caller. Leaves out a logo
 * that we have not encoded yet.
 */
export async function findShownBrand(db: Connection, partnerId: string): Promise<Brand> {
  return toBrand(await findBrandRow(db, partnerId))
}

/** The brand as the API shows it. */
export async function getBrand(app: App, partnerId: string): Promise<ReportBrand> {
  const row = await findCheckedRow(app, partnerId)
  return toShown(toBrand(row), row?.updated_at)
}

/**
 * Changes how a partner's reports look: absent fields stay, null removes them. Applies to all of the partner's reports.
 * INVALID_FIELD for a value that is not accepted, or a logo that `reencodeLogo` rejects.
 */
export async function changeBrand(
  app: App,
  author: Principal,
  owner: { partnerId: string; distributorId: string | null },
  change: ReportBrandChange,
): Promise<ReportBrand> {
  const { partnerId } = owner
  const { logo } = change
  const chosen = readChange(change)
  const known = await findBrand(app, partnerId)
  // Keep the file that `getBrand` returned: encoding a JPEG again would lose quality each time.
  if (chosen.logo && !known.logo?.bytes.equals(chosen.logo.bytes)) {
    chosen.logo = await reencodeLogo(app, partnerId, chosen.logo.bytes)
  }
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await lockPartner(tx, partnerId)
    const row = await findBrandRow(tx, partnerId)
    const before = toBrand(row)
    const after: Brand = { ...without(before, change), ...chosen }
    const hasHiddenLogo = logo !== undefined && row?.logo && !hasCheckedLogo(row)
    if (isSameBrand(before, after) && !hasHiddenLogo) return toShown(before, row?.updated_at)
    await upsertBrand(tx, partnerId, {
      updated_at: at,
      name: after.name ?? null,
      colour: after.colour ?? null,
      time_zone: after.timeZone ?? null,
      locale: after.locale ?? null,
      contact_email: after.contact?.email ?? null,
      contact_phone: after.contact?.phone ?? null,
      contact_website: after.contact?.website ?? null,
      ...(logo !== undefined && {
        logo: after.logo?.bytes ?? null,
        logo_type: after.logo?.type ?? null,
        logo_sha256: after.logo ? sha256(after.logo.bytes) : null,
        logo_check_began_at: null,
      }),
    })
    await recordChanges(tx, author, at, [
      { action: 'brand.updated', subject: partnerId, owner, before: toAudit(before), after: toAudit(after) },
    ])
    return toShown(after, at)
  })
}

/** The chosen values, without those to be removed. INVALID_FIELD for a value that is not accepted. */
function readChange({ name, colour, logo, contact, timeZone, locale }: ReportBrandChange): Brand {
  const reachable = contact ? readContact(contact) : undefined
  return {
    ...(typeof name === 'string' && { name: requireName(name) }),
    ...(typeof colour === 'string' && { colour: readColour(colour) }),
    ...(logo && { logo: readLogoFile(logo) }),
    ...(reachable && { contact: reachable }),
    ...(typeof timeZone === 'string' && { timeZone: requireTimeZone(timeZone) }),
    ...(locale && { locale }),
  }
}

/** The brand without the fields that change: absent fields stay, and null removes them. */
function without({ name, colour, logo, contact, timeZone, locale }: Brand, change: ReportBrandChange): Brand {
  return {
    ...(change.name === undefined && name !== undefined && { name }),
    ...(change.colour === undefined && colour !== undefined && { colour }),
    ...(change.logo === undefined && logo && { logo }),
    ...(change.contact === undefined && contact && { contact }),
    ...(change.timeZone === undefined && timeZone !== undefined && { timeZone }),
    ...(change.locale === undefined && locale && { locale }),
  }
}

async function findCheckedRow(app: App, partnerId: string): Promise<BrandRow | undefined> {
  const row = await findBrandRow(app.db, partnerId)
  if (!row?.logo || hasCheckedLogo(row)) return row
  await checkStoredLogo(app, partnerId, { ...row, logo: row.logo })
  return await findBrandRow(app.db, partnerId)
}

function toShown({ name, colour, logo, contact, timeZone, locale }: Brand, updatedAt: Date | undefined): ReportBrand {
  return {
    ...(name !== undefined && { name }),
    ...(colour !== undefined && { colour }),
    ...(logo && { logo: { type: logo.type, data: logo.bytes.toString('base64') } }),
    ...(contact && { contact }),
    ...(timeZone !== undefined && { timeZone }),
    ...(locale && { locale }),
    ...(updatedAt && { updatedAt }),
  }
}
