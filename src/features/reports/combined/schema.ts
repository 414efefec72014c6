import { type Static, Type } from 'typebox'
import { EDITIONS } from '../content/edition.ts'
import { COMBINED_FORMATS } from './rules.ts'

export const CombinedQuery = Type.Object({
  products: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Products, separated by commas. Left out, every one with a completed run. Of each, the newest completed run counts; one without any is named as missing.',
      examples: ['essential-eight,nist-csf'],
    }),
  ),
  edition: Type.Optional(
    Type.Enum([...EDITIONS], {
      default: 'full',
      description:
        'Whom it is for. owner: the business, without ids and settings. technical: what to fix, and how. full: everything, with all evidence.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...COMBINED_FORMATS], {
      default: 'html',
      description: 'html: one page that needs nothing else. pdf: for printing and handing over.',
    }),
  ),
})
export type CombinedQuery = Static<typeof CombinedQuery>
