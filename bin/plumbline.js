#!/usr/bin/env node
// Runs the command line on the version of Node that the project pins, whichever version runs this file. It is
// JavaScript, so that the compile cache is in use before the first TypeScript file is loaded.
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
  // Restarts the same process with our flags. Those of the operator follow, so they take precedence. A process with an
  // IPC channel, as under `node --watch`, would lose it and is not restarted.
  const args = [process.execPath, ...MEMORY_FLAGS, ...process.execArgv, script, ...words]
  process.execve(process.execPath, args, { ...ALLOCATOR, ...process.env })
} else {
  // Cached code has its types stripped already, so the next start does not load the type stripper: it takes two thirds
  // of the time and 17 MB less. If the folder is not writable, nothing is cached.
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
