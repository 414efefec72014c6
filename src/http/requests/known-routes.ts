import type { FastifyRequest } from 'fastify'
import type { Http } from '../../api.ts'
import { Problem } from '../../shared/problem.ts'

/** Answers unknown paths with 404 and other methods of known paths with 405, before the body is read or the key is checked. */
export function refuseUnknownRoutes(http: Http): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  http.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) throw unknownRoute(request, known)
    done()
  })
}

function unknownRoute(request: FastifyRequest, known: Map<string, { pattern: RegExp; methods: Set<string> }>): Problem {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap((entry) => [...entry.methods])
  if (methods.length === 0) return new Problem('NOT_FOUND', { message: `There is no ${path.slice(0, 200)}.` })
  const allow = [...new Set(methods)].sort().join(', ')
  return new Problem('METHOD_NOT_ALLOWED', { message: `This address takes ${allow}.`, headers: { Allow: allow } })
}

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[A-Za-z]+/g, '[^/]+')
      .replaceAll('*', '.*')}/?$`,
  )
