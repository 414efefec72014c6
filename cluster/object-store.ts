import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Host } from './network.ts'
import { type Supervised, supervise } from './processes.ts'
import type { Environment } from './service.ts'

export const OBJECTS_PORT = 9000
export const BUCKET = 'plumbline'
/** The server's only account; both its id and its secret. */
const ACCOUNT = 'S3RVER'
const SERVER = fileURLToPath(new URL('./object-server.ts', import.meta.url))

/** Starts an S3 server for results and snapshots, with the certificate of these files. */
export async function startObjectStore(
  host: Host,
  folder: string,
  { certFile, keyFile }: { certFile: string; keyFile: string },
): Promise<Supervised> {
  const directory = join(folder, 'objects')
  await mkdir(directory)
  return supervise(host, folder, {
    file: process.execPath,
    args: [SERVER, host.address, directory, certFile, keyFile],
  })
}

export const objectStoreSettings = ({ address }: Host): Environment => ({
  PLUMBLINE_BLOB_URL: `https://${address}:${OBJECTS_PORT}/${BUCKET}`,
  PLUMBLINE_BLOB_ACCESS_KEY: ACCOUNT,
  PLUMBLINE_BLOB_SECRET_KEY: ACCOUNT,
})
