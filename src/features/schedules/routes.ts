import { Type } from 'typebox'
import { BODY_PROBLEMS, forPartner, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { actForPartner } from '../accounts/service.ts'
import { NewSchedule, Schedule, ScheduleChange, ScheduleList, SchedulePreview, ScheduleQuery } from './schema.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
} from './service.ts'

const tags = ['Schedules']
const scheduleId = Type.String({ description: 'Id of the schedule, prefix sch_.' })
const partnerId = Type.String({ description: 'Id of the partner, prefix prt_.' })
const ofSchedule = Type.Object({ id: scheduleId })
const ofPartner = Type.Object({ id: partnerId })
const ofPartnersSchedule = Type.Object({ id: partnerId, scheduleId })

const CREATE =
  'Starts runs of a product automatically, for one customer or for all, within a time window. The first run is in the next window. Scheduled runs count against the limit like any others, and a customer gets at most one scheduled run of a product per day.'
const LIST = 'All schedules, newest first. With `limit`, one page, with a `nextCursor` if there are more.'
const GET = 'One schedule with its next run and the outcome of the last one.'
const CHANGE =
  'Only the fields in the request change; `customerId` and `product` cannot change. With another interval, window, time zone or first day, the schedule continues with the next window.'
const DELETE = 'No further runs start. Runs that it started remain.'
const PREVIEW =
  'What the schedule would do: the runs that it and the other schedules need in an average month, and its next five occurrences. Nothing is stored.'

const INPUT_PROBLEMS = ['NOT_FOUND', 'INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED', ...BODY_PROBLEMS] as const
const CREATE_PROBLEMS = [...INPUT_PROBLEMS, 'LIMIT_REACHED', ...IDEMPOTENCY_PROBLEMS] as const

/** Runs that start by themselves. */
export function scheduleRoutes(http: Http, app: App): void {
  http.post(
    '/schedules',
    {
      schema: {
        operationId: 'createSchedule',
        summary: 'Create a schedule',
        description: CREATE,
        tags,
        body: NewSchedule,
        response: { 201: Schedule, ...problems('PARTNER_INACTIVE', ...CREATE_PROBLEMS) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createSchedule(app, request.actor, request.body, request.idempotency)),
  )

  http.post(
    '/schedules/preview',
    {
      schema: {
        operationId: 'previewSchedule',
        summary: 'Preview a schedule',
        description: PREVIEW,
        tags,
        body: NewSchedule,
        response: { 200: SchedulePreview, ...problems('PARTNER_INACTIVE', ...INPUT_PROBLEMS) },
      },
    },
    (request) => previewSchedule(app, request.actor, request.body),
  )

  http.get(
    '/schedules',
    {
      schema: {
        operationId: 'listSchedules',
        summary: 'List schedules',
        description: LIST,
        tags,
        querystring: ScheduleQuery,
        response: { 200: ScheduleList, ...problems('PARTNER_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => listSchedules(app, request.actor, request.query),
  )

  http.get(
    '/schedules/:id',
    {
      schema: {
        operationId: 'getSchedule',
        summary: 'Read a schedule',
        description: GET,
        tags,
        params: ofSchedule,
        response: { 200: Schedule, ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => getSchedule(app, request.actor, request.params.id),
  )

  http.put(
    '/schedules/:id',
    {
      schema: {
        operationId: 'changeSchedule',
        summary: 'Change a schedule',
        description: CHANGE,
        tags,
        params: ofSchedule,
        body: ScheduleChange,
        response: { 200: Schedule, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...BODY_PROBLEMS) },
      },
    },
    (request) => changeSchedule(app, request.actor, request.params.id, request.body),
  )

  http.delete(
    '/schedules/:id',
    {
      schema: {
        operationId: 'deleteSchedule',
        summary: 'Delete a schedule',
        description: DELETE,
        tags,
        params: ofSchedule,
        response: { 204: Type.Null(), ...problems('PARTNER_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      await deleteSchedule(app, request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

/** The schedules of a distributor's partner. */
export function partnersScheduleRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/schedules',
    {
      schema: {
        operationId: 'createPartnerSchedule',
        summary: 'Create a schedule for a partner',
        description: forPartner(CREATE),
        tags,
        params: ofPartner,
        body: NewSchedule,
        response: { 201: Schedule, ...problems('DISTRIBUTOR_INACTIVE', ...CREATE_PROBLEMS) },
      },
    },
    async (request, reply) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return reply.code(201).send(await createSchedule(app, actor, request.body, request.idempotency))
    },
  )

  http.post(
    '/partners/:id/schedules/preview',
    {
      schema: {
        operationId: 'previewPartnerSchedule',
        summary: 'Preview a schedule for a partner',
        description: forPartner(PREVIEW),
        tags,
        params: ofPartner,
        body: NewSchedule,
        response: { 200: SchedulePreview, ...problems('DISTRIBUTOR_INACTIVE', ...INPUT_PROBLEMS) },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await previewSchedule(app, actor, request.body)
    },
  )

  http.get(
    '/partners/:id/schedules',
    {
      schema: {
        operationId: 'listPartnerSchedules',
        summary: "List a partner's schedules",
        description: forPartner(LIST),
        tags,
        params: ofPartner,
        querystring: ScheduleQuery,
        response: { 200: ScheduleList, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD') },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await listSchedules(app, actor, request.query)
    },
  )

  http.get(
    '/partners/:id/schedules/:scheduleId',
    {
      schema: {
        operationId: 'getPartnerSchedule',
        summary: "Read a partner's schedule",
        description: forPartner(GET),
        tags,
        params: ofPartnersSchedule,
        response: { 200: Schedule, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await getSchedule(app, actor, request.params.scheduleId)
    },
  )

  http.put(
    '/partners/:id/schedules/:scheduleId',
    {
      schema: {
        operationId: 'changePartnerSchedule',
        summary: "Change a partner's schedule",
        description: forPartner(CHANGE),
        tags,
        params: ofPartnersSchedule,
        body: ScheduleChange,
        response: { 200: Schedule, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', ...BODY_PROBLEMS) },
      },
    },
    async (request) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      return await changeSchedule(app, actor, request.params.scheduleId, request.body)
    },
  )

  http.delete(
    '/partners/:id/schedules/:scheduleId',
    {
      schema: {
        operationId: 'deletePartnerSchedule',
        summary: "Delete a partner's schedule",
        description: forPartner(DELETE),
        tags,
        params: ofPartnersSchedule,
        response: { 204: Type.Null(), ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const actor = await actForPartner(app, request.distributor, request.params.id)
      await deleteSchedule(app, actor, request.params.scheduleId)
      return reply.code(204).send(null)
    },
  )
}
