import { openHttpClient } from './http-client.ts'
import { openAllowance, SMALL_SIZES } from './sizes.ts'
import type { TenantSource } from './source.ts'

const WAIT_MS = 5_000

/** Asks both services that tenants are read through for any answer at all. Throws, with a sentence, where one gives none. */
export async function reachServices({ loginUrl, graphUrl, ca }: TenantSource): Promise<void> {
  const http = openHttpClient({
    ...(ca !== undefined && { ca }),
    requestTimeoutMs: WAIT_MS,
    allowance: openAllowance(SMALL_SIZES, () => {}),
  })
  try {
    for (const [service, url] of [
      ['sign-in service', loginUrl],
      ['API', graphUrl],
    ] as const) {
      const signal = AbortSignal.timeout(WAIT_MS)
      await http.send({ method: 'GET', url, headers: {}, signal }).catch(() => {
        throw new Error(`The tenants' ${service} at ${new URL(url).host} gives no answer.`)
      })
    }
  } finally {
    await http.close()
  }
}
