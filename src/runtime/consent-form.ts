import { CALLBACK_PATH, consentUrl } from '../graph/permissions/consent.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { readSource } from './source.ts'

/** The address at which administrators consent, with names in braces for what differs or is not set. */
export async function consentForm(settings: Settings): Promise<string> {
  const { loginUrl, graphUrl, appUrl, baseUrl, port } = settings
  const source = await readSource(settings).catch(() => ({ loginUrl, graphUrl, clientId: '{client id}' }))
  const pages = appUrl ?? baseUrl ?? `https://localhost:${port}`
  const form = consentUrl(source, { tenantId: '{tenant id}', redirectUri: pages + CALLBACK_PATH, state: '{state}' })
  return form.replaceAll(/%7B(tenant|client|state)(?:%20|\+)?(id)?%7D/g, (_, what, id) => `{${what}${id ? ' id' : ''}}`)
}
