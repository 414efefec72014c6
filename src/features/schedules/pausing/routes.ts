import { Type } from 'typebox'
import { forPartner, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { actForPartner } from '../../accounts/service.ts'
import { Schedule } from '../schema.ts'
import { pauseSchedule, resumeSchedule } from './service.ts'

const tags = ['Schedules']
const scheduleId = Type.String({ description: 'Id of the schedule, prefix sch_.' })
const partnerId = Type.String({ description: 'Id of the partner, prefix prt_.' })
const ofSchedule = Type.Object({ id: scheduleId })
const ofPartnersSchedule = Type.Object({ id: partnerId, scheduleId })

const PAUSE = 'No further runs start until the schedule is resumed.'
const RESUME = 'Continues with the next window. Customers whose runs failed three times in a row are tried again.'

const RESUME_PROBLEMS = ['NOT_FOUND', 'PRODUCT_NOT_ALLOWED', ...IDEMPOTENCY_PROBLEMS] as const

export function schedulePausingRoutes(http: Http, app: App): void {
  http.post(
    '/schedules/:id/pause',
    {
      schema: {
        operationId: 'pauseSchedule',
        summary: 'Pause a schedule',
        description: PAUSE,
        tags,
        params: ofSchedule,
        response: { 200: Schedule, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    (request) => pauseSchedule(app, request.actor, request.params.id, request.idempotency),
  )

  http.post(
    '/schedules/:id/resume',
    {
      schema: {
        operationId: 'resumeSchedule',
        summary: 'Resume a schedule',
        description: RESUME,
        tags,
        params: ofSchedule,
        response: { 200: Schedule, ...problems('PARTNER_INACTIVE', ...RESUME_PROBLEMS) },
      },
    },
    (request) => resumeSchedule(app, request.actor, request.params.id, request.idempotency),
  )
}

/** Like `schedulePausingRoutes`, for a schedule of a distributor's partner. */
export function partnersSchedulePausingRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/schedules/:scheduleId/pause',
    {
      schema: {
        operationId: 'pausePartnerSchedule',
        summary: "Pause a partner's schedule",
        description: forPartner(PAUSE),
        tags,
        params: ofPartnersSchedule,
        response: { 200: Schedule, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...IDEMPOTENCY_PROBLEMS) },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await pauseSchedule(app, actor, request.params.scheduleId, request.idempotency)
    },
  )

  http.post(
    '/partners/:id/schedules/:scheduleId/resume',
    {
      schema: {
        operationId: 'resumePartnerSchedule',
        summary: "Resume a partner's schedule",
        description: forPartner(RESUME),
        tags,
        params: ofPartnersSchedule,
        response: { 200: Schedule, ...problems('DISTRIBUTOR_INACTIVE', ...RESUME_PROBLEMS) },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await resumeSchedule(app, actor, request.params.scheduleId, request.idempotency)
    },
  )
}
