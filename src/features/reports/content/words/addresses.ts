const REFUSED = /Reading (?:GET|POST) \S+ was refused: grant ([\w.-]+)/g
const ADDRESS = /(?:GET|POST) \/(?:v1\.0|beta)\/(\S*?)(?=[.,;:)]*(?:\s|$))/g

/**
 * A text of a result for readers who configure a tenant and do not program it: addresses of the API become the names of what
 * they return, as in `configuration policies`.
 */
export function withoutAddresses(text: string): string {
  if (!text.includes('GET /') && !text.includes('POST /')) return text
  return text
    .replace(REFUSED, 'Reading this needs the permission $1')
    .replace(ADDRESS, (_, path: string) => nameOf(path))
}

/** The last part of a path that is a name: `configurationPolicies('…')/settings` becomes `settings`. */
function nameOf(path: string): string {
  const parts = path.split(/[/#?]/).filter((part) => /^[A-Za-z]+$/.test(part))
  const last = parts.at(-1) ?? 'data'
  return last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
