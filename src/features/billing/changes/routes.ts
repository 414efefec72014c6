import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { previewPlanChange } from '../preview/service.ts'
import { PlanChange, PlanChangeResult, PlanPreview } from '../schema.ts'
import { changePlan } from './service.ts'

const tags = ['Plan']
const PROCESSOR_PROBLEMS = ['PLAN_CHANGE_FAILED', 'PRICE_LOOKUP_FAILED', 'PAYMENT_PROCESSOR_ERROR'] as const

export function billingRoutes(http: Http, app: App): void {
  http.post(
    '/plan',
    {
      config: { role: 'admin', strong: true },
      // The rules validate the whole body, so that all errors are reported at once.
      attachValidation: true,
      schema: {
        operationId: 'changePlan',
        summary: 'Change your plan',
        description:
          'Changes the subscription immediately, with proration. An upgrade is charged on the next invoice; a downgrade credits the unused part of the period; a change of the billing interval is invoiced immediately. At most ten changes an hour.',
        tags,
        body: PlanChange,
        response: {
          200: PlanChangeResult,
          ...problems('PARTNER_INACTIVE', ...BODY_PROBLEMS, ...PROCESSOR_PROBLEMS, ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    (request) => changePlan(app, request.actor, request.body, { idempotency: request.idempotency }),
  )

  http.post(
    '/plan/preview',
    {
      config: { role: 'admin' },
      attachValidation: true,
      schema: {
        operationId: 'previewPlanChange',
        summary: 'Preview a plan change',
        description:
          'Takes the body of a plan change but changes nothing. Shows the credit, the charge, the amount due now, and which products you would gain or lose.',
        tags,
        body: PlanChange,
        response: { 200: PlanPreview, ...problems('PARTNER_INACTIVE', ...BODY_PROBLEMS, ...PROCESSOR_PROBLEMS) },
      },
    },
    (request) => previewPlanChange(app, request.actor, request.body),
  )
}

const partnerParams = Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }) })

/** The plan of a distributor's partner. */
export function partnersBillingRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/plan',
    {
      config: { role: 'admin', strong: true },
      attachValidation: true,
      schema: {
        operationId: 'changePartnerPlan',
        summary: "Change a partner's plan",
        description:
          "Changes the partner's own subscription immediately, with proration, together with its run limit and products. Your settlement with the service does not change.",
        tags,
        params: partnerParams,
        body: PlanChange,
        response: {
          200: PlanChangeResult,
          ...problems(
            'DISTRIBUTOR_INACTIVE',
            'NOT_FOUND',
            ...BODY_PROBLEMS,
            ...PROCESSOR_PROBLEMS,
            ...IDEMPOTENCY_PROBLEMS,
          ),
        },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await changePlan(app, actor, request.body, { idempotency: request.idempotency })
    },
  )

  http.post(
    '/partners/:id/plan/preview',
    {
      config: { role: 'admin' },
      attachValidation: true,
      schema: {
        operationId: 'previewPartnerPlanChange',
        summary: "Preview a partner's plan change",
        description:
          "Takes the body of a partner's plan change but changes nothing. Shows what the partner would be credited and charged, and which products it would gain or lose.",
        tags,
        params: partnerParams,
        body: PlanChange,
        response: {
          200: PlanPreview,
          ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...BODY_PROBLEMS, ...PROCESSOR_PROBLEMS),
        },
      },
    },
    async (request) =>
      previewPlanChange(app, await actForPartner(app, request.distributor, request.params.id), request.body),
  )
}
