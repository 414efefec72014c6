#!/usr/bin/env node
// Runs the command line on the runtime that the project pins, whichever version of Node runs this file.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = `${root}src/main.ts`

if (Number(process.versions.node.split('.')[0]) >= 26) {
  process.argv[1] = main
  await import(new URL('../src/main.ts', import.meta.url).href)
} else {
  // As in `npm start`: with the default a busy service uses 75 MB more and is not faster.
  const args = ['--max-semi-space-size=8', main, ...process.argv.slice(2)]
  const child = spawn(`${root}node_modules/.bin/node`, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    console.error('Plumbline needs its own runtime: run "npm ci" in the checkout first.')
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
