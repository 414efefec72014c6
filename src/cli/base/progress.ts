const CLEAR_LINE = '\r\x1b[K'

let isShown = false

/** Returns a function that shows a line of progress on stderr, replacing the previous one; it does nothing if stderr is not a terminal. */
export function createProgressLine(): (line: string) => void {
  const { stderr } = process
  if (!stderr.isTTY) return () => {}
  // Also when the command fails.
  process.once('exit', clearProgressLine)
  return (line) => {
    isShown = true
    stderr.write(`${CLEAR_LINE}${line.slice(0, (stderr.columns ?? 80) - 1)}`)
  }
}

/** Removes the line of progress, so that the result of the command does not begin behind it. */
export function clearProgressLine(): void {
  if (isShown) process.stderr.write(CLEAR_LINE)
  isShown = false
}
