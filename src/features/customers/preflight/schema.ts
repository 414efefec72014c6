import { type Static, Type } from 'typebox'
import { FailureCode, Timestamp, timestamp } from '../../../api.ts'

const Product = Type.String({ description: 'Product identifier.', examples: ['essential-eight'] })
const ServicePlans = Type.Array(Type.String({ examples: ['AAD_PREMIUM_P2'] }), {
  description: 'Service plans, any one of which is enough.',
})
const PermissionName = Type.String({ examples: ['RoleManagement.Read.Directory'] })

export const Preflight = Type.Object(
  {
    tenantId: Type.String({ examples: ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'] }),
    checkedAt: Timestamp,
    consent: Type.Enum(['granted', 'missing', 'unknown'], {
      description:
        'Whether an administrator of the tenant has approved the partner, and the tenant the application; unknown where the tenant could not be asked.',
    }),
    answered: Type.Optional(
      Type.Object(
        {
          at: timestamp('2026-05-02T07:40:11.006Z'),
          refusal: Type.Optional(
            Type.String({
              examples: ['not_administrator'],
              description: 'Where who signed in may not approve: `not_administrator`.',
            }),
          ),
        },
        { description: 'What a verified sign-in through a consent link came to last.' },
      ),
    ),
    failure: Type.Optional(
      Type.Object(
        {
          code: Type.Unsafe<string>({ ...FailureCode, examples: ['CONSENT_MISSING'] }),
          message: Type.String({
            examples: ['No administrator of this tenant has approved your company yet, so nothing was read.'],
          }),
        },
        { description: 'Why a run would fail now.' },
      ),
    ),
    consentAgain: Type.Optional(
      Type.Object(
        {
          permissions: Type.Array(PermissionName, { description: 'Those that are required and not granted.' }),
          message: Type.String({
            examples: [
              'The tenant has not granted a permission that is asked for: Device.Read.All. Make a new consent link for the customer (POST …/customers/{id}/consent-link), and let an administrator of the tenant consent again.',
            ],
          }),
        },
        {
          description:
            'Only where the tenant consented before some required permissions were asked for, or took them away: what to do.',
        },
      ),
    ),
    permissions: Type.Array(
      Type.Object({
        name: PermissionName,
        granted: Type.Boolean({ examples: [false] }),
        required: Type.Boolean({ examples: [true], description: 'False where it is only asked for to show more.' }),
      }),
      { description: 'Every permission that is asked for; empty where the tenant could not be asked.' },
    ),
    licences: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['Microsoft Entra ID P2'] }),
        servicePlans: ServicePlans,
        present: Type.Optional(Type.Boolean({ description: 'Absent where it is not known.', examples: [true] })),
      }),
      { description: 'What some readings need the tenant to have; empty where the tenant could not be asked.' },
    ),
    products: Type.Array(
      Type.Object({
        product: Product,
        readable: Type.Integer({
          examples: [69],
          description: 'Requirements of which a run will see all that a tenant can show; some wait for answers beside.',
        }),
        ofRequirements: Type.Integer({
          examples: [82],
          description: 'As many as that would be with every permission and licence.',
        }),
        missing: Type.Array(
          Type.Object({
            dataset: Type.String({ examples: ['roleEligibilities'], description: 'Our name for what cannot be read.' }),
            reason: Type.Enum(['permission', 'licence']),
            permission: Type.Optional(PermissionName),
            servicePlans: Type.Optional(ServicePlans),
          }),
          { description: 'What the product looks at and cannot read: which permission or licence is missing.' },
        ),
      }),
      { description: 'The products of the plan, or the one asked for; empty where the tenant could not be asked.' },
    ),
  },
  { title: 'Preflight' },
)
export type Preflight = Static<typeof Preflight>

export const PreflightQuery = Type.Object({
  product: Type.Optional(Type.String({ maxLength: 100, description: 'Only this product.' })),
})
