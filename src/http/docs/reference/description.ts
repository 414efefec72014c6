import { type Fields, fields, list, text } from '../../../shared/json.ts'

/** One endpoint, or one webhook. */
export interface Operation {
  /** Such as `get`. */
  method: string
  /** The path below `/api`, such as `/v1/partner/customers/{id}`, or the name of a webhook. */
  path: string
  tag: string
  /** The operation in the description. */
  declared: Fields
}

/** What commands call. */
export interface CallAddress {
  /** The address below which the paths are, without a slash at the end. */
  apiUrl: string
  /** Whether the service has a certificate of its own authority, which callers have to trust explicitly. */
  hasOwnAuthority?: boolean
}

/** The parsed description of the API. */
export interface Description extends CallAddress {
  root: Fields
  operations: readonly Operation[]
  webhooks: readonly Operation[]
  /** An id of each kind, by its prefix, from the examples: `run_` has `run_01m7zb6f92ew9sper81fjd57z4`. */
  ids: ReadonlyMap<string, string>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The operations of a parsed OpenAPI document. */
export function readDescription(root: Fields, calls: CallAddress): Description {
  const ids = JSON.stringify(root.components).matchAll(/"([a-z]+_)[0-9a-z]{26}"/g)
  return {
    root,
    ...calls,
    operations: listOperations(root.paths),
    webhooks: listOperations(root.webhooks),
    ids: new Map([...ids].map(([quoted, prefix = '']) => [prefix, quoted.slice(1, -1)])),
  }
}

function listOperations(paths: unknown): Operation[] {
  return Object.entries(fields(paths)).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const declared = fields(fields(methods)[method])
      if (Object.keys(declared).length === 0) return []
      return [{ method, path, tag: text(list(declared.tags)[0]) ?? '', declared }]
    }),
  )
}

/** The last part of a reference, such as `Customer` of `#/components/schemas/Customer`; undefined for other values. */
export const refName = (value: unknown): string | undefined => text(fields(value).$ref)?.split('/').at(-1)

/** The target of a reference, or the value itself. */
export function follow({ root }: Description, value: unknown): Fields {
  const reference = text(fields(value).$ref)
  if (reference === undefined) return fields(value)
  const target = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => fields(at)[step], root)
  return fields(target)
}
