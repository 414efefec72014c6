import { CALLBACK_PATH, consentUrl } from '../graph/permissions/consent.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { readSource } from './tenant-source.ts'

/** The address where administrators consent, with placeholders in braces for what varies or is not set. */
export async function consentUrlTemplate(settings: Settings): Promise<string> {
  const { loginUrl, graphUrl, appUrl, baseUrl, port } = settings
  const source = await readSource(settings).catch(() => ({ loginUrl, graphUrl, clientId: '{client id}' }))
  const pages = appUrl ?? baseUrl ?? `https://localhost:${port}`
  const url = consentUrl(source, { tenantId: '{tenant id}', redirectUri: pages + CALLBACK_PATH, state: '{state}' })
  return url.replaceAll(/%7B(tenant|client|state)(?:%20|\+)?(id)?%7D/g, (_, what, id) => `{${what}${id ? ' id' : ''}}`)
}
