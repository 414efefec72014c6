import type { KyselyPlugin } from 'kysely'
import type { App } from '../../src/app.ts'

/** The same app with a count of its statements, without those that begin and end transactions. */
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
