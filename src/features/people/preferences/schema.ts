import { type Static, Type } from 'typebox'
import { LOCALES } from '../../../shared/dates/locales.ts'

/** How somebody wants times and numbers written. An absent field was not chosen. */
export const Preferences = Type.Object({
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'An IANA time zone. Absent: that of the browser.',
    }),
  ),
  locale: Type.Optional(Type.Enum([...LOCALES], { description: 'Absent: en-GB.' })),
})
export type Preferences = Static<typeof Preferences>
