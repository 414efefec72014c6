import { invalid } from './failures.ts'

/** Parameters of a request, as decoded: texts, lists and maps. */
export type Raw = string | Raw[] | { [name: string]: Raw }

const MAX_PARAMETERS = 1_000
const MAX_DEPTH = 8
const MAX_INDEX = 99
const RESERVED = ['__proto__', 'constructor', 'prototype']

type Branch = Map<string, string | Branch>

/**
 * Decodes `items[0][price]=price_1`. Throws Stripe's 400 for names that are malformed or contradict each other, and for
 * too many parameters.
 */
export function decodeForm(text: string): Record<string, Raw> {
  const root: Branch = new Map()
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MAX_PARAMETERS) throw invalid('The request has too many parameters.')
  for (const [name, value] of pairs) put(root, name, value)
  const decoded = toRaw(root)
  return typeof decoded === 'object' && !Array.isArray(decoded) ? decoded : {}
}

function put(root: Branch, name: string, value: string): void {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  const path = [match?.[1] ?? '', ...[...(match?.[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
  if (match === null || path.length > MAX_DEPTH || path.some((part) => RESERVED.includes(part)))
    throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`)
  let branch = root
  for (const [depth, part] of path.entries()) {
    // `expand[]=a` appends.
    const key = part === '' ? String(branch.size) : part
    const known = branch.get(key)
    if (depth === path.length - 1) {
      if (known !== undefined) throw invalid(`The parameter ${name.slice(0, 100)} occurs twice.`)
      branch.set(key, value)
      return
    }
    if (typeof known === 'string') throw invalid(`The parameter ${name.slice(0, 100)} is both a value and a map.`)
    const next: Branch = known ?? new Map()
    branch.set(key, next)
    branch = next
  }
}

function toRaw(node: string | Branch): Raw {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,2}$/.test(key) && Number(key) <= MAX_INDEX)
  if (isList) return keys.sort((a, b) => Number(a) - Number(b)).map((key) => toRaw(node.get(key) ?? ''))
  return Object.fromEntries([...node].map(([key, value]) => [key, toRaw(value)]))
}
