import { SCREEN_PATHS, type ScreenPath } from '../src/shared/portal/paths.ts'

export type { ScreenPath }

/** The names of the parameters of a path. */
type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters that a path names, as in /webhooks/:id. */
export type Params<P extends string> = [ParamName<P>] extends [never]
  ? Record<string, never>
  : { [K in ParamName<P>]: string }

export type WithParams<P extends string> =
  Params<P> extends Record<string, never> ? { params?: undefined } : { params: Params<P> }

/** What stands after the question mark; a value that is undefined or empty is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** The address of a screen. */
export function hrefOf<P extends ScreenPath>(
  path: P,
  ...[options]: Params<P> extends Record<string, never>
    ? [options?: { query?: Query | undefined }]
    : [options: { params: Params<P>; query?: Query | undefined }]
): string {
  const given: { params?: Record<string, string>; query?: Query | undefined } = options ?? {}
  return fillPath(path, given)
}

/** A path with its parameters and its query filled in. */
export function fillPath(
  path: string,
  {
    kind,
    params = {},
    query = {},
  }: { kind?: string; params?: Record<string, string> | undefined; query?: Query | undefined },
): string {
  const filled = path
    .replace('{account}', kind ?? '{account}')
    .replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return filled + toSearch(query)
}

/** The query as it stands in an address, in the order given; empty without values. */
export function toSearch(query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? '' : `?${search}`
}

/** The links that the client follows itself. All others, as to reports, leave the page. */
export const SCREEN_SCOPE: RegExp = new RegExp(
  `^(${SCREEN_PATHS.map((path) => path.replace(/:[a-zA-Z]+/g, '[^/?#]+')).join('|')})/?([?#]|$)`,
)
