/** The objects of a run are called after a name that is used once: `<store>/<run>/<attempt>`. */
const PARTS = ['result', 'snapshot'] as const

type Part = (typeof PARTS)[number]

export const objectOf = (name: string, part: Part): string => `${name}/${part}`

export const objectsOf = (name: string): string[] => PARTS.map((part) => objectOf(name, part))

/** What an object is called after, and its run; undefined for an object that is not ours. */
export function readObjectName(object: string): { name: string; runId: string } | undefined {
  const [storeId, runId, random, part, ...more] = object.split('/')
  if (storeId === undefined || runId === undefined || random === undefined || more.length > 0) return undefined
  if (!runId.startsWith('run_') || !PARTS.some((known) => known === part)) return undefined
  return { name: `${storeId}/${runId}/${random}`, runId }
}

/** What the database has of a result: its sealed bytes, or what its objects are called after. */
export interface StoredAt {
  packed: Buffer | null
  objects: string | null
}
