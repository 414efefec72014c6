import assert from 'node:assert/strict'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { collectSnapshot } from '../../src/graph/collection/collect.ts'
import { type Clock, systemClock } from '../../src/graph/transport/time-limits.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import { openSimulator } from '../harness/simulator.ts'

/**
 * Sample tenants as the collector reads them from the simulator, including refusals and throttling, at a time (ISO 8601
 * UTC): the same time gives the same answers. It really waits, because the simulator counts requests by its own clock.
 */
export async function collectSamples(postures: readonly Posture[], at: string): Promise<Map<Posture, Snapshot>> {
  const instant = Date.parse(at)
  await using opened = await openSimulator({ now: () => new Date(instant) })
  const start = Date.now()
  const clock: Clock = { ...systemClock, now: () => instant + Date.now() - start }
  const read = postures.map(async (posture): Promise<[Posture, Snapshot]> => {
    const tenant = SAMPLE_TENANTS.find((sample) => sample.posture === posture)
    assert.ok(tenant)
    const snapshot = await collectSnapshot(opened.source, { tenantId: tenant.tenantId, deadlineMs: 120_000, clock })
    // Evaluated at the given time, without the seconds that the collection took.
    return [posture, { ...snapshot, collectedAt: at }]
  })
  return new Map(await Promise.all(read))
}
