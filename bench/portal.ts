import { sql } from 'kysely'
import { findAccount } from '../src/features/accounts/service.ts'
import { createPerson } from '../src/features/people/service.ts'
import { authenticateSession, createSession } from '../src/features/people/sessions/service.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { buildPortal } from '../src/runtime/portal-build.ts'
import { openRuntime } from '../src/runtime/runtime.ts'
import type { Principal } from '../src/shared/actor.ts'
import { type Harness, SECRET_KEY } from './harness.ts'
import { quantile } from './quantile.ts'

export interface PortalFigures {
  /** The build of the portal's client when a process starts that has not built it before. */
  buildMs: number
  sessionP50Ms: number
  /** A trivial statement, for comparison. */
  bareP50Ms: number
}

const BENCH: Principal = { kind: 'operator', id: 'bench' }
const BUILDS = 5
const CHECKS = 2_000

/** How much time the portal adds to a start and to each of its requests. */
export async function measurePortal({ databaseUrl, reader }: Harness): Promise<PortalFigures> {
  const builds: number[] = []
  for (let build = 0; build < BUILDS; build++) builds.push(await timeOf(() => buildPortal()))
  const environment = { DATABASE_URL: databaseUrl, PLUMBLINE_SECRET_KEY: SECRET_KEY, PLUMBLINE_LOG_LEVEL: 'error' }
  const { app, close } = await openRuntime(readSettings(environment), { database: 'given' })
  try {
    const account = await findAccount(app, reader.id)
    const at = app.now()
    const person = { email: 'person@bench.example', name: 'Bench', role: 'owner' } as const
    const token = await app.db.transaction().execute(async (tx) => {
      const personId = await createPerson(tx, BENCH, account, person, at)
      return await createSession(tx, { personId, at, isStrong: false, address: undefined, agent: undefined })
    })
    const [session, bare]: [number[], number[]] = [[], []]
    for (let check = 0; check < CHECKS; check++) {
      session.push(await timeOf(() => authenticateSession(app, token)))
      bare.push(await timeOf(() => sql`select 1`.execute(app.db)))
    }
    return { buildMs: Math.min(...builds), sessionP50Ms: quantile(session, 0.5), bareP50Ms: quantile(bare, 0.5) }
  } finally {
    await close()
  }
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return performance.now() - before
}
