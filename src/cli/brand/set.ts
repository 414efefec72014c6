import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { imageTypeOf } from '../../features/reports/brand/logos/rules.ts'
import { changeBrand } from '../../features/reports/brand/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { CommandFailure } from '../base/command-failure.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'brand set' }

/** Removes the colour or the logo. */
const NONE = 'none'

interface Options {
  logo?: string
  colour?: string
}

export const declare = (brand: Command): Command =>
  brand
    .command('set')
    .description("set the logo and the colour of a partner's reports")
    .argument('<partner>', 'id of the partner')
    .option('--logo <file>', 'PNG or JPEG picture of at most 200 kB; "none" removes it')
    .option('--colour <colour>', 'as in #0c5a63; "none" removes it')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) => runWithApp((app) => runBrandSet(app, id, options), options))

export async function runBrandSet(app: App, partnerId: string, { logo, colour }: Options): Promise<Output> {
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
