import type { CDPSession, Page } from 'playwright-core'
import type { Surfer, Visit } from '../harness/browser.ts'

export interface Device extends AsyncDisposable {
  visit: Visit
  page: Page
  devtools: CDPSession
  authenticatorId: string
}

/** A window with a device that verifies its user at once, like a fingerprint reader. */
export async function openDevice(
  browser: Pick<Surfer, 'open'>,
  options: Parameters<Surfer['open']>[0] = {},
): Promise<Device> {
  const visit = await browser.open(options)
  const { page, context } = visit
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { visit, page, devtools, authenticatorId, [Symbol.asyncDispose]: () => context.close() }
}
