import { runCommandLine } from './cli/command-line.ts'

await runCommandLine(process.argv.slice(2))
// Idle connections of libraries must not keep a finished command alive.
process.exit()
