import { dirname } from 'node:path'
import { codeOf } from '../../shared/error-code.ts'
import { CommandFailure } from './command-failure.ts'

/** Runs work on a file that the operator has named. Throws CommandFailure if the file itself cannot be read or written. */
export async function withNamedFile<T>(file: string, use: 'read' | 'written', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !isAbout(file, error)) throw error
    throw new CommandFailure(`${file} cannot be ${use} (${error.message}).`)
  }
}

/** Whether an error of the file system is about the file, its folder or a draft in it. Some name no path. */
function isAbout(file: string, error: Error): boolean {
  if (!('path' in error)) return ['EISDIR', 'ENOSPC'].includes(codeOf(error))
  const path = String(error.path)
  return path === file || path === dirname(file) || dirname(path) === dirname(file)
}
