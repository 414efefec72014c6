import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '../engine/model/snapshot.ts'
import { type CollectOptions, collectSnapshot } from '../graph/collection/collect.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { findRunningSimulator, startSandboxSimulator } from './sandbox-simulator.ts'
import { readSource } from './tenant-source.ts'

/** Reads tenants for one command: real ones, or those of the sandbox if it has been used on this data folder. */
export async function openTenantReader(
  settings: Settings,
): Promise<{ collect: (options: CollectOptions) => Promise<Snapshot>; close: () => Promise<void> }> {
  const simulator = (await needsOwnSimulator(settings)) ? await startSandboxSimulator(settings.dataDir, []) : undefined
  return {
    collect: async (options) => collectSnapshot(await readSource(settings), options),
    close: async () => simulator?.close(),
  }
}

async function needsOwnSimulator({ graphClientId, dataDir }: Settings): Promise<boolean> {
  if (graphClientId !== undefined || (await findRunningSimulator(dataDir))) return false
  return await access(join(dataDir, 'sandbox.json')).then(
    () => true,
    () => false,
  )
}
