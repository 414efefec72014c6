import { writeFile } from 'node:fs/promises'
import type { Snapshot } from '../engine/model/snapshot.ts'
import type { CollectOptions } from '../graph/collection/collect.ts'
import { writeSnapshot } from '../graph/collection/snapshot-file.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'
import { readTenantId } from './tenant-option.ts'

/** Reads a tenant into a file that `assess` judges. */
export async function runSnapshot(
  collect: (options: CollectOptions) => Promise<Snapshot>,
  options: { tenant: string; out: string; deadlineMs: number; onProgress: (line: string) => void },
): Promise<Output> {
  const snapshot = await collect({
    tenantId: readTenantId(options.tenant),
    deadlineMs: options.deadlineMs,
    onProgress: ({ done, of, dataset }) => options.onProgress(`Reading ${done} of ${of}: ${dataset}`),
  })
  await writeFile(options.out, writeSnapshot(snapshot), { mode: 0o600 }).catch((error: unknown) => {
    throw new CommandFailure(
      `${options.out} cannot be written (${error instanceof Error ? error.message : String(error)}).`,
    )
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
