import { DAY_MS } from '../src/shared/dates/time-units.ts'
import { type Fields, fields, list, text, texts } from '../src/shared/json.ts'
import { SAMPLE_TENANTS } from '../src/simulator/tenants/tenants.ts'
import type { Random } from './random.ts'
import { type Account, reachable, type World } from './world.ts'

/** The source of values for a request. */
export interface Source {
  random: Random
  world: World
  account: Account
  /** The things named in the path, by the segment before them. */
  params: Readonly<Record<string, string>>
  nowMs: number
}

/** Tenants that can be read quickly; a run of any other ends at once. */
const TENANTS = SAMPLE_TENANTS.filter(({ posture }) => posture !== 'large').map(({ tenantId }) => tenantId)

/** A valid value of the schema, as a client would send it. `name` is the name of the field. */
export function validValue(source: Source, schema: Fields, name = ''): unknown {
  const { random } = source
  const hint = HINTS[name]
  const types = typeof schema.type === 'string' ? [schema.type] : texts(schema.type)
  if (types.includes('null') && random.chance(0.1)) return null
  const type = types.find((candidate) => candidate !== 'null')
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(list(schema.enum))
  if (schema.properties !== undefined) return validObject(source, schema)
  if (type === 'array') return validList(source, schema, name)
  const hinted = hint?.(source)
  if (hinted !== undefined) return hinted
  if (type === 'integer' || type === 'number') return validNumber(random, schema)
  if (type === 'boolean') return random.chance(0.5)
  return validText(source, schema)
}

function validObject(source: Source, schema: Fields): unknown {
  const required = new Set(texts(schema.required))
  const parts = Object.entries(fields(schema.properties)).flatMap(([name, part]) =>
    required.has(name) || source.random.chance(0.5) ? [[name, validValue(source, fields(part), name)] as const] : [],
  )
  const made = Object.fromEntries(parts)
  const coherent = COHERENT.find(({ applies }) => applies(schema))
  return coherent ? coherent.make(source, made) : made
}

function validList(source: Source, schema: Fields, name: string): unknown[] {
  const { random } = source
  const min = typeof schema.minItems === 'number' ? schema.minItems : 0
  const count = Math.max(min, random.between(0, 3))
  return Array.from({ length: count }, () => validValue(source, fields(schema.items), name))
}

function validNumber(random: Random, { minimum, maximum }: Fields): number {
  const min = typeof minimum === 'number' ? minimum : 0
  const max = typeof maximum === 'number' ? maximum : min + 1000
  return random.chance(0.2) ? random.pick([min, max]) : random.between(min, max)
}

const WORDS = ['Ironbark', 'Ångström & Søns', 'Müller', '東京', "O'Brien", 'Bell-bird', 'مرحبا', '👩‍💻 Works']

function validText({ random, nowMs }: Source, schema: Fields): string {
  const format = text(schema.format)
  if (format === 'uuid') return guid(random)
  if (format === 'email') return `u${random.between(1, 500)}@customer-${random.between(1, 50)}.example`
  if (format === 'date-time') return new Date(nowMs - random.between(0, 90) * DAY_MS).toISOString()
  if (format === 'month') return new Date(nowMs - random.between(0, 60) * DAY_MS).toISOString().slice(0, 7)
  if (format === 'date') return new Date(nowMs + random.between(1, 300) * DAY_MS).toISOString().slice(0, 10)
  if (format === 'time-zone') return random.pick(['UTC', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Europe/Berlin'])
  const example = text(list(schema.examples)[0])
  if (example !== undefined && random.chance(0.3)) return example
  const max = typeof schema.maxLength === 'number' ? schema.maxLength : 200
  const min = typeof schema.minLength === 'number' ? schema.minLength : 1
  const words = `${random.pick(WORDS)} ${random.pick(WORDS)} ${random.between(1, 1000)}`
  const filled = random.chance(0.1) ? words.padEnd(Math.min(max, 2000), 'n') : words.padEnd(min, '.')
  return [...filled].slice(0, max).join('').toWellFormed().slice(0, max).toWellFormed()
}

const guid = (random: Random): string =>
  random
    .bytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Meaningful values for fields with these names. */
const HINTS: Readonly<Record<string, (source: Source) => unknown>> = {
  tenantId: ({ random }) => (random.chance(0.15) ? random.pick(TENANTS) : guid(random)),
  customerId: customerOf,
  customerIds: customerOf,
  product: ({ random, world }) => random.pick(world.products),
  expiresAt: ({ random, nowMs }) => new Date(nowMs + random.between(1, 300) * DAY_MS).toISOString(),
  approvedAt: ({ random, nowMs }) => new Date(nowMs - random.between(1, 30) * DAY_MS).toISOString(),
  requirement: ({ random, world }) => random.pick(['ISM-1504', ...world.requirements]),
  colour: ({ random }) => `#${random.bytes(3).toString('hex')}`,
  evidenceUrl: ({ random }) => `https://docs.example/evidence/${random.between(1, 99)}`,
  plan: ({ random }) => random.pick(['starter', 'professional', 'enterprise', 'enterprise']),
  billing: ({ random }) => random.pick(['monthly', 'rolling']),
  currency: ({ random }) => random.pick(['usd', 'aud', 'gbp', 'eur', 'sgd']),
  action: ({ random }) => random.pick(['customer.created', 'key.created', 'partner.activated']),
}

/** Runs are created for customers with and without a readable tenant. */
function customerOf({ random, world, account, params }: Source): string | undefined {
  const known = reachable(world, account, 'customers').filter(
    ({ partnerId }) => params.partners === undefined || params.partners === partnerId,
  )
  return known.length > 0 ? random.pick(known).id : undefined
}

/** Objects whose fields depend on each other. */
const COHERENT: readonly {
  applies: (schema: Fields) => boolean
  make: (source: Source, made: Fields) => unknown
}[] = [
  {
    applies: (schema) => hasFields(schema, 'kind', 'approver', 'requirement'),
    make({ random }, { product: _, requirement: __, object: ___, ...made }) {
      const requirement = { product: 'essential-eight', requirement: 'ISM-1504' }
      const scope: Readonly<Record<string, Fields>> = {
        'emergency-account': { object: `breakglass${random.between(1, 50)}@bellbird.example` },
        'compensating-control': requirement,
        'accepted-risk': requirement,
      }
      return { ...made, ...scope[String(made.kind)] }
    },
  },
  {
    applies: (schema) => hasFields(schema, 'unit', 'count', 'on'),
    make: (_, { on: __, ...made }) => made,
  },
  {
    applies: (schema) => hasFields(schema, 'from', 'to'),
    make: ({ random }) => ({
      from: random.pick(['00:00', '02:30', '21:15']),
      to: random.pick(['01:00', '06:00', '23:59']),
    }),
  },
  {
    applies: (schema) => hasFields(schema, 'type', 'data'),
    make: ({ random, world }) => random.pick(world.pictures),
  },
  {
    applies: (schema) => hasFields(schema, 'id', 'answer'),
    make({ random, world, params }, made) {
      const known = world.questions.get(params.questionnaires ?? '')
      return known ? { ...made, ...random.pick(known) } : made
    },
  },
]

const hasFields = (schema: Fields, ...names: string[]): boolean =>
  names.every((name) => Object.hasOwn(fields(schema.properties), name))
