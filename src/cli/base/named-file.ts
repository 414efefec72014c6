import { dirname } from 'node:path'
import { codeOf } from '../../shared/error-code.ts'
import { CommandFailure } from './command-failure.ts'

type Use = 'read' | 'written'

/** For the error of a call that only reads or writes this file. */
export const toFileFailure = (file: string, use: Use, error: unknown): CommandFailure =>
  new CommandFailure(`${file} cannot be ${use}: ${reasonOf(file, use, error)}.`)

function reasonOf(file: string, use: Use, error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT') return use === 'read' ? 'it does not exist' : `the folder ${dirname(file)} does not exist`
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
}

/** Runs work on a file that the operator has named. Throws CommandFailure if the file itself cannot be read or written. */
export async function withNamedFile<T>(file: string, use: Use, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error && isAbout(file, error) ? toFileFailure(file, use, error) : error
  }
}

/** Whether an error of the file system is about the file, its folder or a draft in it. Some name no path. */
function isAbout(file: string, error: Error): boolean {
  if (!('path' in error)) return ['EISDIR', 'ENOSPC'].includes(codeOf(error))
  const path = String(error.path)
  return path === file || path === dirname(file) || dirname(path) === dirname(file)
}
