import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, timestamp } from '../../../api.ts'
import { EDITIONS } from '../content/edition.ts'

const LinkId = Type.String({ description: 'Prefix lnk_.', examples: ['lnk_01m7zb6f92ew9sper8a2k4w7qd'] })
const Edition = Type.Enum([...EDITIONS], {
  title: 'Edition',
  description: 'The edition that the link shows.',
  examples: ['owner'],
})
const Created = timestamp('2026-05-04T08:30:00.000Z')
const Expires = timestamp('2026-08-02T08:30:00.000Z')

export const NewShareLink = Type.Object(
  {
    edition: Edition,
    expiresInDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 90, description: 'Whole days, at most 365.', examples: [90] }),
    ),
  },
  { title: 'NewReportLink' },
)
export type NewShareLink = Static<typeof NewShareLink>

const Products = Type.Array(Type.String({ examples: ['essential-eight'] }), {
  description: "For a link to a customer's report: the products in it. Absent: all with a completed run.",
})

export const NewCustomerShareLink = Type.Object(
  {
    ...NewShareLink.properties,
    products: Type.Optional(
      Type.Array(Type.String({ maxLength: 100, examples: ['essential-eight'] }), {
        minItems: 1,
        maxItems: 20,
        description: 'Products in the report; by default all with a completed run when the link is opened.',
      }),
    ),
  },
  { title: 'NewCustomerReportLink' },
)
export type NewCustomerShareLink = Static<typeof NewCustomerShareLink>

export const CreatedShareLink = Type.Object(
  {
    id: LinkId,
    url: Type.String({
      description: 'Opens the report for anybody, without a key or a sign-in. It is never shown again.',
      examples: ['https://localhost:8443/reports/run_01m7zb6f92ew9sper81fjd57z4?link=…'],
    }),
    edition: Edition,
    products: Type.Optional(Products),
    expiresAt: Expires,
    createdAt: Created,
  },
  { title: 'CreatedReportLink' },
)
export type CreatedShareLink = Static<typeof CreatedShareLink>

const ShareLink = Type.Object(
  {
    id: LinkId,
    edition: Type.Optional(Edition),
    products: Type.Optional(Products),
    run: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'The id of the run.', examples: ['run_01m7zb6f92ew9sper81fjd57z4'] }),
          product: Type.String({ examples: ['essential-eight'] }),
          completedAt: Type.Optional(timestamp('2026-05-04T08:21:09.000Z')),
        },
        {
          description:
            "In the list of a customer, for a link to the report of one run: the run. Absent for a link to the customer's report.",
        },
      ),
    ),
    recipient: Type.Optional(
      Type.String({
        description: 'For a link in an email: the address that it was sent to.',
        examples: ['it@bellbird.example'],
      }),
    ),
    createdAt: Created,
    expiresAt: Expires,
    lastOpenedAt: Type.Optional(timestamp('2026-05-05T06:12:44.310Z')),
    revokedAt: Type.Optional(timestamp('2026-05-06T09:00:00.000Z')),
  },
  { title: 'ReportLink' },
)
export type ShareLink = Static<typeof ShareLink>

export const ShareLinkQuery = Type.Object(PageQuery)

export const ShareLinkList = Type.Object(
  {
    links: Type.Array(ShareLink, { description: 'Newest first, including ended links.' }),
    nextCursor: NextCursor,
  },
  { title: 'ReportLinkList' },
)
export type ShareLinkList = Static<typeof ShareLinkList>
