import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ALLOCATOR, MEMORY_FLAGS } from '../bin/memory.js'

/** A child process that serves requests, or a worker, which has no address. */
export interface Program {
  /** Empty for a worker. */
  url: string
  pid: number
  /** From the start of the process until it reports that it is ready. */
  startMs: number
  /** Exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>
  stop(): Promise<void>
}

/** The command line. */
export const MAIN = new URL('../bin/plumbline.js', import.meta.url)

const START_TIMEOUT_MS = 60_000

interface ProgramOptions {
  args?: readonly string[]
  env?: Record<string, string>
  /** Starts it with the memory settings with which `bin/plumbline.js` restarts itself. */
  asService?: boolean
  /** Receives the program's standard error, which otherwise goes to ours. */
  onErrorOutput?: (text: string) => void
}

/** Runs a script until it prints `ready URL`, or `ready` if it has no address. */
export async function startProgram(script: URL, options: ProgramOptions = {}): Promise<Program> {
  const startedMs = performance.now()
  const { args = [], env, asService, onErrorOutput } = options
  const flags = asService ? MEMORY_FLAGS : []
  const child = spawn(process.execPath, [...flags, fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', onErrorOutput ? 'pipe' : 'inherit'],
    env: { ...(asService && ALLOCATOR), ...process.env, ...env },
  })
  if (onErrorOutput) child.stderr?.setEncoding('utf8').on('data', onErrorOutput)
  const exited = once(child, 'exit').then(([code, signal]): number | NodeJS.Signals | null => code ?? signal)
  const url = await readyUrl(child)
  const startMs = performance.now() - startedMs
  const { pid } = child
  if (pid === undefined) throw new Error('the program has no process')
  return {
    url,
    pid,
    startMs,
    exited,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await exited
    },
  }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (!stdout) throw new Error('the program has no output')
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS)
  const printed: string[] = []
  try {
    for await (const line of createInterface({ input: stdout })) {
      const ready = /^ready(?: (https:\S+)|$)/.exec(line)
      if (ready) {
        // Keep reading, or its later output would fill the pipe.
        stdout.resume()
        return ready[1] ?? ''
      }
      printed.push(line)
    }
  } finally {
    clearTimeout(timer)
  }
  throw new Error(`the program did not start: ${printed.join('\n')}`)
}

const KIB_PER_MIB = 1024
const CPU_TICK_MS = 10

/**
 * Current memory of the process and its readers, in MiB (Linux). Of the readers only private memory counts, because the
 * program's pages are shared.
 */
export async function residentMib(pid: number): Promise<number> {
  const own = await readMemory(pid, 'VmRSS')
  const readers = await Promise.all(
    (await findReaders(pid)).map((reader) => readMemory(reader, 'RssAnon').catch(() => 0)),
  )
  return readers.reduce((sum, mib) => sum + mib, own)
}

async function readMemory(pid: number, field: 'VmRSS' | 'RssAnon'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / KIB_PER_MIB
}

/** The reader processes, without the embedded database, which is a child as well. */
export async function findReaders(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return children.filter((_, index) => commands[index]?.includes('graph/reader/process.ts'))
}

/** Processor time of the process so far, in milliseconds (Linux). */
export const processorMs = (pid: number): Promise<number> => readProcessorMs(pid, OWN_TIMES)

/** Processor time of the process, its readers, and the readers that have ended, in milliseconds (Linux). */
export async function familyProcessorMs(pid: number): Promise<number> {
  const readers = await Promise.all((await findReaders(pid)).map((reader) => processorMs(reader).catch(() => 0)))
  return readers.reduce((sum, ms) => sum + ms, await readProcessorMs(pid, [...OWN_TIMES, ...ENDED_CHILDREN_TIMES]))
}

/** User and system time, after the name of the command. */
const OWN_TIMES = [11, 12]
const ENDED_CHILDREN_TIMES = [13, 14]

async function readProcessorMs(pid: number, fieldIndexes: readonly number[]): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The command's name is in brackets and may contain anything; user and system time are fields 14 and 15.
  const parts = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fieldIndexes.reduce((sum, index) => sum + Number(parts[index]), 0) * CPU_TICK_MS
}
