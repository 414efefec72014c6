import type { BrowserContextOptions } from 'playwright-core'
import type { ApiOptions } from '../harness/api.ts'
import type { Visit } from '../harness/browser.ts'
import { openPages, type Pages } from '../harness/pages.ts'
import { signIn } from './sessions.ts'
import { openAs } from './window.ts'

interface Screens extends Pages {
  /** A new window of a new person of the account, by default an owner. */
  openFor(accountId: string, person?: Parameters<typeof signIn>[2], options?: BrowserContextOptions): Promise<Visit>
}

/** The same as `openPages`, with the screens of the portal. */
export async function openScreens(options: ApiOptions = {}): Promise<Screens> {
  const { api, surfer } = await openPages({ portal: true, ...options })
  return {
    api,
    surfer,
    openFor: async (accountId, person, windowOptions) =>
      await openAs(api, surfer, await signIn(api, accountId, person), windowOptions),
  }
}
