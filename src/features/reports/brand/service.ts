import type { Selectable } from 'kysely'
import type { App } from '../../../app.ts'
import type { Author } from '../../../ground/actor.ts'
import type { PartnerBrands } from '../../../ground/tables.ts'
import { recordChanges } from '../../audit/service.ts'
import type { Brand } from '../input.ts'
import { imageTypeOf, isSameBrand, readColour, readLogo, toAudit } from './rules.ts'
import type { ReportBrand, ReportBrandChange } from './schema.ts'
import { findBrandRow, lockPartner, upsertBrand } from './store.ts'

/** How the partner's reports look; empty where nothing was chosen. */
export async function findBrand(app: App, partnerId: string): Promise<Brand> {
  return toBrand(await findBrandRow(app.db, partnerId))
}

/** The same as the API shows it. */
export async function getBrand(app: App, partnerId: string): Promise<ReportBrand> {
  const row = await findBrandRow(app.db, partnerId)
  return toShown(toBrand(row), row?.updated_at)
}

/** Changes how a partner's reports look: what is absent stays, null takes it away. All of the partner's reports follow. */
export async function changeBrand(
  app: App,
  author: Author,
  owner: { partnerId: string; distributorId: string | null },
  { colour, logo }: ReportBrandChange,
): Promise<ReportBrand> {
  const chosen: Brand = {
    ...(typeof colour === 'string' && { colour: readColour(colour) }),
    ...(logo && { logo: readLogo(logo) }),
  }
  const { partnerId } = owner
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await lockPartner(tx, partnerId)
    const row = await findBrandRow(tx, partnerId)
    const before = toBrand(row)
    const { colour: oldColour, logo: oldLogo } = before
    const after: Brand = {
      ...(colour === undefined && oldColour !== undefined && { colour: oldColour }),
      ...(logo === undefined && oldLogo && { logo: oldLogo }),
      ...chosen,
    }
    if (isSameBrand(before, after)) return toShown(before, row?.updated_at)
    await upsertBrand(tx, {
      partner_id: partnerId,
      colour: after.colour ?? null,
      logo: after.logo?.bytes ?? null,
      logo_type: after.logo?.type ?? null,
      updated_at: at,
    })
    await recordChanges(tx, author, at, [
      { action: 'brand.updated', subject: partnerId, owner, before: toAudit(before), after: toAudit(after) },
    ])
    return toShown(after, at)
  })
}

function toBrand(row: Selectable<PartnerBrands> | undefined): Brand {
  const { colour, logo: bytes } = row ?? {}
  const type = bytes && imageTypeOf(bytes)
  return { ...(colour && { colour }), ...(bytes && type && { logo: { type, bytes } }) }
}

function toShown({ colour, logo }: Brand, updatedAt: Date | undefined): ReportBrand {
  return {
    ...(colour !== undefined && { colour }),
    ...(logo && { logo: { type: logo.type, data: logo.bytes.toString('base64') } }),
    ...(updatedAt && { updatedAt }),
  }
}
