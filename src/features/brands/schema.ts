import { type Static, Type } from 'typebox'
import { timestamp } from '../../api.ts'
import { LOCALES, type Locale } from '../../shared/dates/locales.ts'
import { IMAGE_TYPES } from './logos/image.ts'

/** A picture of one pixel, for examples. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mPgiUoGAAE/AMoTgCYfAAAAAElFTkSuQmCC'

const Colour = Type.String({
  description: '`#` and six hexadecimal digits. Text uses a readable shade of it.',
  examples: ['#0c5a63'],
})
export const Logo = Type.Object(
  {
    type: Type.Enum([...IMAGE_TYPES], { examples: ['image/png'] }),
    data: Type.String({
      description:
        'The image in base64: at most 200 kB decoded, and 2000 × 2000 pixels. It is stored re-encoded, with at most 1000 pixels in each direction and without metadata, and is returned in that form.',
      examples: [PIXEL],
    }),
  },
  { title: 'Logo' },
)
export type Logo = Static<typeof Logo>

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'An IANA time zone, used for times in PDF files and workbooks. Absent: UTC.',
  examples: ['Australia/Sydney'],
})

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Your name on reports. Absent: the name of your company.',
  examples: ['Contour Security'],
})

const BrandLocale = Type.Enum([...LOCALES], {
  description: 'The format of dates and times in PDF files and workbooks; the language stays English. Absent: en-GB.',
  examples: ['en-US'],
})

const CONTACT_FIELDS = {
  email: Type.Optional(Type.String({ maxLength: 254, examples: ['help@contour.example'] })),
  phone: Type.Optional(Type.String({ maxLength: 40, examples: ['+61 2 5550 1234'] })),
  website: Type.Optional(
    Type.String({ maxLength: 200, description: 'Begins with https://.', examples: ['https://contour.example'] }),
  ),
}

const BrandContact = Type.Object(CONTACT_FIELDS, {
  title: 'BrandContact',
  description: 'How customers reach you: on reports, in emails, on questionnaires and on the page of a consent link.',
})

export const ReportBrand = Type.Object(
  {
    name: Type.Optional(Name),
    colour: Type.Optional(Colour),
    logo: Type.Optional(Logo),
    contact: Type.Optional(BrandContact),
    timeZone: Type.Optional(TimeZone),
    locale: Type.Optional(BrandLocale),
    updatedAt: Type.Optional(timestamp('2026-05-06T09:30:00.000Z')),
  },
  { title: 'ReportBrand' },
)
export type ReportBrand = Static<typeof ReportBrand>

/** Absent fields stay as they are; null removes them. */
export const ReportBrandChange = Type.Object(
  {
    name: Type.Optional(Type.Unsafe<string | null>({ ...Name, type: ['string', 'null'] })),
    colour: Type.Optional(Type.Unsafe<string | null>({ ...Colour, type: ['string', 'null'] })),
    logo: Type.Optional(Type.Unsafe<Logo | null>({ ...Logo, type: ['object', 'null'], title: 'NewLogo' })),
    contact: Type.Optional(
      Type.Unsafe<Static<typeof BrandContact> | null>({
        ...BrandContact,
        type: ['object', 'null'],
        title: 'NewBrandContact',
      }),
    ),
    timeZone: Type.Optional(Type.Unsafe<string | null>({ ...TimeZone, type: ['string', 'null'] })),
    locale: Type.Optional(
      Type.Unsafe<Locale | null>({ ...BrandLocale, enum: [...LOCALES, null], type: ['string', 'null'] }),
    ),
  },
  { title: 'ReportBrandChange' },
)
export type ReportBrandChange = Static<typeof ReportBrandChange>
