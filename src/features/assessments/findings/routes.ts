import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { onStandby } from '../../../platform/database/standby/reads.ts'
import { actForPartner } from '../../accounts/service.ts'
import { TrackedFindingQuery, TrackedFindings } from '../tracking/schema.ts'
import { listTrackedFindings } from '../tracking/service.ts'
import { FindingList, FindingQuery } from './schema.ts'
import { listFindings } from './service.ts'

const tags = ['Assessments']
const runId = Type.String({ description: 'Id of the run, prefix run_.' })
const runParams = Type.Object({ id: runId })
const partnerParams = Type.Object({ id: Type.String({ description: 'Id of the partner, prefix prt_.' }) })
const partnerRunParams = Type.Object({
  id: Type.String({ description: 'Id of the partner, prefix prt_.' }),
  runId,
})

const FINDINGS =
  'The requirements that are not met, worst first, each with its evidence and how to fix it. Empty until the run has completed.'

export function findingRoutes(http: Http, app: App): void {
  trackedFindingRoutes(http, app)
  http.get(
    '/assessments/:id/findings',
    {
      schema: {
        operationId: 'listFindings',
        summary: "List a run's findings",
        description: `${FINDINGS} With \`limit\`, one page, with a \`nextCursor\` if there are more.`,
        tags,
        params: runParams,
        querystring: FindingQuery,
        response: { 200: FindingList, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    ({ actor, params, query }) => onStandby(app, (reads) => listFindings(reads, actor, params.id, query)),
  )
}

/** The findings of a distributor's partner. */
export function partnersFindingRoutes(http: Http, app: App): void {
  partnersTrackedFindingRoutes(http, app)
  http.get(
    '/partners/:id/assessments/:runId/findings',
    {
      schema: {
        operationId: 'listPartnerFindings',
        summary: "List the findings of a partner's run",
        description: `${FINDINGS} The run belongs to one of your partners.`,
        tags,
        params: partnerRunParams,
        querystring: FindingQuery,
        response: { 200: FindingList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async ({ distributor, params, query }) => {
      const actor = await actForPartner(app, distributor, params.id)
      return await onStandby(app, (reads) => listFindings(reads, actor, params.runId, query))
    },
  )
}

const TRACKED =
  'from the newest completed run of each product for each customer; those whose state changed last come first. With `since`, the findings that changed since then, including resolved ones: to follow changes, ask again with the time of the last response minus one minute. Always paginated.'

function trackedFindingRoutes(http: Http, app: App): void {
  http.get(
    '/findings',
    {
      schema: {
        operationId: 'listTrackedFindings',
        summary: 'List findings of all customers',
        description: `Your findings, ${TRACKED}`,
        tags,
        querystring: TrackedFindingQuery,
        response: { 200: TrackedFindings, ...problems('PARTNER_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => listTrackedFindings(reads, request.actor, request.query)),
  )
}

function partnersTrackedFindingRoutes(http: Http, app: App): void {
  http.get(
    '/partners/:id/findings',
    {
      schema: {
        operationId: 'listPartnerTrackedFindings',
        summary: "List findings of all of a partner's customers",
        description: `The findings of one of your partners, ${TRACKED}`,
        tags,
        params: partnerParams,
        querystring: TrackedFindingQuery,
        response: { 200: TrackedFindings, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async ({ distributor, params, query }) => {
      const actor = await actForPartner(app, distributor, params.id)
      return await onStandby(app, (reads) => listTrackedFindings(reads, actor, query))
    },
  )
}
