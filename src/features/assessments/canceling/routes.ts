import { Type } from 'typebox'
import { type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { PartnersRun, Run } from '../schema.ts'
import { cancelRun } from './service.ts'

const tags = ['Assessments']
const runId = Type.String({ description: 'Id of the run, prefix run_.' })
const CANCEL =
  'Cancels a run that is queued or running; it then no longer counts against the limit. A run that has ended does not change.'

export function cancelingRoutes(http: Http, app: App): void {
  http.post(
    '/assessments/:id/cancel',
    {
      schema: {
        operationId: 'cancelAssessment',
        summary: 'Cancel an assessment run',
        description: CANCEL,
        tags,
        params: Type.Object({ id: runId }),
        response: { 200: Run, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    (request) => cancelRun(app, request.actor, request.params.id, request.idempotency),
  )
}

/** Like `cancelingRoutes`, for a run of a distributor's partner. */
export function partnersCancelingRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/assessments/:runId/cancel',
    {
      schema: {
        operationId: 'cancelPartnerAssessment',
        summary: "Cancel a partner's assessment run",
        description: `${CANCEL} The run belongs to one of your partners.`,
        tags,
        params: Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }), runId }),
        response: { 200: PartnersRun, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      const run = await cancelRun(app, actor, request.params.runId, request.idempotency)
      return { ...run, partnerId: actor.partnerId }
    },
  )
}
