import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Contents } from '../content/contents.ts'
import { startOfDay } from '../content/primitives/calendar.ts'
import { type Answerable, isList } from '../content/primitives/row.ts'
import { hideDetails } from '../responses/hidden-details.ts'
import { hideLaterValues, wantsLaterValues } from '../responses/later-values.ts'
import { type CutPage, createPagination, shape } from '../responses/pagination.ts'
import { refuseQuery } from '../responses/query-options.ts'
import { missingRole, notLicensed, throttled } from '../responses/refusals.ts'
import { graphError, type Reply, type Request, type RequestInfo, reply } from '../responses/reply.ts'
import { resourceUnits } from '../responses/resource-units.ts'
import type { Throttle } from '../responses/throttle.ts'
import { ROLE_ASSIGNMENTS_PATH, roleAssignmentRows } from '../sign-in/personas.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import { findRecipe } from '../tenants/generated-tenants.ts'
import type { Recipe } from '../tenants/recipes.ts'
import { huntingAt, type Resource, resourceAt } from './resources.ts'

export interface GraphContext {
  /** `https://localhost:PORT`. */
  origin: string
  tokens: Tokens
  now(): Date
  contents(recipe: Recipe): Contents
  throttle(tenantId: string): Throttle
}

export type AnswerGraph = (request: Request) => Promise<Reply>

/** How long a request to the security class takes, so that requests can run concurrently. */
const SECURITY_MS = 15

/** Handles single requests under `/v1.0` and `/beta`. */
export function createGraph(context: GraphContext): AnswerGraph {
  const cutPage = createPagination()
  return async (request) => {
    const requestId = randomUUID()
    const answered = await answer(context, cutPage, request, { requestId, date: context.now() })
    return { ...answered, headers: { 'request-id': requestId, 'client-request-id': requestId, ...answered.headers } }
  }
}

async function answer(context: GraphContext, cutPage: CutPage, request: Request, id: RequestInfo): Promise<Reply> {
  const claims = context.tokens.verify(bearerOf(request), context.now())
  const recipe = claims && findRecipe(claims.tenantId)
  if (!claims || !recipe) {
    const challenge = `Bearer realm="", authorization_uri="${context.origin}/common/oauth2/authorize"`
    const message = bearerOf(request) === '' ? 'Access token is empty.' : 'Access token is not valid or has expired.'
    return graphError(401, 'InvalidAuthenticationToken', message, id, { 'www-authenticate': challenge })
  }
  const url = new URL(request.target, context.origin)
  const resource = findResource(request, url, id)
  if ('status' in resource) return resource
  const { dataset } = resource
  const units = resourceUnits(dataset, url.searchParams)
  const admission = context.throttle(recipe.tenantId).enter({ dataset, busy: recipe.busy, units }, performance.now())
  try {
    if (dataset.rateClass === 'security') await pause(SECURITY_MS)
    if (admission.refusal) return throttled(admission.refusal, dataset, id)
    if (!claims.roles.includes(dataset.permission)) return missingRole(dataset, id)
    if (dataset.key === 'userActivity' && !claims.roles.includes('User.Read.All')) return missingRole(dataset, id)
    if (resource.path === ROLE_ASSIGNMENTS_PATH) return answerRoleAssignments(context, recipe, url, id)
    const { responses, servicePlans } = context.contents(recipe)
    if (dataset.servicePlans && !dataset.servicePlans.some((plan) => servicePlans.has(plan))) {
      return notLicensed(dataset, id)
    }
    const page = { cutPage, size: recipe.pageSize }
    const found = responses.get(resource.path) ?? absent(resource)
    const refused = refuseQuery(dataset, url.searchParams)
    if (refused) return graphError(400, refused.code, refused.message, id)
    const named = found && isList(found) ? hideDetails(dataset, claims.roles, found) : found
    const seen = wantsLaterValues(request.headers) ? named : hideLaterValues(dataset, named)
    return answerWith(seen, resource, page, url, id)
  } finally {
    admission.leave()
  }
}

/** The resource that a request is for, or the error response if there is none. */
function findResource(request: Request, url: URL, id: RequestInfo): Resource | Reply {
  const path = decodeURIComponent(url.pathname)
  const hunted = request.method === 'POST' ? huntingAt(path, request.body) : undefined
  if (hunted === null) return graphError(400, 'BadRequest', 'The query could not be understood.', id)
  const resource = hunted ?? resourceAt(path, url.searchParams.get('$filter'))
  if (!resource) {
    const segment = url.pathname.split('/').at(-1)
    return graphError(404, 'BadRequest', `Resource not found for the segment '${segment}'.`, id)
  }
  if (!hunted && request.method !== 'GET') {
    return graphError(405, 'Request_BadRequest', 'The method is not allowed for this resource.', id, { allow: 'GET' })
  }
  return resource
}

function answerRoleAssignments({ now }: GraphContext, recipe: Recipe, url: URL, id: RequestInfo): Reply {
  const rows = roleAssignmentRows(recipe, startOfDay(now()), url.searchParams.get('$filter'))
  return rows
    ? reply(200, { value: rows })
    : graphError(400, 'Request_UnsupportedQuery', 'The query option $filter is not supported.', id)
}

function answerWith(
  found: Answerable | undefined,
  { dataset, path, itemId, filter }: Resource,
  { cutPage, size }: { cutPage: CutPage; size: number },
  url: URL,
  id: RequestInfo,
): Reply {
  const service = `${url.origin}/${dataset.apiVersion}/$metadata#${path.split('/').slice(2).join('/')}`
  if (dataset.hunt !== undefined) return reply(200, { '@odata.context': service, schema: [], results: found ?? [] })
  if (found && isList(found) && itemId === undefined) {
    // Reports have larger pages, because they allow so few requests.
    const maxItems = dataset.rateClass === 'reports' ? size * 2 : size
    const page = cutPage(found, path, url, maxItems, filter)
    if (!page.ok) return graphError(400, page.code, page.message, id)
    const { nextLink, rows: value } = page
    return reply(200, { '@odata.context': service, ...(nextLink && { '@odata.nextLink': nextLink }), value })
  }
  const single = found && isList(found) ? found.find((row) => row.id === itemId) : found
  if (!single) return graphError(404, 'Request_ResourceNotFound', `Resource '${itemId ?? path}' does not exist.`, id)
  const entity = itemId === undefined ? service : `${service}/$entity`
  return reply(200, { '@odata.context': entity, ...shape(single, url.searchParams, path) })
}

/** A filter that matches nothing gives an empty list. */
const absent = ({ dataset: { path, each } }: Resource): Answerable | undefined =>
  each && !path.includes('{id}') ? [] : undefined

function bearerOf({ headers }: Request): string {
  const { authorization } = headers
  return typeof authorization === 'string' ? (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '') : ''
}
