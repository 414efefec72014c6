import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { collectSnapshot } from '../../src/graph/collection/collect.ts'
import { type Clock, systemClock } from '../../src/graph/transport/time-limits.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { startSimulator } from '../../src/simulator/server.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'

const CLIENT = { clientId: '0f6d3a52-94c7-4b0e-8a1d-5c2e7b9f4e36', clientSecret: 'secret of the samples' }

/**
 * Sample tenants as the collector reads them from the simulator, including refusals and throttling, at a time (ISO 8601
 * UTC): the same time gives the same answers. It really waits, because the simulator counts requests by its own clock.
 */
export async function collectSamples(postures: readonly Posture[], at: string): Promise<Map<Posture, Snapshot>> {
  const folder = await mkdtemp(join(tmpdir(), 'samples-'))
  const { cert, key, ca } = await localCertificate(folder, [])
  const instant = Date.parse(at)
  const simulator = await startSimulator({
    host: 'localhost',
    port: 0,
    cert,
    key,
    ...CLIENT,
    now: () => new Date(instant),
  })
  const credential = { secret: CLIENT.clientSecret }
  const source = { graphUrl: simulator.url, loginUrl: simulator.url, clientId: CLIENT.clientId, credential, ca }
  const start = Date.now()
  const clock: Clock = { ...systemClock, now: () => instant + Date.now() - start }
  try {
    const read = postures.map(async (posture): Promise<[Posture, Snapshot]> => {
      const tenant = SAMPLE_TENANTS.find((sample) => sample.posture === posture)
      assert.ok(tenant)
      const snapshot = await collectSnapshot(source, { tenantId: tenant.tenantId, deadlineMs: 120_000, clock })
      // Evaluated at the given time, without the seconds that the collection took.
      return [posture, { ...snapshot, collectedAt: at }]
    })
    return new Map(await Promise.all(read))
  } finally {
    await simulator.close()
    await rm(folder, { recursive: true })
  }
}
