import { readFile } from 'node:fs/promises'

/** The life of a process on systems where its start cannot be read. */
export const UNKNOWN_LIFE = 'unseen'

/**
 * Distinguishes a process from a later one with the same number: on Linux by its start time and the boot of the machine;
 * elsewhere it only says that the process runs. Undefined if there is no such process, or if it has ended and waits to be
 * collected by its parent.
 */
export async function processLife(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return isPidTaken(pid) ? UNKNOWN_LIFE : undefined
  // The command's name is in brackets and may contain anything; the state is the first field after it, the start the 20th.
  const parts = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (parts[0] === 'Z' || parts[0] === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${parts[19]}.${boot.slice(0, 8)}`
}

/** Whether the number is in use. It also is while a process that has ended waits to be collected. */
export function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
