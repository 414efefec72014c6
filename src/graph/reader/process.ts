/** Entry point of a reader process: reads and evaluates tenants, and exits together with its parent. */

// A terminal signals the whole process group, but the parent decides when its readers exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const { serveReader } = await import('./serve.ts')
serveReader()
