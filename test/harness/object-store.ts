import crypto from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import S3rver from '@20minutes/s3rver'
import { localCertificate } from '../../src/platform/certificates.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { openS3Store, type S3Options } from '../../src/platform/objects/s3.ts'
import type { ObjectStore } from '../../src/platform/objects/store.ts'
import { findFreePort } from './free-port.ts'

const BUCKET = 'plumbline'

const { createCipheriv } = crypto

/**
 * s3rver encrypts the tokens that continue a list with DES, which OpenSSL no longer has. Triple DES with three equal
 * keys is the same cipher.
 */
mock.method(crypto, 'createCipheriv', (algorithm: string, key: Buffer, iv: Buffer) =>
  algorithm === 'des'
    ? createCipheriv('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
    : createCipheriv(algorithm, key, iv),
)

/** Called before a request is answered. A request whose promise never resolves is never answered. */
type Gate = (request: IncomingMessage) => Promise<void> | undefined

/**
 * An S3 server over HTTPS that the test can stop and start, always on the same port and with the same objects. It
 * cannot verify signatures if the bucket is in the name of the host.
 */
export async function startObjectServer({ verifies = true } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-s3-'))
  const { cert, key, ca, caFile } = await localCertificate(directory, [BUCKET])
  const port = await findFreePort()
  const s3 = new S3rver({
    silent: true,
    directory,
    vhostBuckets: true,
    allowMismatchedSignatures: !verifies,
    configureBuckets: [{ name: BUCKET }],
  })
  // Its logger would otherwise handle every uncaught exception of this process.
  s3.logger.exceptions.unhandle()
  await s3.configureBuckets()
  const answer = s3.callback()
  const requests: string[] = []
  let gate: Gate = () => undefined
  let server: Server | undefined
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${request.url}`)
    await gate(request)
    answer(request, response)
  }
  const start = async (): Promise<void> => {
    if (server?.listening) return
    server = createServer({ cert, key }, (request, response) => void listener(request, response))
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const stop = async (): Promise<void> => {
    if (!server?.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await start()
  const url = `https://localhost:${port}/${BUCKET}`
  const stores: ObjectStore[] = []
  return {
    url,
    port,
    ca,
    caFile,
    /** Methods and paths of all requests, in order of arrival. */
    requests,
    start,
    stop,
    setGate: (next: Gate) => {
      gate = next
    },
    /** A client, by default with the right credentials. */
    open(options: Partial<S3Options> = {}): ObjectStore {
      const own = {
        url,
        lookup,
        region: 'us-east-1',
        accessKey: 'S3RVER',
        secretKey: 'S3RVER',
        ca,
        deadlineMs: 2_000,
      }
      const store = openS3Store({ ...own, log: createLog('silent'), metrics: createMetrics(), ...options })
      stores.push(store)
      return store
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(stores.map((store) => store.close()))
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Resolves every host to this machine. */
const lookup: LookupFunction = (_host, options, found) =>
  options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)

/** The names of all objects. */
export async function listAll(store: ObjectStore, prefix = ''): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const { objects, isLast } = await store.list(prefix, names.at(-1) ?? '')
    names.push(...objects.map(({ name }) => name))
    if (isLast) return names
  }
}
