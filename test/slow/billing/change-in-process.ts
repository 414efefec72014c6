import { changePlan } from '../../../src/features/billing/changes/service.ts'
import { createEmbeddedProcessor } from '../../../src/features/billing/embedded/service.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createKeyRing } from '../../../src/shared/crypto/key-ring.ts'
import { openTicking, withTicks } from '../../billing/ticking.ts'

/** Changes a plan in a separate process, which kills itself at a tick. Its argument is JSON. */
const { url, secret, actor, key, killAt, plan } = JSON.parse(process.argv[2] ?? '')
let ticks = 0
const tick = (): void => {
  ticks++
  if (ticks === killAt) process.kill(process.pid, 'SIGKILL')
}
const { db } = openTicking(url, tick)
const app = {
  db,
  log: createLog('silent'),
  now: () => new Date(),
  secrets: createKeyRing(secret),
  limits: { keepIdempotencyHours: 24 },
  processors: { embedded: withTicks(createEmbeddedProcessor(db), tick), timeoutMs: 20_000 },
}
const idempotency = { accountId: actor.partnerId, route: '/plan', key, requestHash: Buffer.from('body') }
// @ts-expect-error The use case uses only these fields.
await changePlan(app, actor, { plan }, { idempotency })
process.exit(0)
