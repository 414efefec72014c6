import type { IsolatedTask } from './isolated-pool.ts'

/** What makes a file in a thread. */
export const toFileTask = (file: URL): IsolatedTask<Buffer> => ({
  file,
  // Sixty times as long as the largest sample tenant takes on a slow machine.
  deadlineMs: 60_000,
  parse: (output) => {
    if (!(output instanceof Uint8Array)) throw new TypeError('expected the bytes of a file')
    return Buffer.from(output.buffer, output.byteOffset, output.byteLength)
  },
})
