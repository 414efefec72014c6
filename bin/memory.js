/**
 * How a process that serves or works is started, so that it needs little memory. The runtime and glibc read both before
 * the first line of a program, so that they cannot be set later.
 */
export const MEMORY_FLAGS = [
  // With V8's default of 16 MiB a busy service uses 75 MiB more and is not faster. With 8 MiB it uses 10 MiB more, and lists of
  // 1,000 objects take a tenth less processor time.
  '--max-semi-space-size=4',
  // Otherwise V8 puts the rows of statements into the old generation as soon as enough of them have survived, for example
  // those of long lists. Then every later row waits for a full collection: 130 MiB more under load.
  '--no-allocation-site-pretenuring',
  // By itself V8 lets a heap of 60 MiB grow to more than twice that before it collects all of it: 60 MiB more under load, for
  // long lists as well.
  '--heap-growing-percent=50',
]

/** For glibc: by itself each thread gets memory of its own to allocate from, 12 MiB more under load. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' }
