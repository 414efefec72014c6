import type { App } from '../../src/app.ts'
import { createEmbeddedProcessor } from '../../src/features/billing/embedded/service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { BillingProcessor } from '../../src/platform/payments/processor.ts'
import type { StripeAccess } from '../../src/platform/payments/stripe-access.ts'
import { openTestDatabase } from '../harness/database.ts'

/** Called before and after each statement and each call of a processor, where a process can be killed. */
export type Tick = () => void | Promise<void>

/** A database with its own connections, which ticks at each statement. */
export function openTicking(url: string, tick: Tick): { db: Database; destroy(): void } {
  const { db, pool } = openTestDatabase(url, { poolSize: 5 })
  const streams = new Set<{ destroy(): void }>()
  pool.on('connect', (client) => {
    const { stream } = Object(client).connection
    streams.add(stream)
    const send = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>
    const query = async (...call: unknown[]): Promise<unknown> => {
      await tick()
      const result = await send(...call)
      await tick()
      return result
    }
    Object.assign(client, { query })
  })
  return {
    db,
    destroy() {
      for (const stream of streams) stream.destroy()
    },
  }
}

/** The processor with ticks around what may wait for the network. */
export const withTicks = (processor: BillingProcessor, tick: Tick): BillingProcessor => ({
  ...processor,
  async apply(change, signal) {
    await tick()
    const applied = await processor.apply(change, signal)
    await tick()
    return applied
  },
})

/** Stripe with ticks around each call that is not a list. */
export const withCallTicks = (access: StripeAccess, tick: Tick): StripeAccess => ({
  ...access,
  async client() {
    const stripe = await access.client()
    const resource = (target: object): object =>
      new Proxy(target, {
        get(own, name) {
          const member: unknown = Reflect.get(own, name)
          if (typeof member !== 'function' || name === 'list') return member
          return async (...call: unknown[]) => {
            await tick()
            const result: unknown = await Reflect.apply(member, own, call)
            await tick()
            return result
          }
        },
      })
    return new Proxy(stripe, {
      get(own, name) {
        const member: unknown = Reflect.get(own, name)
        const isResource = ['subscriptions', 'invoices', 'customers', 'prices'].includes(String(name))
        return isResource && typeof member === 'object' && member !== null ? resource(member) : member
      },
    })
  },
})

interface Killing {
  databaseUrl: string
  killAt: number
  /** The processors of that process; by default the embedded one. */
  processorsOn?: (db: Database, tick: Tick) => Partial<App['processors']>
}

const embeddedOn: NonNullable<Killing['processorsOn']> = (db, tick) => ({
  embedded: withTicks(createEmbeddedProcessor(db), tick),
})

/**
 * Runs a use case like a process that is killed at the given tick: its connections break, and it does nothing more.
 * Returns whether the use case got that far.
 */
export async function runUntilKilled(
  app: App,
  { databaseUrl, killAt, processorsOn = embeddedOn }: Killing,
  run: (app: App) => Promise<unknown>,
): Promise<boolean> {
  const killed = Promise.withResolvers<boolean>()
  let ticks = 0
  const tick = (): void | Promise<void> => {
    ticks++
    if (ticks < killAt) return
    destroy()
    killed.resolve(true)
    return new Promise(() => {})
  }
  const { db, destroy } = openTicking(databaseUrl, tick)
  const processors = { ...app.processors, ...processorsOn(db, tick) }
  const ended = run({ ...app, db, processors }).then(() => false)
  try {
    return await Promise.race([ended, killed.promise])
  } finally {
    destroy()
  }
}
