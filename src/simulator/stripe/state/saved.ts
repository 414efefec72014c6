import { deserialize, serialize } from 'node:v8'
import type { World } from './world.ts'

const PARTS = [
  'customers',
  'products',
  'prices',
  'paymentMethods',
  'subscriptions',
  'invoices',
  'pendingLines',
  'disputes',
  'clocks',
  'checkoutSessions',
  'portalConfigurations',
  'portalSessions',
  'endpoints',
  'events',
  'settings',
] as const satisfies readonly (keyof World)[]

/** The account as bytes, for a later start of the same version. `offset` is how far its time was moved, in seconds. */
export const saveWorld = (world: World, offset: number): Buffer =>
  serialize({ offset, parts: Object.fromEntries(PARTS.map((part) => [part, world[part]])) })

/** Fills a new world with a saved one, and returns its offset. Throws if `saveWorld` did not write the bytes. */
export function restoreWorld(world: World, saved: Buffer): number {
  const { offset, parts } = deserialize(saved) as { offset: number; parts: Partial<World> }
  // An older account has no disputes.
  const missing = PARTS.filter((part) => part !== 'disputes' && parts[part] === undefined)
  if (!Number.isInteger(offset) || missing.length > 0) throw new Error('not a saved account')
  Object.assign(world, parts)
  return offset
}
