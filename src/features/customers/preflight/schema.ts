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
        'Whether an administrator of the tenant has approved the partner, and the tenant has consented to the application; unknown if the tenant could not be reached.',
    }),
    answered: Type.Optional(
      Type.Object(
        {
          at: timestamp('2026-05-02T07:40:11.006Z'),
          refusal: Type.Optional(
            Type.String({
              examples: ['not_administrator'],
              description: 'Present if the person who signed in may not approve: `not_administrator`.',
            }),
          ),
        },
        { description: 'The result of the last verified sign-in through a consent link.' },
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
          permissions: Type.Array(PermissionName, { description: 'Required permissions that are not approved.' }),
          message: Type.String({
            examples: [
              'No administrator of the tenant has approved a permission that is requested: Device.Read.All. Create a new consent link for the customer (POST …/customers/{id}/consent-link), and let an administrator of the tenant approve again.',
            ],
          }),
        },
        {
          description:
            'What to do if the tenant consented before some required permissions were requested, or revoked them.',
        },
      ),
    ),
    permissions: Type.Array(
      Type.Object({
        name: PermissionName,
        granted: Type.Boolean({ examples: [false] }),
        required: Type.Boolean({ examples: [true], description: 'False if it is optional and only shows more.' }),
      }),
      { description: 'Every permission that is requested; empty if the tenant could not be reached.' },
    ),
    licences: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['Microsoft Entra ID P2'] }),
        servicePlans: ServicePlans,
        present: Type.Optional(Type.Boolean({ description: 'Absent if it is not known.', examples: [true] })),
      }),
      { description: 'Licences that some readings need; empty if the tenant could not be reached.' },
    ),
    products: Type.Array(
      Type.Object({
        product: Product,
        readable: Type.Integer({
          examples: [69],
          description:
            'Requirements for which a run can read everything that a tenant can show. Some also need answers.',
        }),
        ofRequirements: Type.Integer({
          examples: [82],
          description: 'The same number with every permission and licence.',
        }),
        missing: Type.Array(
          Type.Object({
            dataset: Type.String({ examples: ['roleEligibilities'], description: 'Our name for what cannot be read.' }),
            reason: Type.Enum(['permission', 'licence']),
            permission: Type.Optional(PermissionName),
            servicePlans: Type.Optional(ServicePlans),
          }),
          { description: 'What the product needs but cannot read, and which permission or licence is missing.' },
        ),
      }),
      { description: 'The products of the plan, or the requested one; empty if the tenant could not be reached.' },
    ),
  },
  { title: 'Preflight' },
)
export type Preflight = Static<typeof Preflight>

export const PreflightQuery = Type.Object({
  product: Type.Optional(Type.String({ maxLength: 100, description: 'Only this product.' })),
})
