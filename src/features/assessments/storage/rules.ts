/** The names of a run's objects begin with a name that is used only once: `<store>/<run>/<attempt>`. */
const PARTS = ['result', 'snapshot'] as const

type Part = (typeof PARTS)[number]

export const objectOf = (name: string, part: Part): string => `${name}/${part}`

export const objectsOf = (name: string): string[] => PARTS.map((part) => objectOf(name, part))

/** The base name of an object, and its run; undefined for an object that is not ours. */
export function readObjectName(object: string): { name: string; runId: string } | undefined {
  const [storeId, runId, random, part, ...more] = object.split('/')
  if (storeId === undefined || runId === undefined || random === undefined || more.length > 0) return undefined
  if (!runId.startsWith('run_') || !PARTS.some((known) => known === part)) return undefined
  return { name: `${storeId}/${runId}/${random}`, runId }
}

/** Where a result is: its sealed bytes, or the base name of its objects. */
export interface StoredAt {
  packed: Buffer | null
  objects: string | null
}
