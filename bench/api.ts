import { createServer } from '../src/http/server.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { openRuntime } from '../src/runtime/runtime.ts'

/**
 * The API of the one-process service, without worker and database: `up` would also execute the runs that the bench creates,
 * and `serve` counts rates in the database, shared by several processes.
 */
const { app, baseUrl, settings } = await openRuntime(readSettings(), { database: 'given' })
const { host, port, tlsCert: cert = '', tlsKey: key = '' } = settings
const { http } = await createServer(app, { ...settings, baseUrl, tls: { cert, key } })
await http.listen({ host, port })
process.once('SIGTERM', () => process.exit())
console.log(`ready ${baseUrl}`)
