#!/usr/bin/env node
// Runs the command line on the runtime that the project pins, whichever version of Node runs this file. It is JavaScript,
// so that the cache of compiled code is in use before the first TypeScript is loaded. Older versions have no such cache.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { ALLOCATOR, MEMORY_FLAGS } from './memory.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const script = fileURLToPath(import.meta.url)
const words = process.argv.slice(2)
const isPinnedRuntime = Number(process.versions.node.split('.')[0]) >= 26
const runsUntilStopped = ['up', 'serve', 'work'].includes(words[0])
const hasMemoryFlags = MEMORY_FLAGS.every((flag) => process.execArgv.includes(flag))

if (!isPinnedRuntime) {
  runAsChild()
} else if (runsUntilStopped && !hasMemoryFlags && process.execve && !process.connected) {
  // The same process begins again; a flag of the operator's follows ours, and so wins. A parent's channel would be lost:
  // `node --watch` has one.
  const args = [process.execPath, ...MEMORY_FLAGS, ...process.execArgv, script, ...words]
  process.execve(process.execPath, args, { ...ALLOCATOR, ...process.env })
} else {
  // The cached code has its types already stripped: the next start takes two thirds of the time and 17 MB less, because
  // the type stripper is not loaded. If the folder cannot be written, nothing is cached.
  module.enableCompileCache(`${root}node_modules/.cache/plumbline`)
  await import('../src/main.ts')
}

function runAsChild() {
  const flags = runsUntilStopped ? MEMORY_FLAGS : []
  const env = runsUntilStopped ? { ...ALLOCATOR, ...process.env } : process.env
  const child = spawn(`${root}node_modules/.bin/node`, [...flags, script, ...words], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    console.error('Plumbline needs its own runtime: run "npm ci" in the checkout first.')
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
