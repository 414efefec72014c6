import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { FindingList } from './schema.ts'
import { listFindings } from './service.ts'

const tags = ['Assessments']
const runId = Type.String({ description: 'Id of the run, prefix run_.' })
const runParams = Type.Object({ id: runId })
const partnerRunParams = Type.Object({
  id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
  runId,
})

const FINDINGS = 'What failed, worst first, each with its evidence and what to do. Empty until the run has completed.'

export function findingRoutes(http: Http, app: App): void {
  http.get(
    '/assessments/:id/findings',
    {
      schema: {
        operationId: 'listFindings',
        summary: "List a run's findings",
        description: FINDINGS,
        tags,
        params: runParams,
        response: { 200: FindingList, ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => listFindings(app, request.actor, request.params.id),
  )
}

/** The findings of a distributor's partner. */
export function partnersFindingRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/assessments/:runId/findings',
    {
      schema: {
        operationId: 'listPartnerFindings',
        summary: "List the findings of a partner's run",
        description: FINDINGS,
        tags,
        params: partnerRunParams,
        response: { 200: FindingList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request) =>
      listFindings(app, await actForPartner(app, request.distributor, request.params.id), request.params.runId),
  )
}
