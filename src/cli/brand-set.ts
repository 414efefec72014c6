import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { findAccount } from '../features/accounts/service.ts'
import { imageTypeOf } from '../features/reports/brand/logos/rules.ts'
import { changeBrand } from '../features/reports/brand/service.ts'
import type { Author } from '../shared/actor.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'

const AUTHOR: Author = { kind: 'operator', id: 'brand set' }

/** Takes the colour or the logo away. */
const NONE = 'none'

/** Sets how a partner's reports look. */
export async function runBrandSet(
  app: App,
  partnerId: string,
  { logo, colour }: { logo?: string; colour?: string },
): Promise<Output> {
  if (logo === undefined && colour === undefined) {
    throw new CommandFailure('Name what to set: --logo, --colour or both.')
  }
  const { owner } = await findAccount(app, partnerId)
  if (owner.partnerId === null) throw new CommandFailure(`${partnerId} is a distributor: reports are a partner's.`)
  const brand = await changeBrand(
    app,
    AUTHOR,
    { ...owner, partnerId: owner.partnerId },
    {
      ...(logo !== undefined && { logo: logo === NONE ? null : await readPicture(logo) }),
      ...(colour !== undefined && { colour: colour === NONE ? null : colour }),
    },
  )
  return listFields({ id: partnerId, colour: brand.colour ?? NONE, logo: brand.logo?.type ?? NONE })
}

async function readPicture(path: string) {
  const bytes = await readFile(path).catch(() => {
    throw new CommandFailure(`${path} cannot be read.`)
  })
  const type = imageTypeOf(bytes)
  if (!type) throw new CommandFailure(`${path} is neither a PNG nor a JPEG picture.`)
  return { type, data: bytes.toString('base64') }
}
