import type { App } from '../../app.ts'
import type { ObjectStore } from '../../platform/objects/store.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** Opens the object store of the settings. Its client is loaded only if there is one. */
export async function openObjectStoreOf(
  { blobUrl: url, blobRegion: region, blobAccessKey: accessKey, blobSecretKey: secretKey, blobCa: ca }: Settings,
  { log, metrics }: Pick<App, 'log' | 'metrics'>,
): Promise<ObjectStore | undefined> {
  if (url === undefined || accessKey === undefined || secretKey === undefined) return undefined
  const { openS3Store } = await import('../../platform/objects/s3.ts')
  return openS3Store({ url, region, accessKey, secretKey, ca, log, metrics })
}
