/** Texts of a tenant that are too long to store: how they are truncated, and what that means for checks. */

import { formatCount } from '../../shared/text/numbers.ts'
import type { Check, CheckResult, Parameters } from '../model/check.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { datasetAt } from './catalogue.ts'
import { readTenant } from './reading.ts'

/** In UTF-16 code units. */
export const MAX_TEXT_LENGTH = 65_536

type Container = unknown[] | Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/**
 * Truncates texts that are too long, in place, and removes properties with names that are too long. `copy` must return a
 * text that shares no memory with the original. Returns how many there were. Iterative, because nesting may be deep.
 */
export function cutLongTexts(value: unknown, copy: (text: string) => string): number {
  let cut = 0
  const shorten = (text: string): string => {
    cut += 1
    return copy(text.slice(0, MAX_TEXT_LENGTH))
  }
  const open: Container[] = isContainer(value) ? [value] : []
  for (let container = open.pop(); container; container = open.pop()) {
    if (Array.isArray(container)) {
      for (const [index, item] of container.entries()) {
        if (typeof item === 'string' && item.length > MAX_TEXT_LENGTH) container[index] = shorten(item)
        else if (isContainer(item)) open.push(item)
      }
      continue
    }
    for (const name of Object.keys(container)) {
      const item = container[name]
      if (name.length > MAX_TEXT_LENGTH) {
        cut += 1
        delete container[name]
      } else if (typeof item === 'string' && item.length > MAX_TEXT_LENGTH) {
        container[name] = shorten(item)
      } else if (isContainer(item)) open.push(item)
    }
  }
  return cut
}

/** Adjusts the result of a check so that truncated texts can neither improve nor worsen its verdict. */
export type Guard = (check: Check, result: CheckResult) => CheckResult

/**
 * Evaluates each check a second time without the truncated texts. If the result is the same, they do not matter and are only
 * mentioned; if it differs, the missing part could matter too, and the verdict is unknown. Undefined if nothing was truncated.
 */
export function guardCutTexts(tenant: TenantReading, parameters: Parameters): Guard | undefined {
  const { snapshot } = tenant
  const cut = new Map(
    Object.entries(snapshot.responses).flatMap(([key, { truncated }]) => (truncated ? [[key, truncated]] : [])),
  )
  if (cut.size === 0) return undefined
  const without = readTenant(withoutCutTexts(snapshot))
  return (check, result) => {
    const other = evaluateSafely(check, without, parameters)
    if (!other || !isSame(result, other)) return unknownFor(result)
    const keys = [...new Set(result.evidence.map(({ dataset }) => dataset))].filter((key) => cut.has(key))
    if (keys.length === 0) return result
    const counted = keys.map((key) => `${formatCount(cut.get(key) ?? 0)} in ${datasetAt(key)?.name ?? key}`).join(', ')
    return {
      ...result,
      limitations: [...result.limitations, `Only the first ${LENGTH} of long texts were read (${counted}).`],
    }
  }
}

const LENGTH = `${formatCount(MAX_TEXT_LENGTH)} characters`

function evaluateSafely(check: Check, tenant: TenantReading, parameters: Parameters): CheckResult | undefined {
  try {
    return check.evaluate(tenant, parameters)
  } catch {
    return undefined
  }
}

const isSame = (one: CheckResult, other: CheckResult): boolean =>
  one.verdict === other.verdict &&
  one.coverage?.n === other.coverage?.n &&
  one.coverage?.of === other.coverage?.of &&
  one.affected?.total === other.affected?.total

const unknownFor = ({ expected }: CheckResult): CheckResult => ({
  verdict: 'no_visibility',
  observed: `This depends on a text that is longer than ${LENGTH}, of which only the beginning was read.`,
  expected,
  evidence: [],
  limitations: ['A text in the tenant was too long to be read completely; this says nothing about its settings.'],
})

function withoutCutTexts(snapshot: Snapshot): Snapshot {
  const responses = Object.entries(snapshot.responses).map(
    ([key, response]) => [key, response.truncated ? { ...response, value: blank(response.value) } : response] as const,
  )
  return { ...snapshot, responses: Object.fromEntries(responses) }
}

/** A copy. Recursive, because nesting in a snapshot is limited. */
function blank(value: unknown): unknown {
  if (typeof value === 'string') return value.length < MAX_TEXT_LENGTH ? value : ''
  if (Array.isArray(value)) return value.map(blank)
  if (!isContainer(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blank(item)]))
}
