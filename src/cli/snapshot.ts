import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Snapshot } from '../engine/model/snapshot.ts'
import type { CollectOptions } from '../graph/collection/collect.ts'
import { writeSnapshot } from '../graph/collection/snapshot-file.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { toFileFailure } from './base/named-file.ts'
import { type JsonOption, readTenantId } from './base/options.ts'
import { listFields, type Output, printOutput } from './base/output.ts'
import { createProgressLine } from './base/progress.ts'

interface Options {
  tenant: string
  out: string
}

export const declare = (program: Command): Command =>
  program
    .command('snapshot')
    .description('read a tenant into a snapshot file')
    .requiredOption('--tenant <guid>', 'tenant id')
    .requiredOption('--out <file>', 'file to write')
    .option('--json', 'print JSON')
    .action(async (options: Options & JsonOption) => {
      const { openTenantReader } = await import('../runtime/tenant-reader.ts')
      const settings = readSettings()
      const reader = await openTenantReader(settings)
      try {
        const more = { deadlineMs: settings.runSeconds * 1000, onProgress: createProgressLine() }
        await printOutput(await runSnapshot(reader.collect, { ...options, ...more }), options)
      } finally {
        await reader.close()
      }
    })

async function runSnapshot(
  collect: (options: CollectOptions) => Promise<Snapshot>,
  options: Options & { deadlineMs: number; onProgress: (line: string) => void },
): Promise<Output> {
  const snapshot = await collect({
    tenantId: readTenantId(options.tenant),
    deadlineMs: options.deadlineMs,
    onProgress: ({ done, of, dataset }) => options.onProgress(`Reading ${done} of ${of}: ${dataset}`),
  })
  await writeFile(options.out, writeSnapshot(snapshot), { mode: 0o600 }).catch((error: unknown) => {
    throw toFileFailure(options.out, 'written', error)
  })
  const responses = Object.values(snapshot.responses)
  const refused = responses.filter(({ status }) => status < 200 || status >= 300).length
  return listFields({
    tenantId: snapshot.tenantId,
    file: options.out,
    read: responses.length - refused,
    notRead: refused,
  })
}
