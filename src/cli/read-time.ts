import { CommandFailure } from './command-failure.ts'

/** A moment that an option of the command line names; CommandFailure where it is none. */
export function readTime(option: string, text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new CommandFailure(`${option} must be a time, as in 2026-01-31T12:00:00Z.`)
  return time
}
