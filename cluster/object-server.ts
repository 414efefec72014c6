import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import S3rver from '@20minutes/s3rver'
import { BUCKET, OBJECTS_PORT } from './object-store.ts'

/**
 * An S3 server: `node object-server.ts ADDRESS FOLDER CERTIFICATE KEY`. It stores objects in the folder, so that
 * acknowledged ones survive a restart.
 */
const [address = '', directory = '', certFile = '', keyFile = ''] = process.argv.slice(2)
const s3 = new S3rver({
  silent: true,
  directory,
  vhostBuckets: false,
  allowMismatchedSignatures: false,
  configureBuckets: [{ name: BUCKET }],
})
await s3.configureBuckets()
createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, s3.callback()).listen(OBJECTS_PORT, address)
