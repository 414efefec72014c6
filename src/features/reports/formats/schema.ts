import { type Static, Type } from 'typebox'
import { RunId, Severity, timestamp } from '../../../api.ts'
import { EDITIONS } from '../content/edition.ts'
import { EDITION_FIELDS, Group, Requirement } from './action-schema.ts'
import { FORMATS } from './rules.ts'

export const ReportQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...FORMATS], {
      default: 'html',
      description:
        'html: one self-contained page. pdf: for printing and sharing. csv: one line per requirement. xlsx: a workbook with sheets for actions, findings, requirements and unknowns. json: for programs. oscal: OSCAL assessment results, for other assessment tools. ocsf: OCSF compliance findings, one JSON object on each line.',
    }),
  ),
  edition: Type.Optional(
    Type.Enum([...EDITIONS], {
      title: 'Edition',
      description:
        'The audience. owner: the business, without ids and settings. technical: what to fix, and how. full: everything, with all evidence. Without it, the report has its original content, from before editions existed. oscal and ocsf are always the full edition; json has ids in each.',
    }),
  ),
})
export type ReportQuery = Static<typeof ReportQuery>

const Completed = timestamp('2026-05-04T02:13:52.718Z')
const Verdict = Type.String({
  description: 'The verdict of a finding, or one of the unknown verdicts.',
  examples: ['ineffective'],
})
const Score = Type.Integer({ minimum: 0, maximum: 100, examples: [61] })
const Ceiling = Type.Integer({ description: 'The score if everything unknown were in place.', examples: [87] })
const Share = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Share of the requirements that could be determined.',
  examples: [0.68],
})
const Level = Type.Number({ description: 'The level reached, 0 if none.', examples: [0] })
const Statement = Type.String({
  examples: ['Everyone must pass multi-factor authentication to reach the online services.'],
})

const Point = Type.Object({
  runId: RunId,
  completedAt: Completed,
  score: Score,
  scoreCeiling: Ceiling,
  coverage: Share,
  maturityAchieved: Level,
  findings: Type.Integer({ description: 'critical + high + medium + low.', examples: [31] }),
  target: Type.Optional(
    Type.Number({
      description: 'The evaluated target; scores with different targets cannot be compared.',
      examples: [2],
    }),
  ),
})

const Changes = (description: string) =>
  Type.Array(
    Type.Object({
      id: Requirement,
      group: Group,
      statement: Statement,
      before: Verdict,
      after: Verdict,
      byAnswer: Type.Optional(
        Type.Boolean({ description: 'True if only an answer changed it: the tenant shows the same as before.' }),
      ),
    }),
    { description },
  )

const ResultRow = Type.Object(
  {
    id: Requirement,
    group: Group,
    statement: Statement,
    levels: Type.Array(Type.Integer({ examples: [1] })),
    mode: Type.String({ description: 'automatic, partial or questionnaire.', examples: ['automatic'] }),
    verdict: Verdict,
    checks: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String({ examples: ['mfa-all-users'] }),
            verdict: Verdict,
            kind: Type.String({ description: 'seen, contrary, absent or blind.', examples: ['contrary'] }),
            proves: Type.String({ description: 'proof, part or hint.', examples: ['proof'] }),
          },
          { additionalProperties: true },
        ),
        {
          description:
            'What each of its checks found; `lacks` lists the permissions and licences that an unknown check needs. Where several fall short, `found` has the text and the names of each.',
        },
      ),
    ),
    basis: Type.Optional(
      Type.String({
        description:
          'What the verdict rests on. seen: the tenant shows it. contrary: the tenant shows the opposite. absent: we found no such setting. blind: it could not be read. reported: people answered.',
        examples: ['seen'],
      }),
    ),
    quality: Type.Optional(
      Type.String({
        description:
          'How good the evidence is. good: read from the tenant. fair: an answer with a file attached. poor: an answer without a file.',
        examples: ['good'],
      }),
    ),
    severity: Type.Optional(
      Type.Unsafe<string>({ ...Severity, description: 'Only on findings.', examples: ['critical'] }),
    ),
    observed: Type.String({ examples: ['12 of 45 users must use a second factor for all resources.'] }),
    expected: Type.String({ examples: ['Everybody who can sign in must use a second factor for all resources.'] }),
    answeredAt: Type.Optional(
      Type.String({ description: 'When the answer was given that counts.', examples: ['2026-05-02T06:30:00.000Z'] }),
    ),
    answeredBy: Type.Optional(
      Type.String({
        description: 'The name or email address of the person who gave it.',
        examples: ['mia.chen@bellbird.example'],
      }),
    ),
    hint: Type.Optional(
      Type.String({
        description: 'What hints show, beside an answer or while the requirement waits for one. It decides nothing.',
        examples: ['3 of 4 privileged accounts have no mailbox.'],
      }),
    ),
    inPlace: Type.Optional(
      Type.String({
        description:
          'What readings show in place, if the requirement is partly in place and everything else that it states falls short.',
        examples: ['The sign-in log is being written.'],
      }),
    ),
    remedy: Type.String({ examples: ['Enable a Conditional Access policy for all users and all resources.'] }),
    limitations: Type.Array(Type.String({ examples: ['Services outside single sign-on are not seen.'] })),
    evidence: Type.Array(
      Type.Object({
        dataset: Type.String({ examples: ['GET /v1.0/identity/conditionalAccess/policies'] }),
        pointer: Type.String({ examples: ['/0'] }),
        collectedAt: Type.String({ examples: ['2026-05-04T02:11:12.401Z'] }),
      }),
    ),
  },
  { title: 'ReportRow', additionalProperties: true },
)

/** The response for `format=json`. */
export const ReportDocument = Type.Object(
  {
    format: Type.Literal('plumbline-report/1', { examples: ['plumbline-report/1'] }),
    run: Type.Object({
      id: RunId,
      tenantId: Type.String({ examples: ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'] }),
      product: Type.String({ examples: ['essential-eight'] }),
      productName: Type.String({ examples: ['Essential Eight'] }),
      maturityTarget: Type.Integer({
        description: 'The requested target; `result.target` is the evaluated one.',
        examples: [2],
      }),
      createdAt: timestamp('2026-05-04T02:11:09.120Z'),
      completedAt: Completed,
    }),
    customer: Type.Object({ name: Type.String({ examples: ['Bellbird Engineering'] }) }),
    partner: Type.Object({ name: Type.String({ examples: ['Northwind IT'] }) }),
    result: Type.Object(
      {
        product: Type.String({ examples: ['essential-eight'] }),
        framework: Type.Object({
          id: Type.String({ examples: ['essential-eight'] }),
          version: Type.String({ examples: ['2025.12.15'] }),
        }),
        target: Type.Integer({ examples: [2] }),
        score: Score,
        scoreCeiling: Ceiling,
        coverage: Share,
        maturityAchieved: Level,
        findings: Type.Integer({ examples: [31] }),
        critical: Type.Integer({ examples: [2] }),
        high: Type.Integer({ examples: [11] }),
        medium: Type.Integer({ examples: [13] }),
        low: Type.Integer({ examples: [5] }),
        evidenceQuality: Type.Optional(
          Type.Object(
            {
              good: Type.Integer({ examples: [41] }),
              fair: Type.Integer({ examples: [3] }),
              poor: Type.Integer({ examples: [12] }),
            },
            { description: 'Number of known requirements of the target for each quality of evidence.' },
          ),
        ),
        groups: Type.Array(
          Type.Object({
            id: Group,
            name: Type.String({ examples: ['Multi-factor authentication'] }),
            score: Type.Number({ description: '0 to 100, not rounded.', examples: [52.63] }),
            scoreCeiling: Type.Number({ examples: [78.9] }),
            maturityAchieved: Level,
            settled: Type.Integer({ examples: [14] }),
            inScope: Type.Integer({ examples: [19] }),
          }),
        ),
        requirements: Type.Array(ResultRow, {
          description:
            'All requirements. In the technical edition, only those that fall short or are unknown; in the owner’s edition, none.',
        }),
      },
      { description: 'What `plumbline assess --json` prints.', additionalProperties: true },
    ),
    ...EDITION_FIELDS,
    trend: Type.Array(Point, {
      description: 'Completed runs of this customer and product up to this one, oldest first, at most 12.',
    }),
    difference: Type.Optional(
      Type.Object(
        {
          since: Point,
          better: Changes('Requirements with a better verdict.'),
          worse: Changes('Requirements with a worse verdict.'),
          otherwise: Changes('Requirements that became known, unknown, applicable or not applicable.'),
          points: Type.Optional(
            Type.Object(
              {
                changed: Type.Number({ description: 'By requirements that are known in both runs.' }),
                answered: Type.Number({
                  description: 'By requirements that a reading decided before and an answer decides now.',
                }),
                nowKnown: Type.Number({ description: 'By requirements that became known.' }),
                nowUnknown: Type.Number({ description: 'By requirements that became unknown.' }),
                applicability: Type.Number({ description: 'By requirements that began or ceased to apply.' }),
              },
              {
                description:
                  'Why the score moved, in points of 100, not rounded: how many it gained or lost. Absent if the runs have different targets.',
              },
            ),
          ),
        },
        { description: 'What changed since the previous completed run; absent if there is none.' },
      ),
    ),
  },
  { title: 'Report' },
)
