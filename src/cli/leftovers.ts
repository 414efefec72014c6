import { findLeftovers, type Leftover, removeLeftover } from '@plumbline/embedded-postgres'
import type { Command } from 'commander'
import type { JsonOption } from './base/options.ts'
import { alignColumns, type Output, printOutput } from './base/output.ts'

interface Options {
  remove?: true
}

const HINT = [
  'A data folder that was moved appears here until its next start.',
  'To delete all of these databases with their data: plumbline leftovers --remove',
].join('\n')

export const declare = (program: Command): Command =>
  program
    .command('leftovers')
    .description('list embedded databases whose data folder is gone, with their sizes, or remove them')
    .option('--remove', 'delete them with all their data')
    .option('--json', 'print JSON')
    .action(async (options: Options & JsonOption) => {
      const output = await runLeftovers(options)
      await printOutput(output, options)
      if (!output.ok) process.exitCode = 1
    })

/** Not `ok` if one of them could not be removed: the text and the JSON say which, and why. */
export async function runLeftovers({ remove }: Options, systemDir?: string, removeOne = removeLeftover) {
  const leftovers = await findLeftovers(systemDir)
  const errors = new Map<Leftover, string>()
  if (remove)
    for (const leftover of leftovers)
      await removeOne(leftover).catch((error: unknown) =>
        errors.set(leftover, error instanceof Error ? error.message : String(error)),
      )
  const json = leftovers.map((leftover) => {
    const { folder, dataDir, bytes } = leftover
    const error = errors.get(leftover)
    return {
      folder,
      dataDir,
      bytes,
      removed: remove === true && error === undefined,
      ...(error !== undefined && { error }),
    }
  })
  const head = ['database', 'MB', 'data folder']
  const rows = json.map(({ folder, dataDir, bytes }) => [folder, String(Math.ceil(bytes / 1e6)), dataDir])
  const failed = [...errors].map(([{ folder }, error]) => `${folder} was not removed: ${error}`)
  const ending = remove ? (failed.length > 0 ? failed.join('\n') : 'All of them were removed.') : HINT
  const text = rows.length === 0 ? 'None found.' : `${alignColumns([head, ...rows])}\n${ending}`
  return { json, text, ok: errors.size === 0 } satisfies Output & { ok: boolean }
}
