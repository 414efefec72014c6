import type { TestEvent } from 'node:test/reporters'

/** A reporter of Node's test runner: prints the file of every test that failed, one on a line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const known = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    // Files that share a process are tests with their path as name, within one for the process.
    const isFile = data.name.endsWith('.test.ts')
    const { error } = data.details
    const isByFiles = 'failureType' in error && error.failureType === 'subtestsFailed' && data.file?.endsWith('.mjs')
    if (!isFile && (data.nesting > 0 || isByFiles)) continue
    const file = isFile ? data.name : data.file
    if (file === undefined || known.has(file)) continue
    known.add(file)
    yield `${file}\n`
  }
}
