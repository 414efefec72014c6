import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { isDateTime } from '../shared/dates/datetime.ts'

/**
 * Validates JSON that we stored or that comes from a thread. An earlier version may have written it with another shape.
 */
export interface StoredJson<S extends TSchema> {
  matches(value: unknown): value is Static<S>
  /** What is wrong with a value that does not match. */
  faultsOf(value: unknown): string[]
  /** Throws if the value does not match. */
  parse(value: unknown): Static<S>
}

// Not TypeBox's own validator, which loads 350 more modules: Ajv is loaded for requests anyway.
const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addFormat('date-time', isDateTime)

/** Compiles the schema when it is first needed. */
export function storedJson<S extends TSchema>(schema: S): StoredJson<S> {
  const compile = () => ajv.compile<Static<S>>(schema)
  let compiled: ReturnType<typeof compile> | undefined
  const validate = () => {
    compiled ??= compile()
    return compiled
  }
  const matches = (value: unknown): value is Static<S> => validate()(value)
  const faultsOf = (value: unknown): string[] =>
    matches(value)
      ? []
      : (validate().errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`.trim())
  return {
    matches,
    faultsOf,
    parse(value) {
      if (matches(value)) return value
      throw new Error(`stored JSON does not match its schema: ${faultsOf(value).join('; ')}`)
    },
  }
}
