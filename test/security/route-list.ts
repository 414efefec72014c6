import diagnostics from 'node:diagnostics_channel'
import type { FastifyContextConfig } from 'fastify'
import { type Fields, fields, list } from '../../src/shared/json.ts'

/** A registered route. */
export interface Route {
  method: string
  /** In the router's format: `/api/v1/partner/customers/:id`. */
  url: string
  /** What it declares for sessions. */
  config: FastifyContextConfig
  /** The schema of its query. */
  query: Fields
}

/** A list to which the next server adds all of its routes, including those that are not in the description. */
export function collectRoutes(): Route[] {
  const routes: Route[] = []
  const collect = (message: unknown): void => {
    diagnostics.unsubscribe('fastify.initialization', collect)
    const { fastify } = fields(message)
    if (!hasHooks(fastify)) throw new Error('the framework has changed how it announces its servers')
    fastify.addHook('onRoute', ({ method, url, config, schema }) => {
      const query = fields(fields(schema).querystring)
      for (const name of [method].flat()) routes.push({ method: name, url, config: config ?? {}, query })
    })
  }
  diagnostics.subscribe('fastify.initialization', collect)
  return routes
}

interface Hooks {
  addHook(
    name: 'onRoute',
    hook: (route: { method: string | string[]; url: string; config?: FastifyContextConfig; schema?: unknown }) => void,
  ): void
}

const hasHooks = (value: unknown): value is Hooks =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && 'addHook' in value

/** The word before each variable part: `/customers/:id/keys/:slot` has `[['customers', 'id'], ['keys', 'slot']]`. */
export function placesOf(url: string): [segment: string, name: string][] {
  const steps = url.split('/')
  return steps.flatMap((step, index): [string, string][] =>
    step.startsWith(':') ? [[steps[index - 1] ?? '', step.slice(1)]] : [],
  )
}

/** The example body of each operation, by method and path in the router's format. */
export function exampleBodies(description: unknown): Map<string, unknown> {
  const found = Object.entries(fields(fields(description).paths)).flatMap(([path, methods]) =>
    Object.entries(fields(methods)).map(([method, operation]): [string, unknown] => {
      const media = fields(fields(fields(fields(operation).requestBody).content)['application/json'])
      const example = media.example ?? fields(Object.values(fields(media.examples))[0]).value
      return [`${method.toUpperCase()} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, example]
    }),
  )
  return new Map(found.filter(([, example]) => example !== undefined))
}

/** The names of query parameters of each operation, by method and path in the router's format. */
export function queryNames(description: unknown): Map<string, string[]> {
  return new Map(
    Object.entries(fields(fields(description).paths)).flatMap(([path, methods]) =>
      Object.entries(fields(methods)).map(([method, operation]): [string, string[]] => [
        `${method.toUpperCase()} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        list(fields(operation).parameters).flatMap((parameter) => {
          const { in: place, name } = fields(parameter)
          return place === 'query' && typeof name === 'string' ? [name] : []
        }),
      ]),
    ),
  )
}
