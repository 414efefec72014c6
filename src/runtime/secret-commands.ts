import type { Command } from 'commander'
import type { Carrier, Json } from './carrier.ts'

/** The commands of the secret keys; each loads what it needs when it is called. */
export function addSecretCommands(program: Command, { runWith, progress }: Carrier): void {
  const secret = program
    .command('secret')
    .description('manage the secret keys, which seal what is stored and sign links')
  const onProgress = () => {
    const show = progress()
    return (rows: number): void => show(`${rows} rows sealed`)
  }
  secret
    .command('list')
    .description('list the ids of the secret keys, with the rows under each; never the keys')
    .option('--json', 'print JSON')
    .action(async (options: Json) => {
      const { runSecretList } = await import('../cli/secret.ts')
      await runWith(({ app, settings }) => runSecretList(app, settings), options)
    })
  secret
    .command('rotate')
    .description('make a new secret key and seal all rows under it')
    .option('--json', 'print JSON')
    .action(async (options: Json) => {
      const { runSecretRotate } = await import('../cli/secret.ts')
      await runWith(({ app, settings }) => runSecretRotate(app, settings, onProgress()), options)
    })
  secret
    .command('reseal')
    .description('seal all rows under the current secret key')
    .option('--json', 'print JSON')
    .action(async (options: Json) => {
      const { runSecretReseal } = await import('../cli/secret.ts')
      await runWith(({ app }) => runSecretReseal(app, onProgress()), options)
    })
  secret
    .command('remove')
    .description('remove an old secret key from the data folder, once no row needs it')
    .argument('<id>', 'id of the key')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runSecretRemove } = await import('../cli/secret.ts')
      await runWith(({ app, settings }) => runSecretRemove(app, settings, id), options)
    })
}
