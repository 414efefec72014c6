import { type Fields, fields, list, text } from '../../../shared/json.ts'

/** One endpoint, or one webhook. */
export interface Operation {
  /** As `get`. */
  method: string
  /** Below `/api`, as `/v1/partner/customers/{id}`; the name of a webhook. */
  path: string
  tag: string
  /** The operation as the description has it. */
  declared: Fields
}

/** The description of the API, ready to be looked up. */
export interface Description {
  root: Fields
  /** The address below which the paths are, without a slash at the end. */
  apiUrl: string
  operations: readonly Operation[]
  webhooks: readonly Operation[]
  /** An id of each kind, by its prefix, from the examples: `run_` has `run_01m7zb6f92ew9sper81fjd57z4`. */
  ids: ReadonlyMap<string, string>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The operations of a parsed OpenAPI document. */
export function readDescription(root: Fields, apiUrl: string): Description {
  const ids = JSON.stringify(root.components).matchAll(/"([a-z]+_)[0-9a-z]{26}"/g)
  return {
    root,
    apiUrl,
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

/** The last part of a reference, as `Customer` of `#/components/schemas/Customer`; undefined if this is none. */
export const refName = (value: unknown): string | undefined => text(fields(value).$ref)?.split('/').at(-1)

/** What a reference stands for, or the value itself. */
export function follow({ root }: Description, value: unknown): Fields {
  const reference = text(fields(value).$ref)
  if (reference === undefined) return fields(value)
  const target = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => fields(at)[step], root)
  return fields(target)
}
