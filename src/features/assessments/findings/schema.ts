import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, Severity } from '../../../api.ts'

export const FindingList = Type.Object(
  {
    findings: Type.Array(
      Type.Object(
        {
          requirement: Type.String({ description: 'Id as its source writes it.', examples: ['ISM-1504'] }),
          groups: Type.Array(Type.String({ examples: ['multi-factor-authentication'] })),
          severity: Severity,
          verdict: Type.String({ description: 'ineffective or partial.', examples: ['ineffective'] }),
          statement: Type.String({
            description: 'What is required.',
            examples: ['Everyone must pass multi-factor authentication to reach the online services.'],
          }),
          observed: Type.String({
            description: 'What was found.',
            examples: ['12 of 45 users must use a second factor for all resources, by conditional access.'],
          }),
          expected: Type.String({
            description: 'What was expected.',
            examples: ['Everybody who can sign in must use a second factor for all resources.'],
          }),
          remedy: Type.String({
            description: 'What to do.',
            examples: ['Enable a Conditional Access policy for all users and all resources that requires it.'],
          }),
          contradiction: Type.Optional(
            Type.String({
              description:
                'Present if people answered that more is in place than the tenant shows. The reading counts.',
              examples: ['People answered “yes”, but the tenant shows that it is not in place.'],
            }),
          ),
          coverage: Type.Optional(
            Type.Object(
              { n: Type.Number({ examples: [12] }), of: Type.Number({ examples: [45] }) },
              { description: 'How many of all people, devices or applications are covered.' },
            ),
          ),
          affected: Type.Optional(
            Type.Object(
              {
                items: Type.Array(Type.String({ examples: ['ravi.vella@bellbird.example'] })),
                total: Type.Integer({ examples: [33] }),
              },
              { description: 'Who or what does not meet it: the first hundred, and the total.' },
            ),
          ),
          evidence: Type.Array(
            Type.Object(
              {
                dataset: Type.String({ examples: ['GET /v1.0/identity/conditionalAccess/policies'] }),
                pointer: Type.String({ description: 'JSON pointer into what was read.', examples: ['/0'] }),
                collectedAt: Type.String({ examples: ['2026-05-04T02:11:12.401Z'] }),
              },
              { title: 'Evidence' },
            ),
          ),
          limitations: Type.Array(
            Type.String({ examples: ['31 users registered a second factor, but no policy always asks for it.'] }),
          ),
        },
        { title: 'Finding' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'FindingList' },
)
export type FindingList = Static<typeof FindingList>

export const FindingQuery = Type.Object({
  severity: Type.Optional(Severity),
  requirement: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only the finding for this requirement, by its id.',
      examples: ['ISM-1504'],
    }),
  ),
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only findings that are new since this time: the newest run of the product for the customer that had completed by then did not have them.',
    }),
  ),
  ...PageQuery,
})
export type FindingQuery = Static<typeof FindingQuery>
