import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../api.ts'
import type { App } from '../../app.ts'
import { Problem } from '../../shared/problem.ts'
import { MAX_QUERY_CHARACTERS, markdownAddressOf } from './contents/pages.ts'
import type { Site } from './site.ts'

/**
 * The documentation at `/docs`, as HTML and as Markdown, its search, and its files for programs. It is loaded at the
 * first request. A requested path is only used to look up an entry of the site's table.
 */
export function documentationRoutes(
  http: Http,
  app: App,
  { baseUrl, caFile }: { baseUrl: string; caFile?: string | undefined },
): void {
  let site: Promise<Site> | undefined
  const open = (): Promise<Site> => {
    if (site === undefined) {
      // The file itself is named nowhere: its path says where the service has its data.
      const addresses = { appUrl: app.appUrl, apiUrl: `${baseUrl}/api`, hasOwnAuthority: caFile !== undefined }
      site = import('./site.ts').then(({ openSite }) => openSite(addresses))
      // The next request tries again.
      site.catch(() => {
        site = undefined
      })
    }
    return site
  }
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { documents, missing, pageHeaders } = await open()
    const [path = ''] = request.url.split('?', 1)
    const address = path.replace(/(\/|\/index)$/, '')
    const name = address === '/docs' ? 'index' : address.replace('/docs/', '')
    const markdown = documents.get(markdownAddressOf(name))
    const send = (prefersMarkdown(request.headers.accept) && markdown) || documents.get(address)
    if (send) return await send(request, reply)
    if (!request.headers.accept?.includes('text/html')) throw new Problem('NOT_FOUND')
    return reply.code(404).headers(pageHeaders).send(missing)
  }
  const options = { schema: { hide: true }, config: { linkCost: 0 } }

  for (const path of ['/docs', '/docs.md', '/docs/*', '/llms.txt', '/llms-full.txt']) http.get(path, options, show)

  http.get('/docs/search', options, async (request, reply) => {
    const { search, pageHeaders } = await open()
    const { q }: { q?: unknown } = Object(request.query)
    const page = await search(typeof q === 'string' ? q.slice(0, MAX_QUERY_CHARACTERS) : '')
    return reply.headers(pageHeaders).send(page)
  })
}

/** Whether a client accepts Markdown and prefers it to HTML by weight or order (RFC 9110, 12.5.1). */
export function prefersMarkdown(accept: string | undefined): boolean {
  const weights = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const quality = parameters.find((word) => word.startsWith('q='))
    return { type, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
  })
  const named = weights.filter(({ type, weight }) => ['text/markdown', 'text/html'].includes(type) && weight > 0)
  return named.toSorted((one, other) => other.weight - one.weight)[0]?.type === 'text/markdown'
}
