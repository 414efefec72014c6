import { createRequire } from 'node:module'
import type undici from 'undici'

/*
 * The parts of undici that we use. Its main file also loads fetch, WebSockets, caches and mocks, and with them the streams of
 * the web: 80 more files and 4 MiB in the service and in every reader.
 */

const load = createRequire(import.meta.url)

export const Agent: typeof undici.Agent = load('undici/lib/dispatcher/agent.js')
export const Client: typeof undici.Client = load('undici/lib/dispatcher/client.js')
export const Pool: typeof undici.Pool = load('undici/lib/dispatcher/pool.js')

// Gives every dispatcher the method `request`, as the main file does.
Object.assign(load('undici/lib/dispatcher/dispatcher.js').prototype, { request: load('undici/lib/api/api-request.js') })
