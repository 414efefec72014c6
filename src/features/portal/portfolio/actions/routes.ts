import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { Assigned, GroupSelection, Reminded, RunForecast, Selection, StartedRuns } from './schema.ts'
import { changeMatchingGroup, createMatchingRuns, previewMatchingRuns, remindMatching } from './service.ts'

const RUN_PROBLEMS = ['INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS] as const

/** Actions on all customers that a filter matches. Register behind a session. */
export function portfolioActionRoutes(http: Http, app: App): void {
  http.post(
    '/portfolio/runs/preview',
    { schema: { body: Selection, response: { 200: RunForecast, ...problems(...RUN_PROBLEMS) } } },
    (request) => previewMatchingRuns(app, request.actor, request.body),
  )

  http.post(
    '/portfolio/runs',
    {
      schema: {
        body: Selection,
        response: { 202: StartedRuns, ...problems('RUN_LIMIT_REACHED', 'LIMIT_REACHED', ...RUN_PROBLEMS) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await createMatchingRuns(app, request.actor, request.body, request.idempotency)),
  )

  http.post(
    '/portfolio/reminders',
    {
      schema: {
        body: Selection,
        response: { 202: Reminded, ...problems(...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await remindMatching(app, request.actor, request.body, request.idempotency)),
  )

  http.post(
    '/portfolio/groups',
    {
      schema: {
        body: GroupSelection,
        response: { 200: Assigned, ...problems('NOT_FOUND', ...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    (request) => changeMatchingGroup(app, request.actor, request.body, request.idempotency),
  )
}
