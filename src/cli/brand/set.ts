import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { imageTypeOf } from '../../features/brands/logos/rules.ts'
import type { Contact } from '../../features/brands/rules.ts'
import { changeBrand, getBrand } from '../../features/brands/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale, readLocale } from '../../shared/dates/locales.ts'
import { contactText } from '../../shared/html/partner-look.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, readName } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'brand set' }

/** Removes the colour or the logo. */
const NONE = 'none'

interface Options {
  name?: string
  logo?: string
  colour?: string
  timeZone?: string
  locale?: string
  contactEmail?: string
  contactPhone?: string
  contactWebsite?: string
}

export const declare = (brand: Command): Command =>
  brand
    .command('set')
    .description('set how a partner appears to its customers: name, logo, colour, contact, time zone and locale')
    .argument('<partner>', 'id of the partner')
    .option('--name <name>', 'on reports, in emails and on questionnaires; "none" means that of the company')
    .option('--logo <file>', 'PNG or JPEG image of at most 200 kB; "none" removes it')
    .option('--colour <colour>', 'as in #0c5a63; "none" removes it')
    .option(
      '--time-zone <zone>',
      'for times in PDF files and workbooks, for example Australia/Sydney; "none" means UTC',
    )
    .option(
      '--locale <locale>',
      `the format of dates and times in the same files: ${LOCALES.join(', ')}; "none" means ${DEFAULT_LOCALE}`,
    )
    .option('--contact-email <address>', 'for questions of customers; "none" removes it')
    .option('--contact-phone <number>', 'the same by telephone; "none" removes it')
    .option('--contact-website <address>', 'begins with https://; "none" removes it')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) => runWithApp((app) => runBrandSet(app, id, options), options))

export async function runBrandSet(app: App, partnerId: string, options: Options): Promise<Output> {
  const { name, logo, colour, timeZone, locale } = options
  const contact = readContactOptions(options)
  const isNamed = [name, logo, colour, timeZone, locale].some((value) => value !== undefined)
  if (!isNamed && Object.keys(contact).length === 0) {
    throw new CommandFailure('Name what to set, for example --name, --logo, --colour or --contact-email.')
  }
  const { owner } = await findAccount(app, partnerId)
  if (owner.partnerId === null) throw new CommandFailure(`${partnerId} is a distributor: only partners have reports.`)
  const brand = await changeBrand(
    app,
    AUTHOR,
    { ...owner, partnerId: owner.partnerId },
    {
      ...(name !== undefined && { name: name === NONE ? null : readName('--name', name) }),
      ...(logo !== undefined && { logo: logo === NONE ? null : await readPicture(logo) }),
      ...(colour !== undefined && { colour: colour === NONE ? null : colour }),
      ...(timeZone !== undefined && { timeZone: timeZone === NONE ? null : timeZone }),
      ...(locale !== undefined && { locale: locale === NONE ? null : readLocaleOption(locale) }),
      ...(Object.keys(contact).length > 0 && { contact: { ...(await getBrand(app, partnerId)).contact, ...contact } }),
    },
  )
  return listFields({
    id: partnerId,
    ...(brand.name !== undefined && { name: brand.name }),
    colour: brand.colour ?? NONE,
    logo: brand.logo?.type ?? NONE,
    ...(brand.timeZone !== undefined && { timeZone: brand.timeZone }),
    ...(brand.locale && { locale: brand.locale }),
    ...(brand.contact && { contact: contactText(brand.contact) }),
  })
}

function readLocaleOption(text: string): Locale {
  const locale = readLocale(text)
  if (!locale) throw new CommandFailure(`--locale must be one of ${LOCALES.join(', ')}.`)
  return locale
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
