import { Type } from 'typebox'

export const Group = Type.String({ examples: ['multi-factor-authentication'] })
export const Requirement = Type.String({ description: 'Id as its source writes it.', examples: ['ISM-1504'] })

const Link = Type.Object({
  title: Type.String({ examples: ['Conditional Access policies'] }),
  url: Type.String({ examples: ['https://learn.microsoft.com/entra/identity/conditional-access/overview'] }),
})

const LevelStep = {
  from: Type.Number({ description: 'The level now.', examples: [0] }),
  to: Type.Number({ description: 'The level then.', examples: [1] }),
}

const ActionId = Type.String({
  description: 'Id of the remedy or, where none is written, of the requirement.',
  examples: ['require-mfa-of-everyone'],
})
const Effort = Type.String({
  description: 'minutes: less than an hour. hours: less than a day. days: less than two weeks. project: longer.',
  examples: ['days'],
})

const ReportAction = Type.Object(
  {
    id: ActionId,
    title: Type.String({ examples: ['Require multi-factor authentication for everyone, everywhere'] }),
    severity: Type.String({ description: 'The severity of its worst finding.', examples: ['critical'] }),
    effort: Type.Optional(Effort),
    findings: Type.Array(Requirement, { description: 'The requirements that it helps to resolve, worst first.' }),
    together: Type.Array(ActionId, { description: 'Other actions that are needed to resolve some of these.' }),
    jointGains: Type.Array(
      Type.Object({
        score: Type.Number({ description: 'Points added to the score, not rounded.', examples: [0.66] }),
        ceiling: Type.Number({ description: 'Points added to the ceiling, not rounded.', examples: [0.66] }),
        with: Type.Array(ActionId, { description: 'The other actions of the set, in the order of the actions.' }),
        isWay: Type.Optional(
          Type.Literal(true, { description: 'It does a part of what the others do, in Microsoft 365.' }),
        ),
      }),
      { description: 'What it adds only together with others, for each set of them.' },
    ),
    gain: Type.Optional(
      Type.Object(
        {
          score: Type.Number({ description: 'Points added to the score, not rounded.', examples: [3.25] }),
          ceiling: Type.Number({ description: 'Points added to the ceiling, not rounded.', examples: [3.25] }),
          level: Type.Optional(Type.Object(LevelStep, { description: 'The overall level, if it rises.' })),
          groups: Type.Array(Type.Object({ id: Group, ...LevelStep }), { description: 'Groups whose level rises.' }),
        },
        { description: 'What it adds by itself; absent if that is nothing or not known.' },
      ),
    ),
    why: Type.Optional(Type.String({ examples: ['A stolen password alone then opens no account.'] })),
    usersNotice: Type.Optional(Type.String({ examples: ['People confirm new devices with a second method.'] })),
    licence: Type.Optional(Type.String({ examples: ['Microsoft Entra ID P1'] })),
    licencesToBuy: Type.Optional(
      Type.Array(Type.String({ examples: ['Microsoft Entra ID P1 or Microsoft Entra ID P2'] }), {
        description: 'Licences that it needs and the tenant does not have.',
      }),
    ),
    steps: Type.Optional(
      Type.Array(
        Type.Object({
          text: Type.String({ examples: ['Create a policy for all users and all resources.'] }),
          link: Type.Optional(Link),
          fromLevel: Type.Optional(
            Type.Number({ description: 'The lowest target that needs it; absent if each does.', examples: [4] }),
          ),
        }),
      ),
    ),
    script: Type.Optional(
      Type.Object({
        language: Type.String({ description: 'PowerShell or Graph.', examples: ['PowerShell'] }),
        needs: Type.String({ examples: ['Microsoft.Graph.Identity.SignIns, with Policy.Read.All'] }),
        check: Type.String({ description: 'Only reads.', examples: ['Get-MgIdentityConditionalAccessPolicy -All'] }),
        change: Type.Optional(Type.String({ description: 'Makes the change, with the least risk.' })),
      }),
    ),
    verified: Type.Optional(
      Type.String({
        description: 'How to verify that it is done.',
        examples: ['The next run reads the policies.'],
      }),
    ),
    documentation: Type.Optional(Type.Array(Link)),
  },
  { title: 'ReportAction', description: 'One thing to do, with the findings that it helps to resolve.' },
)

const ReportUnknown = Type.Object(
  {
    kind: Type.String({ description: 'permission, licence, reading or question.', examples: ['permission'] }),
    name: Type.String({
      description: 'Name of the permission or product; text of the question; what was found instead of a reading.',
      examples: ['RoleManagement.Read.Directory'],
    }),
    requirement: Type.Optional(Type.String({ description: 'What a question is about.', examples: ['ISM-1515'] })),
    rows: Type.Integer({ description: 'Number of checks of the target that it resolves by itself.', examples: [4] }),
    resolves: Type.Array(Requirement, { description: 'Requirements that it resolves by itself.' }),
    helps: Type.Array(Requirement, { description: 'Requirements that need something else as well.' }),
    checks: Type.Array(Type.String({ examples: ['mfa-all-users'] }), {
      description: 'What could then be read.',
    }),
  },
  { title: 'ReportUnknown' },
)

/** What the editions add to a document. */
export const EDITION_FIELDS = {
  edition: Type.Optional(Type.String({ description: 'The requested edition.', examples: ['technical'] })),
  actions: Type.Optional(
    Type.Array(ReportAction, {
      description:
        'What to do, sorted by severity, then by whether it raises a level by itself, then by points for the effort. Only with an edition.',
    }),
  ),
  unknowns: Type.Optional(
    Type.Array(ReportUnknown, {
      description: 'What would resolve unknown requirements, the most useful first. Only with an edition.',
    }),
  ),
  roadmap: Type.Optional(
    Type.Array(
      Type.Object({
        id: ActionId,
        title: Type.String({ examples: ['Require multi-factor authentication for everyone, everywhere'] }),
        effort: Effort,
        value: Type.Number({ description: 'Points that it adds to the score by itself.', examples: [3.25] }),
        kind: Type.String({
          description: 'quick-win: less than a day, and nothing to buy. planned or project: larger.',
          examples: ['planned'],
        }),
      }),
      { description: 'Value against effort. Only with an edition.' },
    ),
  ),
  plan: Type.Optional(
    Type.Array(
      Type.Object({
        year: Type.Integer({ examples: [2026] }),
        quarter: Type.Integer({ minimum: 1, maximum: 4, examples: [3] }),
        later: Type.Optional(
          Type.Literal(true, { description: 'What does not fit in the year of the plan: in this quarter or later.' }),
        ),
        actions: Type.Array(ActionId),
      }),
      {
        description:
          'A proposal by quarter: what is critical and quick wins first, projects last; what needs a licence not before the second quarter, unless it is critical. Each action is in one entry. Only with an edition.',
      },
    ),
  ),
}
