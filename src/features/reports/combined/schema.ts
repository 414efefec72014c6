import { type Static, Type } from 'typebox'
import { EDITIONS } from '../content/edition.ts'
import { COMBINED_FORMATS } from './rules.ts'

export const CombinedQuery = Type.Object({
  products: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Products, separated by commas; by default all with a completed run. The newest completed run of each counts; a product without one is listed as missing.',
      examples: ['essential-eight,nist-csf'],
    }),
  ),
  edition: Type.Optional(
    Type.Enum([...EDITIONS], {
      title: 'Edition',
      default: 'full',
      description:
        'The audience. owner: the business, without ids and settings. technical: what to fix, and how. full: everything, with all evidence.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...COMBINED_FORMATS], {
      default: 'html',
      description: 'html: one self-contained page. pdf: for printing and sharing.',
    }),
  ),
})
export type CombinedQuery = Static<typeof CombinedQuery>
