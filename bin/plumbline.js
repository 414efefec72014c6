#!/usr/bin/env node
// Runs the command line on the runtime that the project pins, whichever version of Node runs this file. It is JavaScript,
// so that the cache of compiled code is in use before the first TypeScript is loaded. Older versions have no such cache.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const root = fileURLToPath(new URL('..', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 26) {
  // The cached code has its types already stripped: the next start takes two thirds of the time and 17 MB less, because
  // the type stripper is not loaded. If the folder cannot be written, nothing is cached.
  module.enableCompileCache(`${root}node_modules/.cache/plumbline`)
  // Otherwise V8 puts the rows of statements into the old generation as soon as enough of them have survived, for example
  // those of long lists. Then every later row waits for a full collection: 130 MiB more under load.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // By itself V8 lets a heap of 60 MiB grow to more than twice that before it collects all of it: 60 MiB more under load, for
  // long lists as well. With less than this, lists cost more processor time.
  setFlagsFromString('--heap-growing-percent=50')
  await import('../src/main.ts')
} else {
  // As in `npm start`: with the default a busy service uses 75 MB more and is not faster.
  const args = ['--max-semi-space-size=8', fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(`${root}node_modules/.bin/node`, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    console.error('Plumbline needs its own runtime: run "npm ci" in the checkout first.')
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
