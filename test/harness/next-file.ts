import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files that a process runs: each is the next of a list that no other process has taken, until `max` are taken. Processes
 * that take what is left end at about the same time, however long each file takes.
 */
export function* takeFiles(files: readonly string[], takenFolder: string, max: number): Generator<string> {
  let count = 0
  for (const [index, file] of files.entries()) {
    if (count === max) return
    if (!take(join(takenFolder, String(index)))) continue
    count++
    yield file
  }
}

/** Creating a folder is atomic: only one process succeeds. */
function take(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
