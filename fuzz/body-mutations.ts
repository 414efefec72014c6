import { breakBody, hostileText, hostileValue, hugeBody } from './hostile.ts'
import type { Change } from './mutations.ts'
import { breakPicture } from './pictures.ts'
import type { Random } from './random.ts'

/** Replaces, adds or removes fields of the body, at any depth. */
export const changeFields: Change = (draft, { random }) => {
  const body: unknown = structuredClone(draft.body)
  const holders = [...holdersOf(body)]
  if (holders.length === 0) return 'unchanged body'
  const names = Array.from({ length: random.between(1, 3) }, () => changeField(random, random.pick(holders)))
  draft.body = body
  return `fields ${names.join(', ')}`
}

type Holder = Record<string, unknown> | unknown[]

function* holdersOf(value: unknown): Generator<Holder> {
  if (Array.isArray(value)) yield value
  else if (isRecord(value)) yield value
  else return
  for (const inner of Object.values(value)) yield* holdersOf(inner)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function changeField(random: Random, holder: Holder): string {
  if (Array.isArray(holder)) {
    const count = random.pick([0, 1, 2, 51, 101])
    const first = holder[0] ?? hostileValue(random)
    const items = Array.from({ length: count }, () => (random.chance(0.7) ? first : hostileValue(random)))
    holder.splice(0, holder.length, ...items)
    return `${count} items`
  }
  const names = Object.keys(holder)
  const choice = random.between(0, 9)
  if (choice === 0 || names.length === 0) {
    const name = random.pick([
      'extra',
      '__proto__',
      'constructor',
      'toString',
      'id',
      'partnerId',
      'status',
      'hasOwnProperty',
    ])
    Object.defineProperty(holder, name, {
      value: hostileValue(random),
      writable: true,
      enumerable: true,
      configurable: true,
    })
    return `+${name}`
  }
  const name = random.pick(names)
  if (choice === 1) delete holder[name]
  else if (choice < 5 && typeof holder[name] === 'string') holder[name] = hostileText(random)
  else holder[name] = hostileValue(random)
  return name
}

export const spoilBody: Change = (draft, { random }) => {
  if (random.chance(0.03)) {
    draft.bytes = hugeBody()
    return 'a body over the limit'
  }
  const { how, bytes } = breakBody(random, JSON.stringify(draft.body ?? {}))
  draft.bytes = bytes
  return `body: ${how}`
}

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;charset="utf-8"',
  'application/merge-patch+json',
  'APPLICATION/JSON',
  'json',
  '*/*',
  'application/json, text/html',
  ';',
]

export const changeType: Change = (draft, { random }) => {
  if (random.chance(0.2)) {
    draft.headers['content-encoding'] = random.pick(['gzip', 'br', 'deflate', 'identity', 'x'])
    return 'content encoding'
  }
  draft.headers['content-type'] = random.pick(TYPES)
  return 'content type'
}

export const spoilPicture: Change = (draft, { random, world }) => {
  const logo = breakPicture(random, random.pick(world.pictures))
  draft.body = { ...(isRecord(draft.body) && draft.body), logo }
  return `broken picture ${logo.type}`
}

/** An operation without a body must ignore one. */
export const sendBody: Change = (draft, { random }) => {
  draft.bytes = random.pick(['{}', '{', 'null', random.bytes(50)])
  draft.headers['content-type'] = random.pick(TYPES)
  return 'an unexpected body'
}
