import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { ScheduleChange, SchedulePreview } from '../../schedules/schema.ts'
import { previewScheduleChange } from '../../schedules/service.ts'
import { OccurrenceQuery, ScheduleHistory, ScheduleOccurrences } from './schema.ts'
import { getScheduleHistory, getScheduleOccurrences } from './service.ts'

const params = Type.Object({ id: Type.String() })

/** What became of a schedule, and what a change of it would do. */
export function scheduleHistoryRoutes(http: Http, app: App): void {
  http.get(
    '/schedules/:id/history',
    { schema: { params, response: { 200: ScheduleHistory, ...problems('NOT_FOUND') } } },
    (request) => getScheduleHistory(app, request.actor, request.params.id),
  )

  http.get(
    '/schedules/:id/occurrences',
    {
      schema: {
        params,
        querystring: OccurrenceQuery,
        response: { 200: ScheduleOccurrences, ...problems('NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    (request) => getScheduleOccurrences(app, request.actor, request.params.id, request.query),
  )

  http.post(
    '/schedules/:id/preview',
    {
      schema: {
        params,
        body: ScheduleChange,
        response: { 200: SchedulePreview, ...problems('NOT_FOUND', ...BODY_PROBLEMS) },
      },
    },
    (request) => previewScheduleChange(app, request.actor, request.params.id, request.body),
  )
}
