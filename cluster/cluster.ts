import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { localCertificate } from '../src/platform/certificates.ts'
import { startSimulator } from '../src/simulator/server.ts'
import { startDatabaseCluster } from './database.ts'
import type { Cluster } from './faults.ts'
import { OUTSIDE, openNetwork } from './network.ts'
import { objectStoreSettings, startObjectStore } from './object-store.ts'
import { startProxies } from './proxies.ts'
import {
  type Environment,
  environmentsOf,
  migrate,
  outsideUrl,
  startService,
  THIS_VERSION,
  untilReady,
  type Version,
} from './service.ts'

/** A running cluster, with the data that the load needs. */
export interface OpenCluster extends Cluster, AsyncDisposable {
  /** What the processes were started with. */
  started: { version: Version; environment: Environment }
  webhookUrl: string
}

const CLIENT = { clientId: '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20', clientSecret: 'a secret of the cluster' }
const NUMBERS = { serve: 21, work: 31 }

/**
 * Two processes of each role, each on its own host, and a database of two servers. Simulator and receiver are outside
 * the cluster.
 */
export async function openCluster(folder: string, version: Version): Promise<OpenCluster> {
  await using stack = new AsyncDisposableStack()
  const network = stack.use(await openNetwork())
  const objectsHost = await network.addHost('objects', 16)
  const { cert, key, caFile } = await localCertificate(folder, [OUTSIDE, objectsHost.address])
  const [certFile, keyFile] = [join(folder, 'cluster.crt'), join(folder, 'cluster.key')]
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)])
  const objects = stack.use(await startObjectStore(objectsHost, folder, { certFile, keyFile }))
  const simulator = await startSimulator({ host: OUTSIDE, port: 0, cert, key, ...CLIENT, publicHost: OUTSIDE })
  stack.defer(() => simulator.close())
  const webhookUrl = await startReceiver(stack, { cert, key })
  const [apiHosts, workHosts] = await Promise.all(
    [NUMBERS.serve, NUMBERS.work].map((number, role) =>
      Promise.all([1, 2].map((n) => network.addHost(`${role === 0 ? 'serve' : 'work'}${n}`, number + n - 1))),
    ),
  )
  if (!apiHosts || !workHosts) throw new Error('expected hosts of two roles')
  const database = stack.use(await startDatabaseCluster(network, folder))
  const databases = database.nodes.map(({ host }) => host)
  const proxies = stack.use(await startProxies(network, folder, { databases, apis: apiHosts }))
  await database.untilHealthy()
  const extra = {
    PLUMBLINE_GRAPH_URL: simulator.url,
    PLUMBLINE_LOGIN_URL: simulator.url,
    PLUMBLINE_GRAPH_CLIENT_ID: CLIENT.clientId,
    PLUMBLINE_GRAPH_CLIENT_SECRET: CLIENT.clientSecret,
    NODE_EXTRA_CA_CERTS: caFile,
    // Only for this version: the release does not know these settings.
    ...(version === THIS_VERSION && objectStoreSettings(objectsHost)),
  }
  const { environment, owner } = environmentsOf(version, { folder, database, proxies, extra })
  await migrate(version, owner)
  await database.limitStatements()
  const start = (role: 'serve' | 'work') => (host: (typeof apiHosts)[number]) =>
    stack.use(startService(host, folder, { role, version, environment }))
  const apis = apiHosts.map(start('serve'))
  const workers = workHosts.map(start('work'))
  await untilReady(proxies)
  const opened = stack.move()
  return {
    network,
    database,
    proxies,
    objects,
    apis,
    workers,
    started: { version, environment },
    newer: environmentsOf(THIS_VERSION, { folder, database, proxies, extra }),
    webhookUrl,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Accepts every webhook. */
async function startReceiver(stack: AsyncDisposableStack, tls: { cert: string; key: string }): Promise<string> {
  const server = createServer(tls, (request, response) => {
    request.resume()
    request.on('end', () => response.end('ok'))
  })
  server.listen(0, OUTSIDE)
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return outsideUrl(typeof address === 'object' && address ? address.port : 0)
}
