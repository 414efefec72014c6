import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { fields, text } from '../../../shared/json.ts'
import { groupByQuestion } from '../attachments/rules.ts'
import { listAttachments } from '../attachments/service.ts'
import { NOTICES } from './notices.ts'
import { type PageState, renderCodePage, renderQuestionnaire } from './page.ts'
import {
  asPage,
  back,
  COOKIE,
  createAdmission,
  dead,
  isScript,
  originOf,
  pathOf,
  productOf,
  sessionOf,
} from './requests.ts'
import { CODE_RETRY_S, MAX_SMALL_FORM_BYTES, partOf, productToOpen, queryOf, SESSION_S, type Typed } from './rules.ts'
import { AUTOSAVE } from './script.ts'
import {
  findFirstOpen,
  findVisit,
  finishVisit,
  getVisit,
  isSignedIn,
  listAnswersElsewhere,
  listProgress,
  requestCode,
  type Saved,
  saveVisit,
  submitCode,
  type Visit,
  type VisitPart,
} from './service.ts'

const params = Type.Object({ token: Type.String() })
const Form = Type.Unsafe<Typed>({ type: 'object', additionalProperties: { type: 'string' } })

/** Enough for a whole questionnaire with a sentence on each question, as sent without the script. */
const MAX_FORM_BYTES = 64 * 1024

/** The script saves each answer as it is given, so a save costs no more than reading a page. */
const SAVE_COST = 1

const WRONG_CODE = 'That code is wrong or has expired. Use the code in the newest email, or request another one.'
const TOO_MANY_CODES = 'Too many codes were requested. Use the newest one, or try again in an hour.'

/** The pages behind a personal link. Register in a scope that reads cookies and forms. */
export function visitRoutes(http: Http, app: App): void {
  const { requireVisit, requireSession, visitOf } = createAdmission<Visit>({
    appUrl: app.appUrl,
    findVisit: (token) => findVisit(app, token),
    isSignedIn: (visit, session) => isSignedIn(app, visit, session),
  })

  http.get('/q/app.js', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(AUTOSAVE),
  )

  http.get('/q/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const visit = await findVisit(app, request.params.token)
    if (!visit) return dead(reply)
    if (!(await isSignedIn(app, visit, sessionOf(request))))
      return asPage(reply, visit.brand).send(renderCodePage(pathOf(request), visit, visit.awaitsCode))
    const query = fields(request.query)
    const found = NOTICES.get(text(query.notice) ?? '')
    const [section, question] = [text(query.section), text(query.question)]
    const place = { ...(section !== undefined && { section }), ...(question !== undefined && { question }) }
    const part = partOf(visit, productOf(request) ?? (await findFirstOpen(app, visit)))
    const state = await stateOf(app, request, visit, part, await getVisit(app, part))
    return asPage(reply, visit.brand).send(
      renderQuestionnaire({ ...state, ...(found && { notice: { ...found, ...place } }) }),
    )
  })

  http.post('/q/:token/code', { schema: { hide: true, params }, onRequest: requireVisit }, async (request, reply) => {
    const visit = visitOf(request)
    if (await requestCode(app, visit)) return back(request, reply)
    return asPage(reply, visit.brand)
      .code(429)
      .header('Retry-After', String(CODE_RETRY_S))
      .send(renderCodePage(pathOf(request), visit, true, TOO_MANY_CODES))
  })

  http.post(
    '/q/:token/enter',
    { schema: { hide: true, params, body: Form }, bodyLimit: MAX_SMALL_FORM_BYTES, onRequest: requireVisit },
    async (request, reply) => {
      const visit = visitOf(request)
      const session = await submitCode(app, visit, request.body.code ?? '', originOf(request))
      if (session === undefined)
        return asPage(reply, visit.brand)
          .code(400)
          .send(renderCodePage(pathOf(request), visit, true, WRONG_CODE))
      // The cookie is for this link only: recipients of several customers sign in to each.
      const path = pathOf(request)
      reply.setCookie(COOKIE, session, { path, maxAge: SESSION_S, secure: true, httpOnly: true, sameSite: 'lax' })
      return back(request, reply)
    },
  )

  http.post(
    '/q/:token',
    {
      schema: { hide: true, params, body: Form },
      bodyLimit: MAX_FORM_BYTES,
      config: { linkCost: SAVE_COST },
      onRequest: [requireVisit, requireSession],
    },
    async (request, reply) => {
      const visit = visitOf(request)
      const part = partOf(visit, productOf(request))
      const saved = await saveVisit(app, part, request.body, originOf(request))
      if (!saved) return dead(reply)
      if (isScript(request)) return reply.header('Cache-Control', 'no-store').send(toReceipt(saved))
      if (saved.problems.length > 0) {
        const state = await stateOf(app, request, visit, part, saved.view)
        const more = { typed: request.body, problems: saved.problems }
        return asPage(reply, visit.brand)
          .code(400)
          .send(renderQuestionnaire({ ...state, ...more }))
      }
      const { taken } = saved
      if (taken) {
        const notice = taken.count > 0 ? 'taken' : 'nothing-taken'
        return back(request, reply, { notice, section: taken.section })
      }
      const questionnaire = productToOpen(request.body)
      if (questionnaire !== undefined && visit.parts.some(({ product }) => product === questionnaire))
        return back(request, reply, { notice: 'saved', questionnaire })
      const isDone = request.body.next === 'done'
      if (isDone) await finishVisit(app, visit, originOf(request))
      return back(request, reply, { notice: isDone ? 'sent' : 'saved' })
    },
  )
}

async function stateOf(
  app: App,
  request: FastifyRequest,
  visit: Visit,
  part: VisitPart,
  view: PageState['view'],
): Promise<PageState> {
  return {
    path: pathOf(request),
    query: visit.parts.length > 1 ? queryOf(part.product) : '',
    visitor: part,
    view,
    overview: visit.parts.length > 1 ? await listProgress(app, visit) : [],
    related: await listAnswersElsewhere(app, visit, part),
    attachments: groupByQuestion(await listAttachments(app, app.db, part)),
    now: app.now(),
    typed: {},
    problems: [],
  }
}

const toReceipt = ({ at, view, problems }: Saved) => ({
  savedAt: at.toISOString(),
  ...view.progress,
  outOfScope: view.sections.flatMap(({ questions }) => questions.flatMap((one) => (one.outOfScope ? [one.id] : []))),
  problems,
})
