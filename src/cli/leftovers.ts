import { findLeftovers, removeLeftover } from '@plumbline/embedded-postgres'
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
    .action(async (options: Options & JsonOption) => printOutput(await runLeftovers(options), options))

export async function runLeftovers({ remove }: Options, systemDir?: string): Promise<Output> {
  const leftovers = await findLeftovers(systemDir)
  if (remove) for (const leftover of leftovers) await removeLeftover(leftover)
  const json = leftovers.map(({ folder, dataDir, bytes }) => ({ folder, dataDir, bytes, removed: remove === true }))
  const head = ['database', 'MB', 'data folder']
  const rows = json.map(({ folder, dataDir, bytes }) => [folder, String(Math.ceil(bytes / 1e6)), dataDir])
  return {
    json,
    text:
      rows.length === 0
        ? 'None found.'
        : `${alignColumns([head, ...rows])}\n${remove ? 'All of them were removed.' : HINT}`,
  }
}
