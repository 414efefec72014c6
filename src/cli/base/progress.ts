/** Returns a function that shows a line of progress on stderr, replacing the previous one; it does nothing if stderr is not a terminal. */
export function createProgressLine(): (line: string) => void {
  if (!process.stderr.isTTY) return () => {}
  process.once('exit', () => process.stderr.write('\r\x1b[K'))
  return (line) => process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`)
}
