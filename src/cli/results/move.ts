import { type Command, Option } from 'commander'
import type { App } from '../../app.ts'
import { getStorageFigures, moveResults, moveResultsBack } from '../../features/assessments/storage/upkeep/service.ts'
import { CommandFailure } from '../base/command-failure.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { createProgressLine } from '../base/progress.ts'
import { runWithApp } from '../base/run.ts'

interface Options {
  to: 'store' | 'database'
}

export const declare = (results: Command): Command =>
  results
    .command('move')
    .description('move all results to the object store, as workers also do, or back to the database')
    .addOption(new Option('--to <place>', 'store or database').choices(['store', 'database']).makeOptionMandatory())
    .option('--json', 'print JSON')
    .action((options: Options & JsonOption) => {
      const show = createProgressLine()
      return runWithApp((app) => runResultsMove(app, options, (moved) => show(`${moved} results moved`)), options)
    })

export async function runResultsMove(
  app: App,
  { to }: Options,
  onProgress: (moved: number) => void = () => {},
): Promise<Output> {
  if (!app.objects) throw new CommandFailure('No object store is set: set PLUMBLINE_BLOB_URL.')
  if (to === 'store') {
    await moveResults(app, Number.POSITIVE_INFINITY)
    const { inDatabase } = await getStorageFigures(app)
    return listFields({ remaining: inDatabase })
  }
  return listFields({ ...(await moveResultsBack(app, onProgress)) })
}
