import type { TestEvent } from 'node:test/reporters'

/** A reporter of Node's test runner: prints the file of every test that failed, one on a line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const known = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.nesting > 0) continue
    // Files that share a process are suites with their path as name.
    const file = data.name.endsWith('.test.ts') ? data.name : data.file
    if (file === undefined || known.has(file)) continue
    known.add(file)
    yield `${file}\n`
  }
}
