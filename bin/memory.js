/**
 * Settings with which `up`, `serve` and `work` need less memory. Node and glibc read them before a program starts, so
 * they cannot be set later.
 */
export const MEMORY_FLAGS = [
  // With V8's default of 16 MiB a busy service uses 75 MiB more and is not faster. With 8 MiB it uses 10 MiB more, and lists of
  // 1,000 objects take a tenth less processor time.
  '--max-semi-space-size=4',
  // Without this flag, V8 allocates database rows in the old generation as soon as enough earlier ones have survived,
  // for example those of long lists. Every later row then stays until a full collection: 130 MiB more under load.
  '--no-allocation-site-pretenuring',
  // By default, V8 lets a heap of 60 MiB grow to more than twice that size before a full collection: 60 MiB more under
  // load, for long lists as well.
  '--heap-growing-percent=50',
]

/** For glibc: by default, each thread allocates from an arena of its own, which takes 12 MiB more under load. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' }
