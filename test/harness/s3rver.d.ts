declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** The part of the server that tests use. Its only account is S3RVER with the secret S3RVER. */
  export default class S3rver {
    constructor(options: {
      silent: boolean
      directory: string
      vhostBuckets: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string }[]
    })
    readonly logger: { exceptions: { unhandle(): void } }
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
