/** Scheme and authority of a request target in absolute form. */
const AUTHORITY = /^https?:\/\/[^/?#]*/i

/**
 * Path and query of a request, with the `/api` that the paths of the contract omit. Servers must accept a target in
 * absolute form (`GET https://host/path`), as proxies receive it (RFC 9112, 3.2.2); its host is ignored.
 */
export function toPath(target: string): string {
  if (target.startsWith('/v1/')) return `/api${target}`
  if (target.startsWith('/')) return target
  const path = target.replace(AUTHORITY, '')
  if (path === target) return target
  return path.startsWith('/') ? toPath(path) : `/${path}`
}
