import { runCommandLine } from './cli/command-line.ts'

await runCommandLine(process.argv.slice(2))
// Exits explicitly, because idle connections of libraries would keep a finished command running.
process.exit()
