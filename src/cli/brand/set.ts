import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { imageTypeOf } from '../../features/brands/logos/rules.ts'
import type { Contact } from '../../features/brands/rules.ts'
import { changeBrand, getBrand } from '../../features/brands/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { contactText } from '../../shared/html/partner-look.ts'
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
  timeZone?: string
  contactEmail?: string
  contactPhone?: string
  contactWebsite?: string
}

export const declare = (brand: Command): Command =>
  brand
    .command('set')
    .description('set the look of what a partner shows its customers: logo, colour, contact and time zone')
    .argument('<partner>', 'id of the partner')
    .option('--logo <file>', 'PNG or JPEG image of at most 200 kB; "none" removes it')
    .option('--colour <colour>', 'as in #0c5a63; "none" removes it')
    .option(
      '--time-zone <zone>',
      'for times in PDF files and workbooks, for example Australia/Sydney; "none" means UTC',
    )
    .option('--contact-email <address>', 'for questions of customers; "none" removes it')
    .option('--contact-phone <number>', 'the same by telephone; "none" removes it')
    .option('--contact-website <address>', 'begins with https://; "none" removes it')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) => runWithApp((app) => runBrandSet(app, id, options), options))

export async function runBrandSet(app: App, partnerId: string, options: Options): Promise<Output> {
  const { logo, colour, timeZone } = options
  const contact = readContactOptions(options)
  if (logo === undefined && colour === undefined && timeZone === undefined && Object.keys(contact).length === 0) {
    throw new CommandFailure('Name what to set: --logo, --colour, --time-zone, --contact-email or several options.')
  }
  const { owner } = await findAccount(app, partnerId)
  if (owner.partnerId === null) throw new CommandFailure(`${partnerId} is a distributor: only partners have reports.`)
  const brand = await changeBrand(
    app,
    AUTHOR,
    { ...owner, partnerId: owner.partnerId },
    {
      ...(logo !== undefined && { logo: logo === NONE ? null : await readPicture(logo) }),
      ...(colour !== undefined && { colour: colour === NONE ? null : colour }),
      ...(timeZone !== undefined && { timeZone: timeZone === NONE ? null : timeZone }),
      ...(Object.keys(contact).length > 0 && { contact: { ...(await getBrand(app, partnerId)).contact, ...contact } }),
    },
  )
  return listFields({
    id: partnerId,
    colour: brand.colour ?? NONE,
    logo: brand.logo?.type ?? NONE,
    ...(brand.timeZone !== undefined && { timeZone: brand.timeZone }),
    ...(brand.contact && { contact: contactText(brand.contact) }),
  })
}

/** What is named; an empty text removes one. */
function readContactOptions({ contactEmail, contactPhone, contactWebsite }: Options): Contact {
  const chosen = (text: string): string => (text === NONE ? '' : text)
  return {
    ...(contactEmail !== undefined && { email: chosen(contactEmail) }),
    ...(contactPhone !== undefined && { phone: chosen(contactPhone) }),
    ...(contactWebsite !== undefined && { website: chosen(contactWebsite) }),
  }
}

async function readPicture(path: string) {
  const bytes = await readFile(path).catch(() => {
    throw new CommandFailure(`${path} cannot be read.`)
  })
  const type = imageTypeOf(bytes)
  if (!type) throw new CommandFailure(`${path} is neither a PNG nor a JPEG image.`)
  return { type, data: bytes.toString('base64') }
}
