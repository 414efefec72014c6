import { openHttpClient } from './http-client.ts'
import { openAllowance, SMALL_SIZES } from './sizes.ts'
import type { TenantSource } from './source.ts'

const TIMEOUT_MS = 5_000

/** Checks that the sign-in service and the API respond at all. Throws with a plain sentence if one does not. */
export async function checkServicesRespond({ loginUrl, graphUrl, ca }: TenantSource): Promise<void> {
  const http = openHttpClient({
    ...(ca !== undefined && { ca }),
    requestTimeoutMs: TIMEOUT_MS,
    allowance: openAllowance(SMALL_SIZES, () => {}),
  })
  try {
    for (const [service, url] of [
      ['sign-in service', loginUrl],
      ['API', graphUrl],
    ] as const) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      await http.send({ method: 'GET', url, headers: {}, signal }).catch(() => {
        throw new Error(`The tenants' ${service} at ${new URL(url).host} does not respond.`)
      })
    }
  } finally {
    await http.close()
  }
}
