import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '../engine/model/snapshot.ts'
import { type CollectOptions, collectSnapshot } from '../graph/collection/collect.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { findRunningSuite, startSandboxSuite } from './sandbox-suite.ts'
import { readSource } from './source.ts'

/** Reads tenants for one command: real ones, or those of a sandbox that ran on the data folder before. */
export async function openTenantReader(
  settings: Settings,
): Promise<{ collect: (options: CollectOptions) => Promise<Snapshot>; close: () => Promise<void> }> {
  const suite = (await needsOwnSuite(settings)) ? await startSandboxSuite(settings.dataDir, []) : undefined
  return {
    collect: async (options) => collectSnapshot(await readSource(settings), options),
    close: async () => suite?.close(),
  }
}

async function needsOwnSuite({ graphClientId, dataDir }: Settings): Promise<boolean> {
  if (graphClientId !== undefined || (await findRunningSuite(dataDir))) return false
  return await access(join(dataDir, 'sandbox.json')).then(
    () => true,
    () => false,
  )
}
