import type { KyselyPlugin } from 'kysely'
import type { App } from '../../src/app.ts'

/** A copy of the app that counts its statements, except those that begin and end transactions. */
export function countStatements(app: App): { app: App; during(work: () => Promise<unknown>): Promise<number> } {
  let sent = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      sent++
      return result
    },
  }
  return {
    app: { ...app, db: app.db.withPlugin(counter) },
    async during(work) {
      const before = sent
      await work()
      return sent - before
    },
  }
}
